/** The paginated list of all clients, with a simple filter form. Each name links to the client's page. */
import type { ClientAttention } from '../../../../policies/attention.ts'
import { AppName } from '../../../web/ui/components/apps.tsx'
import { Select } from '../../../web/ui/components/choice.tsx'
import { optionsOf, SearchFilter } from '../../../web/ui/components/filter.tsx'
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { EmptyState } from '../../../web/ui/components/section.tsx'
import { Sparkline } from '../../../web/ui/components/sparkline.tsx'
import { type Column, Pager, type PagerProps, Table } from '../../../web/ui/components/table.tsx'
import { Badge, DateTime, Link } from '../../../web/ui/components/text.tsx'
import { percent } from '../../../web/ui/texts/format/words.ts'
import type { ComponentChildren, HasView, View, VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed, type InPanel } from '../shell/frame-view.tsx'
import { type ClientHead, clientHref, EnvironmentBadge } from './frame-view.tsx'

export interface ClientRow extends ClientHead {
  /** Sign-ins on each of the last 30 days, oldest first. */
  readonly days: readonly number[]
  /** Share of sign-ins in the last 7 days that got tokens, from 0 to 1; undefined if there were no sign-ins. */
  readonly success: number | undefined
  /** True if all or nearly all sign-ins fail. */
  readonly failing: boolean
  readonly owner: string
  readonly lastSignInAt: Date | undefined
  readonly secretCreatedAt: Date | undefined
}

export interface ClientListProps extends Framed, PagerProps {
  readonly rows: readonly ClientRow[]
  readonly filter: ClientFilters
  /** Limits the list to clients that need attention for this reason. */
  readonly attention?:
    | {
        readonly reason: ClientAttention
        readonly count: number
        /** Number of such clients that are not listed. */
        readonly more: number
      }
    | undefined
  /** URLs for changing the sort order; absent if there are too many clients to sort. */
  readonly sorts?: { readonly name: Omit<NonNullable<Column<ClientRow>['sort']>, 'spoken'> } | undefined
  readonly total: number
  /** Number of clients examined, if not all of them were. */
  readonly scanned?: number | undefined
}

export function ClientList(props: ClientListProps, { view }: HasView): VNode {
  const { frame, rows, filter, attention, total, scanned, range, previousHref, nextHref } = props
  const { clients, panel } = view.t
  const filtered =
    attention !== undefined || [filter.q, filter.type, filter.env, filter.status].some((value) => value !== '')
  // The panel and the portal are clients too, so a list with only those two counts as empty.
  const fresh = !filtered && rows.every(({ source }) => source === 'service') && total === rows.length
  const create = frame.mayChange ? (
    <ButtonLink look="primary" href={`${frame.root}/clients/new`}>
      {clients.create}
    </ButtonLink>
  ) : undefined
  return (
    <AdminPage
      section="clients"
      title={clients.title}
      wide
      actions={
        fresh ? undefined : (
          <>
            <ButtonLink href={`${frame.root}/review/export?format=csv`}>{view.t.review.csvAll}</ButtonLink>
            <ButtonLink href={`${frame.root}/clients.csv`}>{clients.exportCsv}</ButtonLink>
            {create}
          </>
        )
      }
    >
      {fresh ? (
        <EmptyState icon="app" title={clients.emptyTitle} text={clients.emptyText} action={create} />
      ) : (
        <>
          <ClientFilter filter={filter} />
          {attention === undefined ? null : (
            <p class="sso-row">
              <Badge tone="info">{view.t.operations.attention.counted[attention.reason](attention)}</Badge>
              <Link href={`${frame.root}/clients`}>{panel.clearFilters}</Link>
            </p>
          )}
        </>
      )}
      {total === 0 ? null : (
        <>
          {rows.length === 0 ? (
            <EmptyState
              icon="search"
              title={noMatch(props, view)}
              text={scanned === undefined ? undefined : clients.scanned({ count: scanned, total })}
              action={filtered ? <Link href={`${frame.root}/clients`}>{panel.clearFilters}</Link> : undefined}
            />
          ) : (
            <Table caption={clients.title} rows={rows} columns={columnsOf(props, view)} />
          )}
          {scanned === undefined || rows.length === 0 || !filtered ? null : (
            <p class="sso-fine">{clients.scanned({ count: scanned, total })}</p>
          )}
          <Pager range={range} previousHref={previousHref} nextHref={nextHref} />
          {attention === undefined || attention.more === 0 ? null : (
            <p class="sso-fine">{view.t.operations.activity.more({ count: attention.more })}</p>
          )}
        </>
      )}
    </AdminPage>
  )
}

