/** One entry of the audit trail: what happened in words and as data, what belongs to it, and its place in the chain. */
import type { VNode } from 'preact'
import { Banner } from '../../../web/ui/components/banner.tsx'
import { ButtonLink } from '../../../web/ui/components/button.tsx'
import { CopyField } from '../../../web/ui/components/copy-field.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { ActivityEntryFacts, type EntryFacts } from './activity-entry-facts-view.tsx'

export interface EntryChange {
  readonly field: string
  readonly label?: string | undefined
  readonly before: string
  readonly after: string
}

export interface EntryFound extends EntryFacts {
  /** Whether the trace of its request can still be looked up. */
  readonly explained: 'kept' | 'not-kept'
  readonly changes: readonly EntryChange[]
  readonly json: string
  /** A refusal has no place in the chain, but a code of its own. */
  readonly chain: ChainPlace | undefined
  readonly seal: 'intact' | 'broken'
}

interface ChainPlace {
  readonly before: 'kept' | 'first' | 'dropped' | 'missing'
  readonly hash: string
  readonly hashBefore?: string | undefined
  readonly link: 'intact' | 'broken'
}

export interface ActivityEntryProps extends Framed {
  /** Position in the trail, as the address has it. */
  readonly seq: string
  readonly found?: EntryFound | undefined
}

const ROWS_MAX = 24

export function ActivityEntry({ frame, seq, found, view }: ActivityEntryProps & Viewed): VNode {
  const t = view.t.operations.entry
  const list = `${frame.root}/activity`
  const heading = {
    section: 'activity',
    title: t.title({ seq: isolate(seq) }),
    crumbs: [{ label: view.t.operations.activity.title, href: list }],
  } as const
  if (found === undefined) {
    return (
      <AdminPage frame={frame} view={view} {...heading}>
        <EmptyState
          icon="search"
          title={t.unknown}
          text={t.unknownHint}
          action={<ButtonLink href={list}>{view.t.operations.activity.title}</ButtonLink>}
        />
      </AdminPage>
    )
  }
  return (
    <AdminPage frame={frame} view={view} {...heading}>
      <Section id="facts" title={t.facts}>
        <ActivityEntryFacts found={found} view={view} />
      </Section>
      {found.changes.length === 0 ? null : (
        <Section id="changes" title={t.changes}>
          <Table<EntryChange>
            view={view}
            caption={t.changes}
            rows={found.changes}
            columns={[
              { label: t.field, cell: ({ field, label }) => label ?? <code>{field}</code> },
              { label: t.before, cell: ({ before }) => <bdi>{before}</bdi> },
              { label: t.after, cell: ({ after }) => <bdi>{after}</bdi> },
            ]}
          />
        </Section>
      )}
      <Related root={frame.root} found={found} view={view} />
      <Section id="whole" title={t.whole}>
        <CopyField
          view={view}
          id="entry-json"
          label={t.json}
          value={found.json}
          rows={Math.min(ROWS_MAX, found.json.split('\n').length)}
        />
      </Section>
      {found.chain === undefined ? (
        <Section id="chain" title={t.seal} lead={t.sealHint}>
          <Banner tone={found.seal === 'intact' ? 'ok' : 'danger'}>{t.seals[found.seal]}</Banner>
        </Section>
      ) : (
        <Chain list={list} seq={seq} chain={found.chain} view={view} />
      )}
    </AdminPage>
  )
}

/** The ways to what is about the same request, session, client and user. */
function Related({ root, found, view }: { root: string; found: EntryFound } & Viewed): VNode | null {
  const t = view.t.operations.entry
  const { requestId, sid, client, user, explained } = found
  const about = (name: string, value: string): string => `${root}/activity?${name}=${encodeURIComponent(value)}`
  const links: readonly (readonly [string, string])[] = [
    ...(requestId === undefined || explained === 'not-kept'
      ? []
      : [[t.explanation, `${root}/explain/${encodeURIComponent(requestId)}`] as const]),
    ...(requestId === undefined ? [] : [[t.sameRequest, about('request_id', requestId)] as const]),
    ...(sid === undefined ? [] : [[t.sameSession, about('sid', sid)] as const]),
    ...(client === undefined ? [] : [[t.sameClient, about('client', client.id)] as const]),
    ...(user === undefined ? [] : [[t.sameUser, about('user', user.id)] as const]),
  ]
  if (links.length === 0) return null
  return (
    <Section id="related" title={t.related}>
      <ul class="sso-row">
        {links.map(([label, href]) => (
          <li>
            <ButtonLink look="secondary" href={href}>
              {label}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Chain({ list, seq, chain, view }: { list: string; seq: string; chain: ChainPlace } & Viewed): VNode {
  const t = view.t.operations.entry
  const { before, hash, hashBefore, link } = chain
  const previous = String(Number(seq) - 1)
  return (
    <Section id="chain" title={t.chain} lead={t.chainHint}>
      <Banner tone={link === 'intact' ? 'ok' : 'danger'}>{t[link]}</Banner>
      {hashBefore === undefined || hashBefore === '' ? null : (
        <CopyField view={view} id="hash-before" label={t.previous} value={hashBefore} />
      )}
      <p>
        {before === 'kept' ? <Link href={`${list}/${previous}`}>{t.previousEntry({ seq: previous })}</Link> : t[before]}
      </p>
      <CopyField view={view} id="hash" label={t.hash} value={hash} />
    </Section>
  )
}
