/** Roles: those of one user, to give and to take; and all that are in use, with who has them. */
import type { VNode } from 'preact'
import { Banner } from '../../../web/ui/components/banner.tsx'
import { Button } from '../../../web/ui/components/button.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { ErrorSummary } from '../../../web/ui/components/error-summary.tsx'
import { Field } from '../../../web/ui/components/field.tsx'
import { Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { type UserHead, userHref, userName } from './user-props.tsx'

export interface UserRolesProps extends Framed {
  readonly user: UserHead
  readonly form: FormTarget
  /** Roles that the user does not have. */
  readonly known: readonly string[]
  readonly typed: string
  readonly fault?: 'missing' | 'role-unusable' | undefined
}

export function UserRoles({ frame, user, form, known, typed, fault, view }: UserRolesProps & Viewed): VNode {
  const { users } = view.t
  const t = users.roles
  const error = fault === undefined ? undefined : fault === 'missing' ? t.missing : users.acts.refused['role-unusable']
  return (
    <AdminPage
      frame={frame}
      section="users"
      view={view}
      title={t.of({ user: userName(user) })}
      wrong={fault !== undefined}
      crumbs={[
        { label: users.title, href: `${frame.root}/users` },
        { label: userName(user), href: userHref(frame.root, user.sub) },
      ]}
    >
      <ErrorSummary issues={error === undefined ? [] : [{ field: 'role', text: error }]} view={view} />
      <Section id="held" title={users.user.roles} lead={t.lastHint}>
        {user.roles.length === 0 ? (
          <EmptyState icon="shield" title={users.user.noRoles} />
        ) : (
          <Table<string>
            view={view}
            caption={users.user.roles}
            rows={user.roles}
            compact
            columns={[
              { label: t.role, cell: (role) => <code dir="ltr">{role}</code> },
              {
                label: t.take,
                cell: (role) => (
                  <Form target={{ action: form.action, hidden: { ...form.hidden, role } }} class="sso-inline">
                    <Button look="secondary" name="action" value="take" spoken={t.takeOf({ role })}>
                      {t.take}
                    </Button>
                  </Form>
                ),
              },
            ]}
          />
        )}
      </Section>
      <Section id="give" title={t.give}>
        <Form target={form}>
          <Field
            view={view}
            id="role"
            name="role"
            label={t.giveLabel}
            hint={t.giveHint}
            error={error}
            input={{
              type: 'text',
              value: typed,
              autocomplete: 'off',
              autocapitalize: 'none',
              spellcheck: false,
              dir: 'ltr',
              list: 'known-roles',
              required: true,
            }}
          />
          <datalist id="known-roles">
            {known.map((role) => (
              <option value={role} />
            ))}
          </datalist>
          <div class="sso-row">
            <Button name="action" value="give">
              {t.giveSubmit}
            </Button>
          </div>
        </Form>
      </Section>
    </AdminPage>
  )
}

export interface RoleListProps extends Framed {
  readonly rows: readonly { readonly role: string; readonly holders: number }[]
  /** False: there are more accounts than were looked at. */
  readonly all: boolean
}

export function RoleList({ frame, rows, all, view }: RoleListProps & Viewed): VNode {
  const { users } = view.t
  const t = users.roles
  const meanings: Partial<Messages['users']['roles']['meanings']> & Record<string, string | undefined> = t.meanings
  return (
    <AdminPage frame={frame} section="roles" view={view} title={t.title} lead={t.lead}>
      {all ? null : <Banner>{users.scanned}</Banner>}
      <Table<RoleListProps['rows'][number]>
        view={view}
        caption={t.caption}
        rows={rows}
        columns={[
          {
            label: t.role,
            cell: ({ role }) => (
              <Link href={`${frame.root}/users?role=${encodeURIComponent(role)}`}>
                <code dir="ltr">{role}</code>
              </Link>
            ),
          },
          { label: t.meaning, cell: ({ role }) => (Object.hasOwn(meanings, role) ? meanings[role] : t.forApps) },
          {
            label: t.holders,
            cell: ({ role, holders }) => (
              <>
                {t.count({ count: holders })}{' '}
                {frame.mayChange && holders > 0 ? (
                  <Link href={`${frame.root}/roles/remove?role=${encodeURIComponent(role)}`}>
                    <span aria-hidden="true">{t.remove}</span>
                    <span class="sso-hidden">{t.removeOf({ role })}</span>
                  </Link>
                ) : null}
              </>
            ),
          },
        ]}
      />
    </AdminPage>
  )
}