function noMatch({ filter, nextHref }: ClientListProps, { t }: View): string {
  if (nextHref !== undefined) return t.clients.noMatchYet
  return filter.q === '' ? t.clients.noMatch : t.panel.noMatch({ what: t.clients.what, query: filter.q })
}

/** The list's columns. The usual state (live, active, registered by an administrator) is not shown. */
function columnsOf({ frame, sorts }: ClientListProps, view: View): readonly Column<ClientRow>[] {
  const { columns } = view.t.clients
  const moment = (at: Date | undefined): ComponentChildren =>
    at === undefined ? <span class="sso-muted">{view.t.panel.never}</span> : <DateTime at={at} />
  return [
    {
      label: columns.name,
      fit: 'main',
      ...(sorts && { sort: { ...sorts.name, spoken: view.t.panel.sortBy({ column: columns.name }) } }),
      cell: ({ id, name, icon }) => (
        <AppName app={{ name, icon, detail: id, href: `${clientHref(frame.root, id)}/overview` }} />
      ),
    },
    {
      label: columns.days,
      narrow: 'line',
      cell: ({ days, failing }) => (
        <span class="sso-trend">
          <Sparkline values={days} failing={failing} />
          <span>{new Intl.NumberFormat(view.locale).format(days.reduce((sum, count) => sum + count, 0))}</span>
        </span>
      ),
    },
    {
      label: columns.success,
      numeric: true,
      narrow: 'line',
      cell: ({ success, failing }) =>
        success !== undefined && (
          <span class={failing ? 'sso-text-danger' : undefined}>{percent(view.locale, success)}</span>
        ),
    },
    { label: columns.owner, fit: 'text', cell: ({ owner }) => <bdi title={owner}>{owner}</bdi> },
    { label: columns.lastSignIn, narrow: 'end', cell: ({ lastSignInAt }) => moment(lastSignInAt) },
    {
      label: columns.secret,
      cell: ({ type, secretCreatedAt: at }) =>
        type === 'public' || at === undefined ? (
          <span class="sso-muted">{view.t.panel.none}</span>
        ) : (
          <DateTime at={at} />
        ),
    },
    { label: columns.status, narrow: 'line-end', cell: (row) => <States client={row} /> },
  ]
}

function States({ client: { environment, status, source } }: { client: ClientHead }, { view: { t } }: HasView): VNode {
  const { environments, states, sources } = t.clients
  return (
    <span class="sso-client-states">
      {status === 'disabled' ? <Badge tone="danger">{states.disabled}</Badge> : null}
      {environment === 'development' && source !== 'service' ? (
        <EnvironmentBadge environment={environment} label={environments.development} />
      ) : null}
      {source === 'administrator' ? null : <Badge>{sources[source]}</Badge>}
    </span>
  )
}

type ClientFilters = Readonly<Record<'q' | 'type' | 'env' | 'status' | 'sort', string>>

function ClientFilter({ filter }: { readonly filter: ClientFilters }, { view, frame }: InPanel): VNode {
  const { columns, filter: texts, types, environments, states } = view.t.clients
  const choices = [
    ['type', columns.type, optionsOf(texts.anyType, types)],
    ['env', columns.environment, optionsOf(texts.anyEnvironment, environments)],
    ['status', columns.status, optionsOf(texts.anyStatus, states)],
  ] as const
  return (
    <SearchFilter
      action={`${frame.root}/clients`}
      label={texts.label}
      query={filter.q}
      queryLabel={texts.search}
      placeholder={texts.searchHint}
      submit={texts.apply}
      line
    >
      {choices.map(([name, label, options]) => (
        <Select id={name} label={label} value={filter[name]} options={options} />
      ))}
      {filter.sort === '' ? null : <input type="hidden" name="sort" value={filter.sort} />}
    </SearchFilter>
  )
}
