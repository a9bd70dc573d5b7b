import type { EntryWithProof } from '../../../domain/audit/audit-trail.ts'
import type { AuditEventName } from '../../../domain/audit/events.ts'
import { AppName, Who, type WhoView } from '../../../web/ui/components/apps.tsx'
import { CopyField } from '../../../web/ui/components/copy-field.tsx'
import { DescriptionList, type Fact } from '../../../web/ui/components/section.tsx'
import { Badge, DateTime, Link } from '../../../web/ui/components/text.tsx'
import type { ComponentChildren, HasView, VNode } from '../../../web/ui/view.ts'
import type { EntryChange } from '../shell/activity-rows.ts'

/** A client's or user's name, with a link to its page if it still exists. */
export interface NamedLink {
  readonly id: string
  readonly name: string
  readonly href?: string | undefined
}

type Text = 'address' | 'requestId' | 'sid' | 'error' | 'ref' | 'detail'

export interface EntryFacts extends Readonly<Partial<Record<Text, string | undefined>>> {
  readonly event: AuditEventName
  readonly at: Date
  readonly ok: boolean
  readonly who?: NamedLink | undefined
  readonly client?: NamedLink | undefined
  readonly user?: NamedLink | undefined
  /** The error reference's title and the URL of the page that explains the error. */
  readonly cause?: { readonly title: string; readonly href: string } | undefined
}

export function ActivityEntryFacts({ found }: { found: EntryFacts }, { view }: HasView): VNode {
  const { admin, operations } = view.t
  const t = operations.entry
  const { event, ok, address, detail, error, requestId, sid } = found
  const facts: readonly Fact[] = [
    [
      t.event,
      <>
        {admin.events[event] ?? event} {code(event, 'sso-sub')}
      </>,
    ],
    [t.when, <DateTime at={found.at} style="exact" />],
    [t.result, <Badge tone={ok ? 'ok' : 'warn'}>{ok ? admin.result.ok : admin.result.refused}</Badge>],
    [t.error, error === undefined ? undefined : code(error)],
    [t.cause, causeOf(found)],
    [t.detail, detail === undefined ? undefined : <bdi>{detail}</bdi>],
    [t.who, user(found.who)],
    [t.client, app(found.client)],
    [t.user, user(found.user)],
    [t.from, address === undefined ? undefined : <bdi>{address}</bdi>],
    [t.request, requestId === undefined ? undefined : code(requestId, 'sso-uri')],
    [t.sid, sid === undefined ? undefined : code(sid, 'sso-uri')],
  ]
  return <DescriptionList facts={facts} />
}

const code = (text: string, look?: string): VNode => (
  <code dir="ltr" class={look}>
    {text}
  </code>
)

function causeOf({ cause, ref }: EntryFacts): ComponentChildren {
  if (ref === undefined) return undefined
  return (
    <>
      {cause === undefined ? null : <Link href={cause.href}>{cause.title}</Link>} {code(ref, 'sso-sub')}
    </>
  )
}

const user = (link: NamedLink | undefined): ComponentChildren => link && <Who who={shown(link)} />
const app = (link: NamedLink | undefined): ComponentChildren => link && <AppName app={shown(link)} />

const shown = ({ id, name, href }: NamedLink): WhoView => ({ name, href, detail: id })

export interface EntryDetails extends EntryFacts {
  /** The reason for a denial, as text. */
  readonly because?: string | undefined
  /** Whether the explanation of the request is still stored. */
  readonly explained: 'kept' | 'not-kept'
  readonly changes: readonly EntryChange[]
  readonly json: string
  /** Undefined for a denial, because denials carry an authentication code instead of a position in the chain. */
  readonly chain: EntryWithProof['chain']
  readonly seal: 'intact' | 'broken'
}

const ROWS_MAX = 24

/** For auditors: the stored entry and the proof of its integrity. */
interface ActivityEntryProofProps {
  /** URL of the list of entries. */
  readonly list: string
  readonly seq: string
  readonly found: EntryDetails
}

export function ActivityEntryProof({ list, seq, found }: ActivityEntryProofProps, { view }: HasView): VNode {
  const t = view.t.operations.entry
  const { json, chain, seal } = found
  return (
    <details class="sso-fold sso-section">
      <summary>{t.auditors}</summary>
      <CopyField id="entry-json" label={t.json} value={json} rows={Math.min(ROWS_MAX, json.split('\n').length)} />
      {chain === undefined ? (
        <>
          <h2>{t.seal}</h2>
          <p>{t.sealHint}</p>
          <p>
            <strong>{t.seals[seal]}</strong>
          </p>
        </>
      ) : (
        <Chain list={list} seq={seq} chain={chain} />
      )}
    </details>
  )
}

function Chain(
  { list, seq, chain }: { list: string; seq: string; chain: NonNullable<EntryDetails['chain']> },
  { view }: HasView,
): VNode {
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
        <CopyField id="hash-before" label={t.previous} value={hashBefore} />
      )}
      <p>
        {before === 'kept' ? <Link href={`${list}/${previous}`}>{t.previousEntry({ seq: previous })}</Link> : t[before]}
      </p>
      <CopyField id="hash" label={t.hash} value={hash} />
    </>
  )
}
