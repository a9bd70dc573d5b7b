/** All roles: those that give access to this panel, with their permissions, and those that only apps use. */
import { ADMIN_ROLE } from '../../../../policies/panel-access.ts'
import { OWN_ROLES } from '../../../../policies/roles.ts'
import type { AppView } from '../../../web/ui/components/apps.tsx'
import { Confirm } from '../../../web/ui/components/confirm.tsx'
import { type FormTarget, LinkRow } from '../../../web/ui/components/form.tsx'
import { Banner, EmptyState, Section } from '../../../web/ui/components/section.tsx'
import { type Column, Table } from '../../../web/ui/components/table.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
import { type ComponentChildren, type HasView, isolate, rich, type View, type VNode } from '../../../web/ui/view.ts'
import { type AdminFrame, AdminPage, type Framed } from '../shell/frame-view.tsx'
import { RoleMeaning } from './user-props.tsx'

export interface RoleRow {
  readonly role: string
  readonly holders: number
  /** The apps that are limited to this role, or to this role and others. */
  readonly opens: readonly AppView[]
}

/** Maximum number of apps to name in a row; the rest are only counted. */
const OPENS_MAX = 3

export interface RoleListProps extends Framed {
  readonly rows: readonly RoleRow[]
  /** Number of accounts that were examined, if there are more. */
  readonly counted?: number | undefined
}

const isOwn = ({ role }: RoleRow): boolean => (OWN_ROLES as readonly string[]).includes(role)

/** The administrator role cannot be removed from all users, because at least one administrator must remain. */
const isRemovable = ({ role, holders }: RoleRow): boolean => role !== ADMIN_ROLE && holders > 0

export function RoleList({ frame, rows, counted }: RoleListProps, { view }: HasView): VNode {
  const { users } = view.t
  const t = users.roles
  const [own, forApps] = [rows.filter(isOwn), rows.filter((row) => !isOwn(row))]
  return (
    <AdminPage section="roles" title={t.title}>
      {counted === undefined ? null : <Banner>{users.counts.counted({ count: counted })}</Banner>}
      <Section id="own" title={t.own}>
        <Table<RoleRow> caption={t.own} rows={own} columns={columnsOf(own, frame, view)} prose />
      </Section>
      <Section id="for-apps" title={t.forApps} lead={t.forAppsLead}>
        {forApps.length === 0 ? (
          <EmptyState icon="shield" title={t.none} />
        ) : (
          <Table<RoleRow> caption={t.forApps} rows={forApps} columns={columnsOf(forApps, frame, view)} prose />
        )}
      </Section>
    </AdminPage>
  )
}

function columnsOf(rows: readonly RoleRow[], { root, mayChange }: AdminFrame, view: View): readonly Column<RoleRow>[] {
  const t = view.t.users.roles
  return [
    {
      label: t.role,
      cell: ({ role }) => (
        <>
          <code dir="ltr">{role}</code>
          <RoleMeaning role={role} />
        </>
      ),
    },
    {
      label: t.holders,
      cell: ({ role, holders }) => (
        <Link href={`${root}/users?role=${encodeURIComponent(role)}`}>{t.count({ count: holders })}</Link>
      ),
    },
    ...(rows.some(({ opens }) => opens.length > 0)
      ? [{ label: t.opens, cell: ({ opens }: RoleRow) => <Opens apps={opens} /> }]
      : []),
    ...(mayChange && rows.some(isRemovable)
      ? [
          {
            label: t.change,
            cell: (row: RoleRow) =>
              isRemovable(row) && (
                <Link href={`${root}/roles/remove?role=${encodeURIComponent(row.role)}`}>
                  <span aria-hidden="true">{t.remove}</span>
                  <span class="sso-hidden">{t.removeOf({ role: row.role })}</span>
                </Link>
              ),
          },
        ]
      : []),
  ]
}

function Opens({ apps }: { apps: readonly AppView[] }, { view }: HasView): VNode {
  const more = apps.length - OPENS_MAX
  return (
    <>
      {apps.slice(0, OPENS_MAX).map((app, index) => (
        <>
          {index === 0 ? null : ' · '}
          <AppLink app={app} />
        </>
      ))}
      {more > 0 ? <> {view.t.client.access.more({ count: more })}</> : null}
    </>
  )
}

const AppLink = ({ app: { name, href } }: { app: AppView }): VNode => (
  <Link href={href ?? ''}>
    <bdi>{name}</bdi>
  </Link>
)

export interface RoleRemoveProps extends Framed {
  readonly role: string
  /** Number of users who lose the role, and of those whose roles cannot be changed here. */
  readonly losing: number
  readonly kept: number
  /** The apps that are limited to the role. `isClosed`: no user has access to the app afterwards. */
  readonly apps: readonly (AppView & { readonly losing: number; readonly isClosed: boolean })[]
  readonly moreApps: number
  readonly form: FormTarget
}

/** Asks for confirmation before a role is removed from all users. At least one administrator must remain. */
export function RoleRemove({ frame, form, ...impact }: RoleRemoveProps, { view }: HasView): VNode {
  const { users } = view.t
  const t = users.roles
  const { role } = impact
  const back = `${frame.root}/roles`
  return (
    <AdminPage section="roles" title={t.removeTitle({ role: isolate(role) })} crumbs={[{ label: t.title, href: back }]}>
      {role === 'sso:admin' ? (
        <>
          <Banner tone="warn">{t.lastHint}</Banner>
          <LinkRow look="primary" href={`${frame.root}/users?role=${encodeURIComponent(role)}`}>
            {t.showHolders}
          </LinkRow>
        </>
      ) : (
        <Confirm
          form={form}
          effects={removeEffects(impact, view)}
          confirmLabel={t.removeSubmit}
          cancelHref={back}
          danger
        />
      )}
    </AdminPage>
  )
}

function removeEffects(
  { losing, kept, apps, moreApps }: Omit<RoleRemoveProps, 'frame' | 'form'>,
  { t }: View,
): readonly ComponentChildren[] {
  const { roles } = t.users
  return [
    roles.removeEffect({ count: losing }),
    ...(kept === 0 ? [] : [roles.removeKept({ count: kept })]),
    ...apps.map((app) => {
      const text = app.isClosed ? roles.removeCloses : roles.removeLoses
      return rich(({ app: name }) => text({ app: name, count: app.losing }), { app: <AppLink app={app} /> })
    }),
    ...(moreApps === 0 ? [] : [roles.removeMoreApps({ count: moreApps })]),
    roles.removeApps,
  ]
}
