/** One visible entry with scripts, two without. The username field is for password managers and is not sent. */
import { NEW_PASSWORD_MIN_LENGTH, type NewPasswordIssue } from '../../../../policies/new-password.ts'
import type { View, Viewed, VNode } from '../view.ts'
import { type FormIssue, PasswordField } from './form.tsx'
import { Icon } from './icon.tsx'

export type NewPasswordFault = NewPasswordIssue | 'refused'

export interface NewPasswordFieldsProps {
  readonly username: string
  /** Names of the user. None of them is valid as a password. */
  readonly names: readonly string[]
  /** `refused`: by the rules of an external directory. */
  readonly fault?: NewPasswordFault | undefined
}

export function NewPasswordFields({ username, names, fault, view }: NewPasswordFieldsProps & Viewed): VNode {
  const t = view.t.newPassword
  const issue = fault === undefined ? undefined : newPasswordFormIssue(fault, view)
  const errorOf = (field: string): string | undefined => (issue?.field === field ? (issue.text as string) : undefined)
  const focus = fault === undefined ? { autofocus: true } : {}
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
      {/* With scripts, the user can show the password instead. */}
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
} as const satisfies Record<NewPasswordFault, string>

/** For the error summary of a form. */
export function newPasswordFormIssue(fault: NewPasswordFault, view: View): FormIssue {
  return { field: fault === 'repeat_differs' ? 'repeat' : 'new_password', text: view.t.newPassword[TEXTS[fault]] }
}

/** The rules as a list, which the script marks as met while the user types. */
function PasswordRules({ names, view }: Pick<NewPasswordFieldsProps, 'names'> & Viewed): VNode {
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
