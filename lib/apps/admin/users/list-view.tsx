/** Users in the embedded directory or a host's directory. Some directories can only be searched, not listed. */
import type { UserCapabilities } from '../../../domain/management/managed-users.ts'
import type { UserCounts } from '../../../domain/metrics/overview-counts.ts'
import { Select } from '../../../web/ui/components/choice.tsx'
import { optionsOf, SearchFilter } from '../../../web/ui/components/filter.tsx'
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { Ring } from '../../../web/ui/components/ring.tsx'
import { EmptyState } from '../../../web/ui/components/section.tsx'
import { Pager, type PagerProps } from '../../../web/ui/components/table.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
import { percent } from '../../../web/ui/texts/format/words.ts'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { type UserRow, UserRows } from './list-rows-view.tsx'
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
  readonly filter: { readonly q: string; readonly role: string; readonly status: string }
  /** For operations on selected users; undefined for viewers. */
  readonly many: Omit<SelectableProps, 'children'> | undefined
  /** URL of the same list with more users on a page. */
  readonly largeHref: string | undefined
  /** Roles that the list can be filtered by. */
  readonly roles: readonly string[]
}

export function UserList(props: UserListProps, { view }: HasView): VNode {
  const { frame, can, rows = [], total, range, previousHref, nextHref, many, largeHref } = props
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
          {rows.length === 0 ? (
            <NoRows {...props} />
          ) : many === undefined ? (
            <UserRows root={frame.root} can={can} rows={rows} />
          ) : (
            <Selectable {...many}>
              <UserRows root={frame.root} can={can} rows={rows} selectable />
            </Selectable>
          )}
          {can.accounts && range === undefined ? <p class="sso-fine">{t.scanned}</p> : null}
          {many === undefined || largeHref === undefined ? null : (
            <p class="sso-fine">
              <Link href={largeHref}>{t.many.large}</Link>
            </p>
          )}
          {hasPages ? (
            <Pager range={rows.length === 0 ? undefined : range} previousHref={previousHref} nextHref={nextHref} />
          ) : null}
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
  const { frame, can, counts, total } = props
  if (!can.accounts) return <span class="sso-muted">{view.t.users.roles.count({ count: total })}</span>
  return (
    <>
      {counts === undefined ? null : <ListCounts root={frame.root} counts={counts} />}
      {frame.mayChange ? (
        <ButtonLink href={`${frame.root}/users/import`}>{view.t.users.import.title}</ButtonLink>
      ) : null}
      <ButtonLink href={`${frame.root}/two-step-verification`}>{view.t.factors.users.section}</ButtonLink>
      <Create {...props} />
    </>
  )
}

function NoRows({ frame, can, rows, filter, nextHref }: UserListProps, { view }: HasView): VNode {
  const { users: t, panel, hostUsers } = view.t
  if (rows === undefined)
    return <EmptyState icon="search" title={hostUsers.searchFirst} text={hostUsers.searchFirstHint} />
  if (nextHref !== undefined) return <EmptyState icon="search" title={panel.noneYet} />
  if (!can.accounts && filter.q === '')
    return <EmptyState icon="user" title={hostUsers.empty} text={hostUsers.emptyHint} />
  return (
    <EmptyState
      icon="search"
      title={panel.noMatch({ what: t.what, query: filter.q })}
      action={<Link href={`${frame.root}/users`}>{panel.clearFilters}</Link>}
    />
  )
}

function UserFilter({ frame, can, filter, roles }: UserListProps, { view }: HasView): VNode {
  const { users: t, hostUsers } = view.t
  return (
    <SearchFilter
      action={`${frame.root}/users`}
      label={t.find}
      query={filter.q}
      placeholder={can.accounts ? t.findHint : hostUsers.findHint}
      submit={t.apply}
      line
    >
      {can.accounts ? (
        <>
          <Select
            id="role"
            label={t.role}
            value={filter.role}
            options={[{ value: '', label: t.anyRole }, ...roles.map((role) => ({ value: role, label: role }))]}
          />
          <Select
            id="status"
            label={t.status}
            value={filter.status}
            options={optionsOf(t.anyStatus, { active: t.states.active, suspended: t.states.suspended })}
          />
        </>
      ) : null}
    </SearchFilter>
  )
}

export function ListCounts(
  { root, counts }: { readonly root: string; readonly counts: UserCounts },
  { view }: HasView,
): VNode | null {
  const { total, counted, suspended, secondStep } = counts
  const { users } = view.t
  const t = users.counts
  if (counted === 0) return null
  const share = secondStep.any / counted
  return (
    <div class="sso-list-counts">
      <ul class="sso-plain">
        <li>{users.roles.count({ count: total })}</li>
        {suspended === 0 ? null : (
          <li>
            <Link href={`${root}/users?status=suspended`}>{t.suspended({ count: suspended })}</Link>
          </li>
        )}
        {counted < total ? <li>{t.counted({ count: counted })}</li> : null}
      </ul>
      <Ring share={share} label={percent(view.locale, share)} lines={[t.secondStep({ count: secondStep.any })]} />
    </div>
  )
}
