/** All roles: those that give access to this panel, with their permissions, and those that only apps use. */
import { ADMIN_ROLE } from '../../../../policies/panel-access.ts'
import { OWN_ROLES } from '../../../../policies/roles.ts'
import { Confirm } from '../../../web/ui/components/confirm.tsx'
import { type FormTarget, LinkRow } from '../../../web/ui/components/form.tsx'
import { Banner, EmptyState, Section } from '../../../web/ui/components/section.tsx'
import { type Column, Table } from '../../../web/ui/components/table.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
import { type HasView, isolate, type View, type VNode } from '../../../web/ui/view.ts'
import { type AdminFrame, AdminPage, type Framed } from '../shell/frame-view.tsx'
import { RoleMeaning } from './user-props.tsx'

export interface RoleRow {
  readonly role: string
  readonly holders: number
}

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

export interface RoleRemoveProps extends Framed {
  readonly role: string
  readonly holders: number
  readonly form: FormTarget
}

/** Asks for confirmation before a role is removed from all users. At least one administrator must remain. */
export function RoleRemove({ frame, role, holders, form }: RoleRemoveProps, { view }: HasView): VNode {
  const { users } = view.t
  const t = users.roles
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
          effects={[t.removeEffect({ count: holders }), t.removeApps]}
          confirmLabel={t.removeSubmit}
          cancelHref={back}
          danger
        />
      )}
    </AdminPage>
  )
}
