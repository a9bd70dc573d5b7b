/** People of the embedded directory. */
import type { VNode } from 'preact'
import { ButtonLink } from '../../../web/ui/components/button.tsx'
import { Select } from '../../../web/ui/components/choice.tsx'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { optionsOf, SearchFilter } from '../../../web/ui/components/filter.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Pager } from '../../../web/ui/components/pager.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { RoleBadges, StateBadge, type UserHead, userHref } from './user-props.tsx'

export interface UserRow extends UserHead {
  readonly createdAt: Date
}

export interface UserListProps extends Framed {
  readonly rows: readonly UserRow[]
  readonly total: number
  readonly filter: { readonly q: string; readonly role: string; readonly status: string }
  /** Roles to choose from. */
  readonly roles: readonly string[]
  readonly range?: { readonly from: number; readonly to: number; readonly total: number } | undefined
  readonly previousHref?: string | undefined
  readonly nextHref?: string | undefined
}

export function UserList(props: UserListProps & Viewed): VNode {
  const { frame, rows, total, filter, range, previousHref, nextHref, view } = props
  const { users: t, panel } = view.t
  const create = frame.mayChange ? <ButtonLink href={`${frame.root}/users/new`}>{t.create}</ButtonLink> : undefined
  return (
    <AdminPage
      frame={frame}
      section="users"
      view={view}
      title={t.title}
      lead={t.lead}
      actions={total === 0 ? undefined : create}
    >
      {total === 0 ? (
        <EmptyState icon="user" title={t.empty} text={t.emptyHint} action={create} />
      ) : (
        <>
          <UserFilter {...props} />
          {rows.length === 0 ? (
            <EmptyState
              icon="search"
              title={panel.noMatch({ what: t.what, query: filter.q })}
              action={<Link href={`${frame.root}/users`}>{panel.clearFilters}</Link>}
            />
          ) : (
            <Table<UserRow>
              view={view}
              caption={t.title}
              rows={rows}
              columns={[
                {
                  label: t.columns.name,
                  cell: (user) => (
                    <>
                      <Link href={userHref(frame.root, user.sub)}>
                        <bdi>{user.name ?? user.username}</bdi>
                      </Link>
                      <bdi class="sso-sub">{user.username}</bdi>
                    </>
                  ),
                },
                { label: t.columns.email, cell: ({ email }) => (email === undefined ? '–' : <bdi>{email}</bdi>) },
                { label: t.columns.roles, cell: ({ roles }) => <RoleBadges roles={roles} none="–" /> },
                { label: t.columns.status, cell: (user) => <StateBadge user={user} view={view} /> },
                { label: t.columns.source, cell: ({ source }) => t.sources[source] },
                { label: t.columns.created, cell: ({ createdAt }) => <DateTime at={createdAt} view={view} /> },
              ]}
            />
          )}
          {range === undefined ? <p class="sso-fine">{t.scanned}</p> : null}
          <Pager
            view={view}
            range={rows.length === 0 ? undefined : range}
            previousHref={previousHref}
            nextHref={nextHref}
          />
        </>
      )}
    </AdminPage>
  )
}

function UserFilter({ frame, filter, roles, view }: UserListProps & Viewed): VNode {
  const { users: t } = view.t
  return (
    <SearchFilter
      action={`${frame.root}/users`}
      label={t.find}
      query={filter.q}
      placeholder={t.findHint}
      submit={t.apply}
      view={view}
    >
      <Select
        id="role"
        name="role"
        label={t.role}
        value={filter.role}
        options={[{ value: '', label: t.anyRole }, ...roles.map((role) => ({ value: role, label: role }))]}
      />
      <Select
        id="status"
        name="status"
        label={t.status}
        value={filter.status}
        options={optionsOf(t.anyStatus, { active: t.states.active, suspended: t.states.suspended })}
      />
    </SearchFilter>
  )
}
