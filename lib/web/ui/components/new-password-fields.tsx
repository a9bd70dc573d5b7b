/** Fields for a new password: one, or two if scripts are off. The username field is only for password managers. */
import type { MISSES, NewPasswordIssue, PasswordLimits } from '../../../../policies/new-password.ts'
import type { HasView, View, VNode } from '../view.ts'
import { type FormIssue, PasswordField } from './form.tsx'
import { Icon } from './icon.tsx'

export type NewPasswordFieldIssue = NewPasswordIssue | 'refused'

export interface NewPasswordFieldsProps extends PasswordLimits {
  readonly username: string
  /** The issue with the last attempt. `refused` means that an external directory rejected the password. */
  readonly issue?: NewPasswordFieldIssue | undefined
}

export function NewPasswordFields({ ...props }: NewPasswordFieldsProps, { view }: HasView): VNode {
  const { username } = props
  const t = view.t.newPassword
  const formIssue = newPasswordFormIssue(props, view)
  const errorOf = (field: string): string | undefined =>
    formIssue?.field === field ? (formIssue.text as string) : undefined
  return (
    <>
      <input type="text" hidden autocomplete="username" value={username} readOnly />
      <PasswordField
        id="new_password"
        label={t.password}
        hint={t.hint}
        error={errorOf('new_password')}
        input={{ autocomplete: 'new-password', required: true, autofocus: true }}
      />
      <PasswordRules {...props} id="new_password" />
      {/* With scripts, the user can show the password instead of repeating it. */}
      <noscript>
        <PasswordField
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
  is_name: 'isName',
  predictable: 'predictable',
  listed: 'listed',
  repeat_differs: 'repeatDiffers',
  is_old: 'isOld',
  refused: 'refused',
} as const satisfies Record<NewPasswordFieldIssue, string>

/** The issue, with the field that shows it. */
export function newPasswordFormIssue(
  { issue, minLength }: Pick<NewPasswordFieldsProps, 'issue' | 'minLength'>,
  view: View,
): FormIssue | undefined {
  return (
    issue && { field: issue === 'repeat_differs' ? 'repeat' : 'new_password', text: issueText(issue, minLength, view) }
  )
}

export function issueText(issue: NewPasswordFieldIssue, minLength: number, { t }: View): string {
  return issue === 'too_short' ? t.newPassword.tooShort({ count: minLength }) : t.newPassword[TEXTS[issue]]
}

/** The password rules as a list. While the user types, a script marks the ones that are met. */
export function PasswordRules(
  { id, minLength, words }: PasswordLimits & { readonly id: string },
  { view }: HasView,
): VNode {
  const t = view.t.common.passwordRules
  const rules: Record<keyof typeof MISSES, string> = {
    too_short: t.length({ count: minLength }),
    is_name: t.names,
    predictable: t.predictable,
  }
  return (
    <>
      <ul class="sso-rules" data-sso-rules={id} data-limits={JSON.stringify({ minLength, words })} data-met={t.met}>
        {Object.entries(rules).map(([rule, text]) => (
          <li key={rule} data-rule={rule}>
            <Icon name="check" />
            <span>{text}</span>
            <span class="sso-hidden" />
          </li>
        ))}
      </ul>
      <script type="module" src={view.asset('new-password.js')} />
    </>
  )
}
