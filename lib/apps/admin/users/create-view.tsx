/** The form for adding a user: username, profile, and roles, with an invitation or a generated one-time password. */
import type { InputHTMLAttributes } from 'preact'
import { RadioCards } from '../../../web/ui/components/choice.tsx'
import { ErrorSummary, Field, Form, type FormTarget, SubmitRow, VERBATIM } from '../../../web/ui/components/form.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { RoleBoxes } from '../shell/role-boxes-view.tsx'
import { RoleMeaning, type UserFormIssue } from './user-props.tsx'

export interface UserFormValues {
  readonly username: string
  readonly name: string
  readonly email: string
  /** Roles that have no checkbox, separated by spaces. */
  readonly other_roles: string
  /** How the user signs in for the first time. */
  readonly how: 'invite' | 'password'
}

export interface UserCreateProps extends Framed {
  readonly form: FormTarget
  readonly values: UserFormValues
  /** Whether the deployment sends email. */
  readonly mayInvite: boolean
  readonly roles: RoleChoice
  readonly issues: readonly { readonly field: keyof UserFormValues; readonly code: UserFormIssue }[]
}

export interface RoleChoice {
  readonly known: readonly string[]
  readonly ticked: readonly string[]
}

export function UserCreate(
  { frame, form, values, mayInvite, roles, issues }: UserCreateProps,
  { view }: HasView,
): VNode {
  const { users } = view.t
  const t = users.form
  const messages = issues.map(({ field, code }) => ({ field, text: t.issues[code] }))
  const text = (
    name: Exclude<keyof UserFormValues, 'how'>,
    label: string,
    input: InputHTMLAttributes<HTMLInputElement> = {},
    hint?: string,
  ): VNode => (
    <Field
      id={name}
      label={label}
      hint={hint}
      error={messages.find(({ field }) => field === name)?.text}
      input={{ type: 'text', value: values[name], autocomplete: 'off', ...input }}
    />
  )
  return (
    <AdminPage
      section="users"
      title={t.title}
      lead={mayInvite ? undefined : t.lead}
      wrong={issues.length > 0}
      crumbs={[{ label: users.title, href: `${frame.root}/users` }]}
    >
      <ErrorSummary issues={messages} />
      <Section id="person" title={users.user.details}>
        <Form target={form}>
          {text('username', t.username, { ...VERBATIM, required: true }, t.usernameHint)}
          {text('name', t.name)}
          {text('email', t.email, { type: 'email' })}
          {mayInvite ? (
            <RadioCards
              id="how"
              label={t.how}
              value={values.how}
              options={[
                { value: 'invite', label: t.howInvite, hint: t.howInviteHint },
                { value: 'password', label: t.howPassword, hint: t.howPasswordHint },
              ]}
            />
          ) : null}
          <RoleBoxes
            name="role"
            label={t.roles}
            hint={t.rolesHint}
            roles={roles.known.map((role) => ({ role }))}
            ticked={roles.ticked}
            meaningOf={(role) => <RoleMeaning role={role} />}
          />
          {text('other_roles', t.otherRoles, { ...VERBATIM, dir: 'ltr' }, t.otherRolesHint)}
          <SubmitRow cancelHref={`${frame.root}/users`}>{t.submit}</SubmitRow>
        </Form>
      </Section>
    </AdminPage>
  )
}
