import type { VNode } from 'preact'
import { LONGEST_LOCKOUT_SECONDS } from '../../../policies/sign-in-throttle.ts'
import { Checkbox, Field, PasswordField } from '../../web/ui/components/form.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import type { HasView, View } from '../../web/ui/view.ts'
import type { SignInIssue, SignInProps } from './sign-in-props.ts'

export function Password(props: SignInProps, { view }: HasView): VNode {
  const { confirm, issue, forgotHref, remember, username, passkeys } = props
  const { t } = view
  const errors = fieldErrors(issue, view)
  // After an issue with the page as a whole, its message has the focus.
  const focus = issue !== undefined && Object.keys(errors).length === 0 ? undefined : firstToFill(props, errors)
  const wrong = issue?.kind === 'wrong_credentials'
  return (
    <>
      {confirm === undefined ? (
        <Field
          id="username"
          name="username"
          label={t.signIn.username}
          error={errors.username}
          wrong={wrong}
          input={{
            type: 'text',
            value: username ?? '',
            autocomplete: passkeys === undefined ? 'username' : 'username webauthn',
            autocapitalize: 'none',
            spellcheck: false,
            dir: 'auto',
            required: true,
            autofocus: focus === 'username',
          }}
        />
      ) : (
        <KnownUsername username={confirm.username} />
      )}
      <PasswordField
        id="password"
        name="password"
        label={t.signIn.password}
        error={errors.password}
        input={{
          // Without a username field, the browser offers passkeys in this field.
          autocomplete: `current-password${confirm === undefined || passkeys === undefined ? '' : ' webauthn'}`,
          required: true,
          autofocus: focus === 'password',
        }}
        aside={forgotHref === undefined ? undefined : <Link href={forgotHref}>{t.signIn.forgot}</Link>}
      />
      {remember === undefined ? null : (
        <Checkbox id="remember" name="remember" label={t.signIn.remember} checked={remember.checked} />
      )}
    </>
  )
}

type FieldErrors = { readonly [Name in 'username' | 'password']?: string }

function fieldErrors(issue: SignInIssue | undefined, { t: { signIn } }: View): FieldErrors {
  switch (issue?.kind) {
    case 'wrong_credentials': {
      const { wrong, lockout } = signIn
      return { password: issue.maybe ? `${wrong} ${lockout({ minutes: LONGEST_LOCKOUT_SECONDS / 60 })}` : wrong }
    }
    case 'username_missing':
      return { username: signIn.usernameMissing }
    case 'password_missing':
      return { password: signIn.passwordMissing }
    case 'both_missing':
      return { username: signIn.usernameMissing, password: signIn.passwordMissing }
    default:
      return {}
  }
}

const firstToFill = ({ confirm, username }: SignInProps, errors: FieldErrors): keyof FieldErrors =>
  errors.username === undefined && (confirm !== undefined || username) ? 'password' : 'username'

/** A hidden, read-only username field, because password managers look for a username next to the password. */
function KnownUsername({ username }: { username: string }): VNode {
  return <input type="text" name="username" autocomplete="username" value={username} readOnly hidden />
}
