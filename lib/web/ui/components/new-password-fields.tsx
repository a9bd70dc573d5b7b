/** Fields for a new password: one, or two if scripts are off. The username field is only for password managers. */
import { NEW_PASSWORD_MIN_LENGTH, type NewPasswordIssue } from '../../../../policies/new-password.ts'
import type { HasView, View, VNode } from '../view.ts'
import { type FormIssue, PasswordField } from './form.tsx'
import { Icon } from './icon.tsx'

export type NewPasswordFieldIssue = NewPasswordIssue | 'refused'

export interface NewPasswordFieldsProps {
  readonly username: string
  /** The user's names, such as the username and email address. None of them can be used as the password. */
  readonly names: readonly string[]
  /** The issue with the last attempt. `refused` means that an external directory rejected the password. */
  readonly issue?: NewPasswordFieldIssue | undefined
}

export function NewPasswordFields({ username, names, issue, view }: NewPasswordFieldsProps & HasView): VNode {
  const t = view.t.newPassword
  const formIssue = issue === undefined ? undefined : newPasswordFormIssue(issue, view)
  const errorOf = (field: string): string | undefined =>
    formIssue?.field === field ? (formIssue.text as string) : undefined
  const focus = issue === undefined ? { autofocus: true } : {}
  return (
    <>
      <input type="text" hidden autocomplete="username" value={username} readOnly />
      <PasswordField
        view={view}
        id="new_password"
        label={t.password}
        hint={t.hint}
        error={errorOf('new_password')}
        input={{ autocomplete: 'new-password', required: true, ...focus }}
      />
      <PasswordRules names={names} view={view} />
      {/* With scripts, the user can show the password instead of repeating it. */}
      <noscript>
        <PasswordField
          view={view}
          id="repeat"
          label={t.repeat}
          error={errorOf('repeat')}
          input={{ autocomplete: 'new-password', required: true }}
        />
      </noscript>
    </>
  )
}

const TEXTS = {
  missing: 'missing',
  too_short: 'tooShort',
  too_long: 'tooLong',
  is_username: 'isUsername',
  repeat_differs: 'repeatDiffers',
  is_old: 'isOld',
  refused: 'refused',
} as const satisfies Record<NewPasswordFieldIssue, string>

/** The issue as an entry in the form's error summary. */
export function newPasswordFormIssue(issue: NewPasswordFieldIssue, view: View): FormIssue {
  return { field: issue === 'repeat_differs' ? 'repeat' : 'new_password', text: view.t.newPassword[TEXTS[issue]] }
}

/** The password rules as a list. While the user types, a script marks the ones that are met. */
function PasswordRules({ names, view }: Pick<NewPasswordFieldsProps, 'names'> & HasView): VNode {
  const t = view.t.common.passwordRules
  return (
    <>
      <ul class="sso-rules" data-sso-rules="new_password" data-met={t.met}>
        <li data-min={NEW_PASSWORD_MIN_LENGTH}>
          <Icon name="check" />
          <span>{t.length({ count: NEW_PASSWORD_MIN_LENGTH })}</span>
          <span class="sso-hidden" />
        </li>
        <li data-names={JSON.stringify(names)}>
          <Icon name="check" />
          <span>{t.names}</span>
          <span class="sso-hidden" />
        </li>
      </ul>
      <script type="module" src={view.asset('new-password.js')} />
    </>
  )
}
