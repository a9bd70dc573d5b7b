/** All clients: filtered by a plain form, a page at a time, each leading to its own page by its name. */
import type { VNode } from 'preact'
import { Badge } from '../../../web/ui/components/badge.tsx'
import { ButtonLink } from '../../../web/ui/components/button.tsx'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Pager } from '../../../web/ui/components/pager.tsx'
import { type Column, Table } from '../../../web/ui/components/table.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import type { ClientHead } from './client-props.ts'
import { clientHref, EnvironmentBadge } from './frame-view.tsx'
import { ClientFilter, type ClientFilters } from './list-filter-view.tsx'

export interface ClientRow extends ClientHead {
  readonly owner: string
  readonly lastSignInAt: Date | undefined
  readonly createdAt: Date
}

export interface ClientListProps extends Framed {
  readonly rows: readonly ClientRow[]
  readonly filter: ClientFilters
  /** Addresses of the list in another order; absent where there are too many to be sorted. */
  readonly sorts?: Readonly<Record<'name' | 'created', NonNullable<Column<ClientRow>['sort']>>> | undefined
  readonly total: number
  readonly range?: { readonly from: number; readonly to: number; readonly total: number } | undefined
  /** How many were looked at, where not all were. */
  readonly scanned?: number | undefined
  readonly previousHref?: string | undefined
  readonly nextHref?: string | undefined
}

export function ClientList(props: ClientListProps & Viewed): VNode {
  const { frame, rows, filter, total, scanned, range, previousHref, nextHref, view } = props
  const { clients, panel } = view.t
  const filtered = [filter.q, filter.type, filter.env, filter.status].some((value) => value !== '')
  // The panel and the portal are clients too, but nobody's first one.
  const fresh = !filtered && rows.every(({ source }) => source === 'service') && total === rows.length
  const create = frame.mayChange ? (
    <ButtonLink href={`${frame.root}/clients/new`}>{clients.create}</ButtonLink>
  ) : undefined
  return (
    <AdminPage
      frame={frame}
      section="clients"
      view={view}
      title={clients.title}
      lead={clients.lead}
      actions={
        fresh ? undefined : (
          <>
            <ButtonLink look="secondary" href={`${frame.root}/clients.csv`}>
              {clients.exportCsv}
            </ButtonLink>
            {create}
          </>
        )
      }
    >
      {fresh ? (
        <EmptyState icon="app" title={clients.emptyTitle} text={clients.emptyText} action={create} />
      ) : (
        <ClientFilter frame={frame} filter={filter} view={view} />
      )}
      {total === 0 ? null : (
        <>
          {rows.length === 0 ? (
            <EmptyState
              icon="search"
              title={noMatch(props)}
              text={scanned === undefined ? undefined : clients.scanned({ count: scanned, total })}
              action={filtered ? <Link href={`${frame.root}/clients`}>{panel.clearFilters}</Link> : undefined}
            />
          ) : (
            <Table view={view} caption={clients.title} rows={rows} columns={columnsOf(props)} />
          )}
          {scanned === undefined || rows.length === 0 || !filtered ? null : (
            <p class="sso-fine">{clients.scanned({ count: scanned, total })}</p>
          )}
          <Pager view={view} range={range} previousHref={previousHref} nextHref={nextHref} />
        </>
      )}
    </AdminPage>
  )
}

function noMatch({ filter, nextHref, view: { t } }: ClientListProps & Viewed): string {
  if (nextHref !== undefined) return t.clients.noMatchYet
  return filter.q === '' ? t.clients.noMatch : t.panel.noMatch({ what: t.clients.what, query: filter.q })
}

function columnsOf({ frame, sorts, view }: ClientListProps & Viewed): readonly Column<ClientRow>[] {
  const { columns, types, environments, states } = view.t.clients
  return [
    {
      label: columns.name,
      ...(sorts === undefined ? {} : { sort: sorts.name }),
      cell: (row) => (
        <>
          <Link href={`${clientHref(frame.root, row.id)}/overview`}>
            <bdi>{row.name}</bdi>
          </Link>
          <code class="sso-sub" dir="ltr">
            {row.id}
          </code>
        </>
      ),
    },
    { label: columns.type, cell: ({ type }) => types[type] },
    {
      label: columns.environment,
      cell: ({ environment }) => <EnvironmentBadge environment={environment} label={environments[environment]} />,
    },
    {
      label: columns.status,
      cell: ({ status }) => <Badge tone={status === 'active' ? 'ok' : 'danger'}>{states[status]}</Badge>,
    },
    {
      label: columns.owner,
      cell: ({ owner, source }) => (
        <span class="sso-owner">
          {owner === '' ? null : <bdi>{owner}</bdi>}
          {source === 'administrator' ? null : (
            <span class={owner === '' ? undefined : 'sso-sub'}>{view.t.clients.sources[source]}</span>
          )}
        </span>
      ),
    },
    {
      label: columns.lastSignIn,
      cell: ({ lastSignInAt: at }) => (at === undefined ? view.t.panel.never : <DateTime at={at} view={view} />),
    },
    {
      label: columns.created,
      ...(sorts === undefined ? {} : { sort: sorts.created }),
      cell: ({ createdAt }) => <DateTime at={createdAt} view={view} />,
    },
  ]
}
