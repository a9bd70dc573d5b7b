/** The roles of one user, each with a remove button, and a form to add one. */
import { endOf } from '../../../../policies/end-dates.ts'
import { ADMIN_ROLE } from '../../../../policies/panel-access.ts'
import {
  ActForm,
  Button,
  ErrorSummary,
  Field,
  Form,
  type FormTarget,
  VERBATIM,
} from '../../../web/ui/components/form.tsx'
import { endWords, LastDay } from '../../../web/ui/components/last-day.tsx'
import { EmptyState, Section } from '../../../web/ui/components/section.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { BelowUser, RoleMeaning, type UserHead, userName } from './user-props.tsx'

export interface UserRolesProps extends Framed {
  readonly user: UserHead
  readonly form: FormTarget
  /** Existing roles that the user does not have yet. */
  readonly known: readonly string[]
  readonly typed: string
  /** The typed end date. */
  readonly end: string
  readonly issue?: 'missing' | 'role-unusable' | 'end-unusable' | undefined
}

export function UserRoles({ user, form, known, typed, end, issue }: UserRolesProps, { view }: HasView): VNode {
  const { users } = view.t
  const t = users.roles
  const isHost = user.source === 'directory'
  const unusable = isHost ? view.t.hostUsers.roleUnusable : users.acts.refused['role-unusable']
  const error = issue === 'missing' ? t.missing : issue === 'role-unusable' ? unusable : undefined
  const adminHint = isHost ? view.t.hostUsers.rolesLead : t.lastHint
  return (
    <BelowUser user={user} title={t.of({ user: userName(user) })} wrong={issue !== undefined}>
      <ErrorSummary issues={error === undefined ? [] : [{ field: 'role', text: error }]} />
      <Section id="held" title={users.user.roles} lead={user.roles.includes(ADMIN_ROLE) ? adminHint : undefined}>
        {user.roles.length === 0 ? (
          <EmptyState icon="shield" title={users.user.noRoles} />
        ) : (
          <ul class="sso-plain sso-held-roles">
            {user.roles.map((role) => (
              <li>
                <span>
                  <code dir="ltr">{role}</code>
                  <RoleMeaning role={role} />
                  <RoleEnd user={user} role={role} />
                </span>
                <ActForm form={form} fields={{ role, action: 'take' }} spoken={t.takeOf({ role })}>
                  {t.take}
                </ActForm>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section id="give" title={t.give}>
        <Form target={form}>
          <Field
            id="role"
            label={t.giveLabel}
            hint={isHost ? view.t.hostUsers.roleHint : t.giveHint}
            error={error}
            input={{ type: 'text', value: typed, ...VERBATIM, dir: 'ltr', list: 'known-roles', required: true }}
          />
          <datalist id="known-roles">
            {known.map((role) => (
              <option value={role} />
            ))}
          </datalist>
          {isHost ? null : (
            <LastDay
              label={users.end.optional}
              until={end}
              error={issue === 'end-unusable' ? users.end.wrong : undefined}
            />
          )}
          <div class="sso-row">
            <Button name="action" value="give">
              {t.giveSubmit}
            </Button>
          </div>
        </Form>
      </Section>
    </BelowUser>
  )
}

function RoleEnd({ user, role }: { readonly user: UserHead; readonly role: string }, { view }: HasView): VNode | null {
  const end = endOf(user.roleEnds, role)
  return end === undefined ? null : <span class="sso-sub">{view.t.users.end.ends({ date: endWords(view, end) })}</span>
}
