/**
 * Choose a password: the one there is was given out and holds for one sign-in, or an administrator asks for another.
 * It is typed once where it can be looked at, and twice without scripts. Nothing of the step before is in the form; the field with the user name is there for password managers and is not sent.
 */
import type { VNode } from 'preact'
import { NEW_PASSWORD_MIN_LENGTH } from '../../../policies/new-password.ts'
import { Button } from '../../web/ui/components/button.tsx'
import { Card, type ClientView } from '../../web/ui/components/card.tsx'
import { ErrorSummary } from '../../web/ui/components/error-summary.tsx'
import { Field } from '../../web/ui/components/field.tsx'
import { Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { type AccountView, Identity } from '../../web/ui/components/identity.tsx'
import { PasswordRules } from '../../web/ui/components/password-rules.tsx'
import { rich } from '../../web/ui/texts/format/rich.ts'
import type { View, Viewed } from '../../web/ui/view.ts'

export interface NewPasswordProps {
  readonly form: FormTarget
  readonly client: ClientView
  readonly account: AccountView
  readonly username: string
  /** By which the user is known: none of them is taken as a password. */
  readonly names: readonly string[]
  readonly fault?: 'missing' | 'too_short' | 'too_long' | 'is_username' | 'repeat_differs' | 'is_old' | undefined
}

export function NewPassword({ form, client, account, username, names, fault, view }: NewPasswordProps & Viewed): VNode {
  const { t } = view
  const field = fault === 'repeat_differs' ? 'repeat' : 'new_password'
  const text = fault === undefined ? undefined : faultText(fault, view)
  const focus = fault === undefined ? { autofocus: true } : {}
  return (
    <Card
      view={view}
      client={client}
      wrong={fault !== undefined}
      title={t.newPassword.title}
      heading={t.newPassword.title}
      lead={rich(t.newPassword.lead, { name: <bdi>{account.name}</bdi>, client: <bdi>{client.name}</bdi> })}
    >
      <ErrorSummary issues={text === undefined ? [] : [{ field, text }]} view={view} />
      <Identity account={account} />
      <Form target={form}>
        <input type="text" hidden autocomplete="username" value={username} readOnly />
        <Field
          view={view}
          id="new_password"
          name="new_password"
          label={t.newPassword.password}
          hint={t.newPassword.hint}
          error={field === 'new_password' ? text : undefined}
          input={{ type: 'password', autocomplete: 'new-password', required: true, ...focus }}
        />
        <PasswordRules of="new_password" minLength={NEW_PASSWORD_MIN_LENGTH} names={names} view={view} />
        {/* With scripts it can be shown instead. */}
        <noscript>
          <Field
            view={view}
            id="repeat"
            name="repeat"
            label={t.newPassword.repeat}
            error={field === 'repeat' ? text : undefined}
            input={{ type: 'password', autocomplete: 'new-password', required: true }}
          />
        </noscript>
        <div class="sso-actions">
          <Button>{t.newPassword.submit}</Button>
          <div class="sso-quiet-actions">
            <Button look="plain" name="action" value="cancel">
              {t.signIn.cancel}
            </Button>
          </div>
        </div>
      </Form>
    </Card>
  )
}

function faultText(fault: NonNullable<NewPasswordProps['fault']>, { t: { newPassword } }: View): string {
  switch (fault) {
    case 'missing':
      return newPassword.missing
    case 'too_short':
      return newPassword.tooShort
    case 'too_long':
      return newPassword.tooLong
    case 'is_username':
      return newPassword.isUsername
    case 'repeat_differs':
      return newPassword.repeatDiffers
    case 'is_old':
      return newPassword.isOld
  }
}
