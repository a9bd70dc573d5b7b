import type { VNode } from 'preact'
import { Checkbox, Field, PasswordField } from '../../web/ui/components/form.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import type { HasView, View } from '../../web/ui/view.ts'
import type { SignInIssue, SignInProps } from './sign-in-props.ts'

export function Password(props: SignInProps, { view }: HasView): VNode {
  const { confirm, issue, forgotHref, remember } = props
  const { t } = view
  return (
    <>
      {confirm === undefined ? <Username {...props} /> : <KnownUsername username={confirm.username} />}
      <PasswordField
        id="password"
        name="password"
        label={t.signIn.password}
        error={passwordError(issue, view)}
        wrong={issue?.kind === 'wrong_credentials'}
        input={{
          // Without a username field, the browser offers passkeys in this field.
          autocomplete: `current-password${confirm === undefined || props.passkeys === undefined ? '' : ' webauthn'}`,
          required: true,
          ...focusIf(focusOf(props) === 'password'),
        }}
        aside={forgotHref === undefined ? undefined : <Link href={forgotHref}>{t.signIn.forgot}</Link>}
      />
      {remember === undefined ? null : (
        <Checkbox id="remember" name="remember" label={t.signIn.remember} checked={remember.checked} />
      )}
    </>
  )
}

function Username({ username, issue, ...rest }: SignInProps, { view }: HasView): VNode {
  const missing = issue?.kind === 'username_missing' || issue?.kind === 'both_missing'
  return (
    <Field
      id="username"
      name="username"
      label={view.t.signIn.username}
      error={missing ? view.t.signIn.usernameMissing : undefined}
      wrong={issue?.kind === 'wrong_credentials'}
      input={{
        type: 'text',
        value: username ?? '',
        autocomplete: rest.passkeys === undefined ? 'username' : 'username webauthn',
        autocapitalize: 'none',
        spellcheck: false,
        dir: 'auto',
        required: true,
        ...focusIf(focusOf({ username, issue, ...rest }) === 'username'),
      }}
    />
  )
}

/** What to focus: the error summary if there is one, otherwise the first empty field. */
function focusOf({ issue, username, confirm }: Omit<SignInProps, 'view'>): 'username' | 'password' | 'summary' {
  if (issue !== undefined) return 'summary'
  return confirm !== undefined || username ? 'password' : 'username'
}

function focusIf(wanted: boolean): { autofocus?: true } {
  return wanted ? { autofocus: true } : {}
}

/** A hidden, read-only username field, because password managers look for a username next to the password. */
function KnownUsername({ username }: { username: string }): VNode {
  return <input type="text" name="username" autocomplete="username" value={username} readOnly hidden />
}

function passwordError(issue: SignInIssue | undefined, { t }: View): string | undefined {
  return issue?.kind === 'password_missing' || issue?.kind === 'both_missing' ? t.signIn.passwordMissing : undefined
}
