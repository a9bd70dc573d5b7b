/** People of the embedded directory. */
import type { VNode } from 'preact'
import type { UserCounts } from '../../../domain/metrics/overview-counts.ts'
import { Badge } from '../../../web/ui/components/badge.tsx'
import { ButtonLink } from '../../../web/ui/components/button.tsx'
import { Select } from '../../../web/ui/components/choice.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { optionsOf, SearchFilter } from '../../../web/ui/components/filter.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Pager } from '../../../web/ui/components/pager.tsx'
import { NoValue, Table } from '../../../web/ui/components/table.tsx'
import { Who } from '../../../web/ui/components/who.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { ListCounts } from './list-counts-view.tsx'
import { FirstRoles, type UserHead, userHref } from './user-props.tsx'

export interface UserRow extends UserHead {
  readonly mustChangePassword: boolean
  readonly secondStep: readonly ('passkey' | 'authenticator')[]
}

export interface UserListProps extends Framed {
  /** Counted in the background; undefined as long as they never were. */
  readonly counts?: UserCounts | undefined
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
  const { frame, counts, rows, total, filter, range, previousHref, nextHref, view } = props
  const { users: t, panel } = view.t
  const create = frame.mayChange ? <ButtonLink href={`${frame.root}/users/new`}>{t.create}</ButtonLink> : undefined
  return (
    <AdminPage
      frame={frame}
      section="users"
      view={view}
      title={t.title}
      wide
      actions={
        total === 0 ? undefined : (
          <>
            {counts === undefined ? null : <ListCounts root={frame.root} counts={counts} view={view} />}
            {create}
          </>
        )
      }
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
                {
                  label: t.columns.secondStep,
                  cell: ({ secondStep }) => <SecondStepIcons kinds={secondStep} view={view} />,
                },
                { label: t.columns.roles, cell: ({ roles }) => <FirstRoles roles={roles} /> },
                { label: t.columns.status, cell: (user) => <States user={user} view={view} /> },
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

const ICONS = { passkey: 'key', authenticator: 'phone' } as const

function SecondStepIcons({ kinds, view: { t } }: { kinds: UserRow['secondStep'] } & Viewed): VNode {
  if (kinds.length === 0) return <NoValue />
  return (
    <span class="sso-factor-icons">
      {kinds.map((kind) => (
        <span title={t.users.secondStep[kind]}>
          <Icon name={ICONS[kind]} />
          <span class="sso-hidden">{t.users.secondStep[kind]}</span>
        </span>
      ))}
    </span>
  )
}

/** What is usual is not written. */
function States({ user, view: { t } }: { user: UserRow } & Viewed): VNode {
  return (
    <span class="sso-client-states">
      {user.status === 'suspended' ? <Badge tone="danger">{t.users.states.suspended}</Badge> : null}
      {user.mustChangePassword ? <Badge tone="warn">{t.users.mustChange}</Badge> : null}
      {user.source === 'administrator' ? null : <Badge>{t.users.sources[user.source]}</Badge>}
    </span>
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
      line
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
