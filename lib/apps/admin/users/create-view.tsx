/** Adding a user by invitation: a username, and what is known of them. The password is made by the service. */
import type { VNode } from 'preact'
import { ErrorSummary } from '../../../web/ui/components/error-summary.tsx'
import { Field } from '../../../web/ui/components/field.tsx'
import { Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { SubmitRow } from '../../../web/ui/components/submit-row.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import type { UserFormFault } from './user-props.tsx'

export interface UserFormValues {
  readonly username: string
  readonly name: string
  readonly email: string
}

export interface UserCreateProps extends Framed {
  readonly form: FormTarget
  readonly values: UserFormValues
  readonly faults: readonly { readonly field: keyof UserFormValues; readonly fault: UserFormFault }[]
}

export function UserCreate({ frame, form, values, faults, view }: UserCreateProps & Viewed): VNode {
  const { users } = view.t
  const t = users.form
  const told = faults.map(({ field, fault }) => ({ field, text: t.faults[fault] }))
  const errorOf = (name: keyof UserFormValues): string | undefined => told.find(({ field }) => field === name)?.text
  return (
    <AdminPage
      frame={frame}
      section="users"
      view={view}
      title={t.title}
      lead={t.lead}
      wrong={faults.length > 0}
      crumbs={[{ label: users.title, href: `${frame.root}/users` }]}
    >
      <ErrorSummary issues={told} view={view} />
      <Section id="person" title={users.user.details}>
        <Form target={form}>
          <Field
            view={view}
            id="username"
            name="username"
            label={t.username}
            hint={t.usernameHint}
            error={errorOf('username')}
            input={{
              type: 'text',
              value: values.username,
              autocomplete: 'off',
              autocapitalize: 'none',
              spellcheck: false,
              required: true,
            }}
          />
          <Field
            view={view}
            id="name"
            name="name"
            label={t.name}
            error={errorOf('name')}
            input={{ type: 'text', value: values.name, autocomplete: 'off' }}
          />
          <Field
            view={view}
            id="email"
            name="email"
            label={t.email}
            error={errorOf('email')}
            input={{ type: 'email', value: values.email, autocomplete: 'off' }}
          />
          <SubmitRow cancelHref={`${frame.root}/users`} view={view}>
            {t.submit}
          </SubmitRow>
        </Form>
      </Section>
    </AdminPage>
  )
}
