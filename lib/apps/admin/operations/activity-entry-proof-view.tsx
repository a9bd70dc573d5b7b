/** For auditors: the stored entry, and the proof of its integrity. */
import { CopyField } from '../../../web/ui/components/copy-field.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
import type { Viewed, VNode } from '../../../web/ui/view.ts'
import type { EntryFound } from './activity-entry-facts-view.tsx'

const ROWS_MAX = 24

export interface ActivityEntryProofProps {
  /** URL of the list. */
  readonly list: string
  readonly seq: string
  readonly found: EntryFound
}

export function ActivityEntryProof({ list, seq, found, view }: ActivityEntryProofProps & Viewed): VNode {
  const t = view.t.operations.entry
  const { json, chain, seal } = found
  return (
    <details class="sso-fold sso-section">
      <summary>{t.auditors}</summary>
      <CopyField
        view={view}
        id="entry-json"
        label={t.json}
        value={json}
        rows={Math.min(ROWS_MAX, json.split('\n').length)}
      />
      {chain === undefined ? (
        <>
          <h2>{t.seal}</h2>
          <p>{t.sealHint}</p>
          <p>
            <strong>{t.seals[seal]}</strong>
          </p>
        </>
      ) : (
        <Chain list={list} seq={seq} chain={chain} view={view} />
      )}
    </details>
  )
}

function Chain({
  list,
  seq,
  chain,
  view,
}: { list: string; seq: string; chain: NonNullable<EntryFound['chain']> } & Viewed): VNode {
  const t = view.t.operations.entry
  const { before, hash, hashBefore, link } = chain
  const previous = String(Number(seq) - 1)
  return (
    <>
      <h2>{t.chain}</h2>
      <p>{t.chainHint}</p>
      <p>
        <strong>{t[link]}</strong>
      </p>
      {hashBefore === undefined || hashBefore === '' ? null : (
        <CopyField view={view} id="hash-before" label={t.previous} value={hashBefore} />
      )}
      <p>
        {before === 'kept' ? <Link href={`${list}/${previous}`}>{t.previousEntry({ seq: previous })}</Link> : t[before]}
      </p>
      <CopyField view={view} id="hash" label={t.hash} value={hash} />
    </>
  )
}
