/** The audit trail: filters, pages, and for each entry the way to what explains it. */
import type { VNode } from 'preact'
import type { AuditEventName } from '../../../domain/audit/events.ts'
import { Badge } from '../../../web/ui/components/badge.tsx'
import { Banner } from '../../../web/ui/components/banner.tsx'
import { ButtonLink } from '../../../web/ui/components/button.tsx'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Pager } from '../../../web/ui/components/pager.tsx'
import { type Column, Table } from '../../../web/ui/components/table.tsx'
import type { View, Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { ActivityFilter, type ActivityFilters, type DayFilter } from './activity-filter-view.tsx'

export interface ActivityRow {
  readonly seq: string
  readonly at: Date
  readonly event: AuditEventName
  readonly ok: boolean
  readonly actor?: string | undefined
  readonly client?: string | undefined
  readonly user?: string | undefined
  readonly address?: string | undefined
  readonly requestId?: string | undefined
  readonly ref?: string | undefined
}

export interface ActivityProps extends Framed {
  readonly rows: readonly ActivityRow[]
  readonly filters: ActivityFilters
  readonly filtered: boolean
  /** Filters that name no day. */
  readonly wrong?: readonly DayFilter[]
  readonly nextHref?: string | undefined
  readonly firstHref?: string | undefined
  readonly chain?: { readonly entries: number; readonly of: number } | { readonly brokenAt: number } | undefined
}

export function Activity({
  frame,
  rows,
  filters,
  filtered,
  wrong = [],
  nextHref,
  firstHref,
  chain,
  view,
}: ActivityProps & Viewed): VNode {
  const t = view.t.operations.activity
  const path = `${frame.root}/activity`
  return (
    <AdminPage
      frame={frame}
      section="activity"
      view={view}
      title={t.title}
      lead={t.lead}
      actions={
        <>
          <ButtonLink look="secondary" href={`${path}?verify=1`}>
            {t.verify}
          </ButtonLink>
          <ButtonLink look="secondary" href={`${path}/export`}>
            {t.exportAll}
          </ButtonLink>
        </>
      }
    >
      {chain === undefined ? null : 'brokenAt' in chain ? (
        <Banner tone="danger">{t.broken({ seq: chain.brokenAt })}</Banner>
      ) : (
        <Banner tone="ok">{chain.entries < chain.of ? t.chainPart(chain) : t.chain({ entries: chain.entries })}</Banner>
      )}
      <ActivityFilter path={path} filters={filters} filtered={filtered} wrong={wrong} view={view} />
      {wrong.length > 0 ? null : rows.length === 0 ? (
        <EmptyState
          icon="activity"
          title={nextHref !== undefined ? t.notYet : filtered ? t.emptyFiltered : t.empty}
          action={nextHref === undefined ? undefined : <Link href={nextHref}>{t.older}</Link>}
        />
      ) : (
        <Table<ActivityRow> view={view} caption={t.caption} rows={rows} columns={columnsOf(frame.root, view)} />
      )}
      <Pager view={view} previousHref={firstHref} nextHref={nextHref} />
    </AdminPage>
  )
}

function columnsOf(root: string, view: View): readonly Column<ActivityRow>[] {
  const t = view.t.operations.activity
  const filteredBy = (name: 'client' | 'user', value: string): VNode => (
    <Link href={`${root}/activity?${name}=${encodeURIComponent(value)}`}>
      <bdi>{value}</bdi>
    </Link>
  )
  return [
    {
      label: t.what,
      cell: ({ event, ok, ref }) => (
        <>
          {view.t.admin.events[event] ?? event}{' '}
          {ok ? null : <Badge tone="warn">{ref ?? view.t.admin.result.refused}</Badge>}
        </>
      ),
    },
    {
      label: t.when,
      cell: ({ at, seq }) => (
        <Link href={`${root}/activity/${seq}`}>
          <DateTime at={at} view={view} />
        </Link>
      ),
    },
    { label: t.client, cell: ({ client }) => (client === undefined ? '–' : filteredBy('client', client)) },
    {
      label: t.user,
      cell: ({ user, actor }) => (user === undefined ? <bdi>{actor ?? '–'}</bdi> : filteredBy('user', user)),
    },
    { label: t.from, cell: ({ address }) => (address === undefined ? '–' : <bdi>{address}</bdi>) },
    {
      label: t.request,
      cell: ({ requestId, ok }) => {
        if (requestId === undefined) return '–'
        const id = <code>{requestId}</code>
        return ok ? id : <Link href={`${root}/explain/${requestId}`}>{id}</Link>
      },
    },
  ]
}
