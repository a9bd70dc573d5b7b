/**
 * A new password: typed once where it can be looked at, and twice without scripts. The field with the user name is there for password
 * managers and is not sent.
 */
import type { VNode } from 'preact'
import { NEW_PASSWORD_MIN_LENGTH, type NewPasswordIssue } from '../../../../policies/new-password.ts'
import type { View, Viewed } from '../view.ts'
import type { FormIssue } from './form.tsx'
import { Field } from './form.tsx'
import { PasswordRules } from './password-rules.tsx'

export type NewPasswordFault = NewPasswordIssue | 'refused'

export interface NewPasswordFieldsProps {
  readonly username: string
  /** By which the user is known: none of them is taken as a password. */
  readonly names: readonly string[]
  /** `refused`: by the rules of a directory that is not ours. */
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
      <Field
        view={view}
        id="new_password"
        name="new_password"
        label={t.password}
        hint={t.hint}
        error={errorOf('new_password')}
        input={{ type: 'password', autocomplete: 'new-password', required: true, ...focus }}
      />
      <PasswordRules of="new_password" minLength={NEW_PASSWORD_MIN_LENGTH} names={names} view={view} />
      {/* With scripts it can be shown instead. */}
      <noscript>
        <Field
          view={view}
          id="repeat"
          name="repeat"
          label={t.repeat}
          error={errorOf('repeat')}
          input={{ type: 'password', autocomplete: 'new-password', required: true }}
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

/** For the summary of a form's faults. */
export function newPasswordFormIssue(fault: NewPasswordFault, view: View): FormIssue {
  return { field: fault === 'repeat_differs' ? 'repeat' : 'new_password', text: view.t.newPassword[TEXTS[fault]] }
}
