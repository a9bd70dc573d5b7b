/** Users of the host's own directory: as it lists or finds them, and no more than it tells. */
import type { VNode } from 'preact'
import { Badge } from '../../../web/ui/components/badge.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { SearchFilter } from '../../../web/ui/components/filter.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Pager } from '../../../web/ui/components/pager.tsx'
import { NoValue, Table } from '../../../web/ui/components/table.tsx'
import { Who } from '../../../web/ui/components/who.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { FirstRoles, type UserHead, userHref } from './user-props.tsx'

export interface HostUserListProps extends Framed {
  /** Undefined before a search, where the directory lists nobody. */
  readonly rows: readonly UserHead[] | undefined
  /** Where the directory knows. */
  readonly total: number | undefined
  /** Undefined where the directory does not search. */
  readonly query: string | undefined
  readonly firstHref: string | undefined
  readonly nextHref: string | undefined
}

export function HostUserList(props: HostUserListProps & Viewed): VNode {
  const { frame, rows, total, query, firstHref, nextHref, view } = props
  const { users: t, hostUsers } = view.t
  return (
    <AdminPage
      frame={frame}
      section="users"
      view={view}
      title={t.title}
      lead={hostUsers.lead}
      wide
      actions={total === undefined ? undefined : <span class="sso-muted">{t.roles.count({ count: total })}</span>}
    >
      {query === undefined ? null : (
        <SearchFilter
          action={`${frame.root}/users`}
          label={t.find}
          query={query}
          placeholder={hostUsers.findHint}
          submit={t.apply}
          line
          view={view}
        />
      )}
      {rows === undefined || rows.length === 0 ? (
        <NoRows {...props} />
      ) : (
        <Table<UserHead>
          view={view}
          caption={t.title}
          rows={rows}
          columns={[
            {
              label: t.columns.name,
              fit: 'main',
              cell: ({ sub, name, username }) => (
                <Who who={{ name: name ?? username, detail: username, href: userHref(frame.root, sub) }} />
              ),
            },
            {
              label: t.columns.email,
              fit: 'main',
              cell: ({ email }) => (email === undefined ? <NoValue /> : <bdi title={email}>{email}</bdi>),
            },
            { label: t.columns.roles, cell: ({ roles }) => <FirstRoles roles={roles} /> },
            {
              label: t.columns.status,
              cell: ({ status }) => (status === 'suspended' ? <Badge tone="danger">{t.states.suspended}</Badge> : null),
            },
          ]}
        />
      )}
      {firstHref === undefined && nextHref === undefined ? null : (
        <Pager view={view} previousHref={firstHref} nextHref={nextHref} />
      )}
    </AdminPage>
  )
}

function NoRows({ frame, rows, query, view }: HostUserListProps & Viewed): VNode {
  const { users, panel, hostUsers: t } = view.t
  if (rows === undefined) return <EmptyState icon="search" title={t.searchFirst} text={t.searchFirstHint} />
  if (query === undefined || query === '') return <EmptyState icon="user" title={t.empty} text={t.emptyHint} />
  return (
    <EmptyState
      icon="search"
      title={panel.noMatch({ what: users.what, query })}
      action={<Link href={`${frame.root}/users`}>{panel.clearFilters}</Link>}
    />
  )
}
