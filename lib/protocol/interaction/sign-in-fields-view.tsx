import type { VNode } from 'preact'
import { Checkbox, Field, PasswordField } from '../../web/ui/components/form.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import type { View, Viewed } from '../../web/ui/view.ts'
import type { SignInIssue, SignInProps } from './sign-in-props.ts'

export function Password(props: SignInProps & Viewed): VNode {
  const { confirm, fault, forgotHref, remember, view } = props
  const { t } = view
  return (
    <>
      {confirm === undefined ? <Username {...props} /> : <KnownUsername username={confirm.username} />}
      <PasswordField
        view={view}
        id="password"
        name="password"
        label={t.signIn.password}
        error={passwordError(fault, view)}
        wrong={fault?.kind === 'wrong_credentials'}
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

function Username({ username, fault, view, ...rest }: SignInProps & Viewed): VNode {
  const missing = fault?.kind === 'username_missing' || fault?.kind === 'both_missing'
  return (
    <Field
      id="username"
      name="username"
      label={view.t.signIn.username}
      error={missing ? view.t.signIn.usernameMissing : undefined}
      wrong={fault?.kind === 'wrong_credentials'}
      input={{
        type: 'text',
        value: username ?? '',
        autocomplete: rest.passkeys === undefined ? 'username' : 'username webauthn',
        autocapitalize: 'none',
        spellcheck: false,
        dir: 'auto',
        required: true,
        ...focusIf(focusOf({ username, fault, ...rest }) === 'username'),
      }}
    />
  )
}

/** Focus the error summary, if any; otherwise the first empty field. */
function focusOf({ fault, username, confirm }: Omit<SignInProps, 'view'>): 'username' | 'password' | 'summary' {
  if (fault !== undefined) return 'summary'
  return confirm !== undefined || username ? 'password' : 'username'
}

function focusIf(wanted: boolean): { autofocus?: true } {
  return wanted ? { autofocus: true } : {}
}

/** Hidden and read-only, but present because password managers look for it next to the password. */
function KnownUsername({ username }: { username: string }): VNode {
  return <input type="text" name="username" autocomplete="username" value={username} readOnly hidden />
}

function passwordError(fault: SignInIssue | undefined, { t }: View): string | undefined {
  return fault?.kind === 'password_missing' || fault?.kind === 'both_missing' ? t.signIn.passwordMissing : undefined
}
