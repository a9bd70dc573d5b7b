/** Users in the embedded directory or a host's directory. Some directories can only be searched, not listed. */
import type { UserCapabilities } from '../../../domain/management/managed-users.ts'
import type { AccountGroup } from '../../../domain/metrics/account-groups.ts'
import type { UserCounts } from '../../../domain/metrics/overview-counts.ts'
import { Select } from '../../../web/ui/components/choice.tsx'
import { HiddenFields, SearchFilter } from '../../../web/ui/components/filter.tsx'
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { EmptyState } from '../../../web/ui/components/section.tsx'
import { Pager, type PagerProps } from '../../../web/ui/components/table.tsx'
import { Segments } from '../../../web/ui/components/tabs.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { type UserRow, UserRows, type UserRowsProps } from './list-rows-view.tsx'
import { Selectable, type SelectableProps } from './many-view.tsx'

export interface UserListProps extends Framed, PagerProps {
  /** The directory's capabilities. */
  readonly can: UserCapabilities
  /** Counted in the background; undefined until the first count is complete. */
  readonly counts?: UserCounts | undefined
  /** Undefined before a search if the directory cannot list users. */
  readonly rows: readonly UserRow[] | undefined
  /** Undefined if the directory does not report a total. */
  readonly total: number | undefined
  readonly query: Readonly<Partial<Record<'q' | 'role' | 'sort', string | undefined>>> & {
    readonly status?: AccountGroup | undefined
  }
  readonly sorts?: UserRowsProps['sorts']
  /** URL of a file with the users of the query. */
  readonly exportHref?: string | undefined
  /** For operations on selected users; undefined for viewers. */
  readonly many: Omit<SelectableProps, 'children'> | undefined
  /** URL of the same list with more users on a page. */
  readonly largeHref: string | undefined
  /** Roles that the list can be filtered by. */
  readonly roles: readonly string[]
}

export function UserList(props: UserListProps, { view }: HasView): VNode {
  const { frame, can, rows = [], total, range, previousHref, nextHref, many, largeHref } = props
  const table = <UserRows root={frame.root} can={can} rows={rows} sorts={props.sorts} selectable={many !== undefined} />
  const { users: t, hostUsers } = view.t
  const isEmpty = can.accounts && total === 0
  const hasPages = can.accounts || previousHref !== undefined || nextHref !== undefined
  return (
    <AdminPage
      section="users"
      title={t.title}
      lead={can.accounts ? undefined : hostUsers.lead}
      wide
      actions={isEmpty || total === undefined ? undefined : <Summary {...props} total={total} />}
    >
      {isEmpty ? (
        <EmptyState icon="user" title={t.empty} text={t.emptyHint} action={<Create {...props} />} />
      ) : (
        <>
          {can.search ? <UserFilter {...props} /> : null}
          {can.accounts ? <Groups {...props} /> : null}
          {rows.length === 0 ? <NoRows {...props} /> : many ? <Selectable {...many}>{table}</Selectable> : table}
          {can.accounts && range === undefined ? <p class="sso-fine">{t.scanned}</p> : null}
          {can.accounts ? (
            <p class="sso-row">
              {many === undefined || largeHref === undefined ? null : <Link href={largeHref}>{t.many.large}</Link>}
              {frame.mayLook ? (
                <Link href={`${frame.root}/two-step-verification`}>{view.t.factors.users.section}</Link>
              ) : null}
            </p>
          ) : null}
          {hasPages ? <Pager {...{ previousHref, nextHref }} range={rows.length === 0 ? undefined : range} /> : null}
        </>
      )}
    </AdminPage>
  )
}

function Create({ frame }: UserListProps, { view }: HasView): VNode | null {
  return frame.mayChange ? (
    <ButtonLink look="primary" href={`${frame.root}/users/new`}>
      {view.t.users.create}
    </ButtonLink>
  ) : null
}

function Summary(props: UserListProps & { readonly total: number }, { view }: HasView): VNode {
  const { frame, can, exportHref, total } = props
  if (!can.accounts) return <span class="sso-muted">{view.t.users.roles.count({ count: total })}</span>
  return (
    <>
      <ButtonLink href={exportHref}>{view.t.users.export}</ButtonLink>
      {frame.mayChange ? (
        <ButtonLink href={`${frame.root}/users/import`}>{view.t.users.import.title}</ButtonLink>
      ) : null}
      <Create {...props} />
    </>
  )
}

function NoRows({ frame, can, rows, query, nextHref }: UserListProps, { view }: HasView): VNode {
  const { users: t, panel, hostUsers } = view.t
  if (rows === undefined)
    return <EmptyState icon="search" title={hostUsers.searchFirst} text={hostUsers.searchFirstHint} />
  if (nextHref !== undefined) return <EmptyState icon="search" title={panel.noneYet} />
  if (!can.accounts && query.q === undefined)
    return <EmptyState icon="user" title={hostUsers.empty} text={hostUsers.emptyHint} />
  return (
    <EmptyState
      icon="search"
      title={panel.noMatch({ what: t.what, query: query.q ?? '' })}
      action={<Link href={`${frame.root}/users`}>{panel.clearFilters}</Link>}
    />
  )
}

function UserFilter({ frame, can, query, roles }: UserListProps, { view }: HasView): VNode {
  const { users: t, hostUsers } = view.t
  return (
    <SearchFilter
      action={`${frame.root}/users`}
      label={t.find}
      query={query.q ?? ''}
      placeholder={can.accounts ? t.findHint : hostUsers.findHint}
      submit={t.apply}
      line
    >
      {can.accounts ? (
        <>
          <Select
            id="role"
            label={t.role}
            value={query.role ?? ''}
            options={[{ value: '', label: t.anyRole }, ...roles.map((role) => ({ value: role, label: role }))]}
          />
          <HiddenFields values={{ status: query.status, sort: query.sort }} />
        </>
      ) : null}
    </SearchFilter>
  )
}

/** Users to look at, with their numbers, which are counted in the background. */
function Groups({ frame, counts, query, total }: UserListProps, { view }: HasView): VNode {
  const { users: t } = view.t
  const labels: Readonly<Record<AccountGroup, string>> = {
    'no-two-step': t.user.noSecondStep,
    never: t.groups.never,
    inactive: t.groups.inactive,
    'must-change': t.mustChange,
    invited: t.groups.invited,
    suspended: t.states.suspended,
  }
  const number = new Intl.NumberFormat(view.locale)
  const { groups, counted = 0, total: all = 0 } = counts ?? {}
  const shown = (Object.keys(labels) as AccountGroup[]).filter((one) => groups?.[one] !== 0 || query.status === one)
  return (
    <div class="sso-chips">
      <Segments
        label={t.status}
        segments={[
          {
            label: t.groups.all,
            href: `${frame.root}/users`,
            current: query.status === undefined,
            count: total === undefined ? undefined : number.format(total),
          },
          ...shown.map((group) => ({
            label: labels[group],
            href: `${frame.root}/users?status=${group}`,
            current: query.status === group,
            count: groups && `${number.format(groups[group])}${counted < all && groups[group] > 0 ? '+' : ''}`,
          })),
        ]}
      />
    </div>
  )
}
