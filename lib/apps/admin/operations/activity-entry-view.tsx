/** One entry of the audit trail (B9): what happened in words and as data, what belongs to it, and its place in the chain. */
import type { ComponentChildren, VNode } from 'preact'
import type { AuditEventName } from '../../../domain/audit/events.ts'
import { Badge } from '../../../web/ui/components/badge.tsx'
import { Banner } from '../../../web/ui/components/banner.tsx'
import { ButtonLink } from '../../../web/ui/components/button.tsx'
import { CopyField } from '../../../web/ui/components/copy-field.tsx'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import { DescriptionList } from '../../../web/ui/components/description-list.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

/** A client or a person: under what name, and where they are shown, if they still are. */
export interface NamedLink {
  readonly id: string
  readonly name: string
  readonly href?: string | undefined
}

export interface EntryChange {
  readonly field: string
  readonly label?: string | undefined
  readonly before: string
  readonly after: string
}

export interface EntryFound {
  readonly at: Date
  readonly event: AuditEventName
  readonly ok: boolean
  readonly who?: NamedLink | undefined
  readonly client?: NamedLink | undefined
  readonly user?: NamedLink | undefined
  readonly address?: string | undefined
  readonly requestId?: string | undefined
  readonly sid?: string | undefined
  readonly error?: string | undefined
  readonly ref?: string | undefined
  /** What the reference means, and the page that explains it. */
  readonly cause?: { readonly title: string; readonly href: string } | undefined
  readonly detail?: string | undefined
  /** Whether the trace of its request can still be looked up. */
  readonly explained: 'kept' | 'not-kept'
  readonly changes: readonly EntryChange[]
  readonly json: string
  readonly chain: {
    readonly before: 'kept' | 'first' | 'dropped' | 'missing'
    readonly hash: string
    readonly hashBefore?: string | undefined
    readonly link: 'intact' | 'broken'
  }
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
        <DescriptionList facts={factsOf(found, view)} />
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
      <Chain list={list} seq={seq} chain={found.chain} view={view} />
    </AdminPage>
  )
}

function factsOf(
  found: EntryFound,
  view: Viewed['view'],
): readonly { readonly term: string; readonly value: ComponentChildren }[] {
  const {
    operations: { entry: t },
    admin,
  } = view.t
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [
      t.event,
      <>
        {admin.events[found.event] ?? found.event}{' '}
        <code dir="ltr" class="sso-sub">
          {found.event}
        </code>
      </>,
    ],
    [t.when, <DateTime at={found.at} style="exact" view={view} />],
    [t.result, <Badge tone={found.ok ? 'ok' : 'warn'}>{found.ok ? admin.result.ok : admin.result.refused}</Badge>],
    [t.error, found.error === undefined ? undefined : <code dir="ltr">{found.error}</code>],
    [t.cause, causeOf(found)],
    [t.detail, found.detail === undefined ? undefined : <bdi>{found.detail}</bdi>],
    [t.who, named(found.who)],
    [t.client, named(found.client)],
    [t.user, named(found.user)],
    [t.from, found.address === undefined ? undefined : <bdi>{found.address}</bdi>],
    [
      t.request,
      found.requestId === undefined ? undefined : (
        <code dir="ltr" class="sso-uri">
          {found.requestId}
        </code>
      ),
    ],
    [
      t.sid,
      found.sid === undefined ? undefined : (
        <code dir="ltr" class="sso-uri">
          {found.sid}
        </code>
      ),
    ],
  ]
  return facts.flatMap(([term, value]) => (value === undefined ? [] : [{ term, value }]))
}

function causeOf({ cause, ref }: EntryFound): ComponentChildren {
  if (ref === undefined) return undefined
  return (
    <>
      {cause === undefined ? null : <Link href={cause.href}>{cause.title}</Link>}{' '}
      <code dir="ltr" class="sso-sub">
        {ref}
      </code>
    </>
  )
}

function named(link: NamedLink | undefined): ComponentChildren {
  if (link === undefined) return undefined
  const { id, name, href } = link
  const shown = <bdi>{name}</bdi>
  return (
    <>
      {href === undefined ? shown : <Link href={href}>{shown}</Link>}
      {name === id ? null : (
        <code class="sso-sub">
          <bdi>{id}</bdi>
        </code>
      )}
    </>
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

function Chain({ list, seq, chain, view }: { list: string; seq: string; chain: EntryFound['chain'] } & Viewed): VNode {
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
