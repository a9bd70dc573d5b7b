/**
 * Sign in. One form with both fields, so that password managers fill it at once; the answer never tells whether
 * an account exists. Variants: confirming one's identity again (`prompt=login`, `max_age`), and signed in already.
 */
import type { VNode } from 'preact'
import { LONGEST_LOCKOUT_SECONDS } from '../../../policies/sign-in-throttle.ts'
import { Button } from '../../web/ui/components/button.tsx'
import { Card, type ClientView } from '../../web/ui/components/card.tsx'
import { Countdown } from '../../web/ui/components/date-time.tsx'
import { ErrorSummary, type FormIssue } from '../../web/ui/components/error-summary.tsx'
import { Checkbox, Field } from '../../web/ui/components/field.tsx'
import { Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { type AccountView, Identity } from '../../web/ui/components/identity.tsx'
import { Link } from '../../web/ui/components/link.tsx'
import { PasskeyButton } from '../../web/ui/components/passkey.tsx'
import { isolate, rich } from '../../web/ui/texts/format/rich.ts'
import type { View, Viewed } from '../../web/ui/view.ts'
import { Elsewhere, type ElsewhereProps } from './sign-in-elsewhere-view.tsx'
import { Help } from './sign-in-help-view.tsx'

export type SignInIssue =
  /** `maybe`: there may also have been too many tries; nobody, not even the service's own page, is told which it was. */
  | {
      readonly kind: 'wrong_credentials'
      readonly maybe?: 'too_many_tries'
      /** Not the first time: help is offered. */
      readonly stuck?: true
    }
  | { readonly kind: 'username_missing' | 'password_missing' | 'both_missing' | 'unavailable' }
  /** A sign-in of more than one step could not be finished. */
  | { readonly kind: 'begin_again' }
  /** `passkey_unknown`: it was removed here, and the user's password manager may forget it too. */
  | { readonly kind: 'passkey_wrong' | 'passkey_unknown' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }

export interface SignInProps {
  readonly form: FormTarget
  readonly client: ClientView
  /** What was typed before, or the request's `login_hint`. */
  readonly username?: string | undefined
  readonly fault?: SignInIssue | undefined
  /** Whether "keep me signed in" is offered, and how it stood when the form was sent. */
  readonly remember?: { readonly checked: boolean } | undefined
  /** Set to ask for the password of this account only; its username is sent as `username`. */
  readonly confirm?:
    | {
        readonly account: AccountView
        readonly username: string
        /** The service itself asks, before a change that nobody else may make. */
        readonly change?: boolean
      }
    | undefined
  readonly forgotHref?: string | undefined
  /** Where the script gets the options of a passkey, and the host that passkeys belong to; absent where there are none. */
  readonly passkeys?:
    | {
        readonly optionsHref: string
        readonly host: string
        /** One may be offered after the password: the script says whether the browser can create it. */
        readonly offered?: boolean
      }
    | undefined
  /** Providers elsewhere at which one may sign in instead. */
  readonly elsewhere?: ElsewhereProps['elsewhere']
  /** Seconds until the page is of no use any more. */
  readonly expiresInSeconds?: number | undefined
}

export function SignIn(props: SignInProps & Viewed): VNode {
  const { form, client, fault, remember, confirm, forgotHref, view } = props
  const { t } = view
  const text =
    confirm === undefined ? t.signIn.title : confirm.change === true ? t.signIn.confirmChangeLead : t.signIn.confirmLead
  const name = <bdi>{client.name}</bdi>
  const faults = faultsOf(fault, view, confirm !== undefined)
  return (
    <Card
      view={view}
      client={client}
      wrong={faults.length > 0}
      title={confirm === undefined ? text({ client: isolate(client.name) }) : t.signIn.confirmTitle}
      heading={confirm === undefined ? rich(text, { client: name }) : t.signIn.confirmTitle}
      lead={
        confirm === undefined
          ? rich(t.signIn.lead, { product: <bdi>{view.product.name}</bdi> })
          : rich(text, { client: name })
      }
    >
      <Expiry seconds={props.expiresInSeconds} view={view} />
      <ErrorSummary issues={faults} view={view} />
      {confirm === undefined ? null : <Identity account={confirm.account} />}
      <Form target={form}>
        {confirm === undefined ? <Username {...props} /> : <KnownUsername username={confirm.username} />}
        <Field
          view={view}
          id="password"
          name="password"
          label={t.signIn.password}
          error={passwordError(fault, view)}
          wrong={fault?.kind === 'wrong_credentials'}
          input={{
            type: 'password',
            // Where the name is not asked for, the browser offers passkeys here.
            autocomplete: `current-password${confirm === undefined || props.passkeys === undefined ? '' : ' webauthn'}`,
            required: true,
            ...focusIf(focusOf(props) === 'password'),
          }}
          aside={forgotHref === undefined ? undefined : <Link href={forgotHref}>{t.signIn.forgot}</Link>}
        />
        {remember === undefined ? null : (
          <Checkbox id="remember" name="remember" label={t.signIn.remember} checked={remember.checked} />
        )}
        <div class="sso-actions">
          <Button>{confirm === undefined ? t.signIn.submit : t.signIn.confirmSubmit}</Button>
          <Passkey {...props} />
          {props.passkeys?.offered === true ? <input type="hidden" name="passkeys" value="" data-sso-creates /> : null}
          <div class="sso-quiet-actions">
            <Button look="plain" name="action" value="cancel">
              {t.signIn.cancel}
            </Button>
            {confirm === undefined ? null : (
              <Button look="plain" name="action" value="other">
                {t.signIn.notYou}
              </Button>
            )}
          </div>
        </div>
      </Form>
      <Elsewhere {...props} />
      <Help stuck={isStuck(fault)} passkeys={props.passkeys !== undefined} view={view} />
    </Card>
  )
}

const isStuck = (fault: SignInIssue | undefined): boolean =>
  fault?.kind === 'throttled' || (fault?.kind === 'wrong_credentials' && fault.stuck === true)

function Passkey({ passkeys, fault, view }: SignInProps & Viewed): VNode | null {
  const { passkey } = view.t.factors
  return passkeys === undefined ? null : (
    <PasskeyButton
      view={view}
      ceremony="use"
      optionsHref={passkeys.optionsHref}
      label={passkey.use}
      stopped={passkey.stopped}
      autofill
      unknownAt={fault?.kind === 'passkey_unknown' ? passkeys.host : undefined}
    />
  )
}

function Username({ username, fault, view, ...rest }: SignInProps & Viewed): VNode {
  const missing = fault?.kind === 'username_missing' || fault?.kind === 'both_missing'
  return (
    <Field
      view={view}
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

/** With a fault the summary takes the focus; else the first field still to be filled. */
function focusOf({ fault, username, confirm }: Omit<SignInProps, 'view'>): 'username' | 'password' | 'summary' {
  if (fault !== undefined) return 'summary'
  return confirm !== undefined || username ? 'password' : 'username'
}

function focusIf(wanted: boolean): { autofocus?: true } {
  return wanted ? { autofocus: true } : {}
}

/** Not shown and not to be changed, but a field all the same: password managers look for it beside the password. */
function KnownUsername({ username }: { username: string }): VNode {
  return <input type="text" name="username" autocomplete="username" value={username} readOnly hidden />
}

function passwordError(fault: SignInIssue | undefined, { t }: View): string | undefined {
  return fault?.kind === 'password_missing' || fault?.kind === 'both_missing' ? t.signIn.passwordMissing : undefined
}

function wrong(
  { maybe }: Extract<SignInIssue, { readonly kind: 'wrong_credentials' }>,
  { t: { signIn } }: View,
): string {
  return maybe === undefined
    ? signIn.wrong
    : `${signIn.wrong} ${signIn.pauses({ minutes: LONGEST_LOCKOUT_SECONDS / 60 })}`
}

function faultsOf(fault: SignInIssue | undefined, view: View, confirm: boolean): FormIssue[] {
  const { signIn, common } = view.t
  switch (fault?.kind) {
    case undefined:
      return []
    case 'wrong_credentials':
      return [{ field: confirm ? 'password' : 'username', text: wrong(fault, view) }]
    case 'username_missing':
      return [{ field: 'username', text: signIn.usernameMissing }]
    case 'password_missing':
      return [{ field: 'password', text: signIn.passwordMissing }]
    case 'both_missing':
      return [
        { field: 'username', text: signIn.usernameMissing },
        { field: 'password', text: signIn.passwordMissing },
      ]
    case 'passkey_wrong':
    case 'passkey_unknown':
      return [{ text: view.t.factors.passkey.failed }]
    case 'unavailable':
      return [{ text: signIn.unavailable }]
    case 'begin_again':
      return [{ text: signIn.beginAgain }]
    case 'throttled':
      return [
        { text: rich(common.tooManyTries, { when: <Countdown seconds={fault.retryAfterSeconds} view={view} /> }) },
      ]
  }
}

/** Filled in by app.js when the time is over, so that nobody types a password into a dead page. */
function Expiry({ seconds, view: { t } }: { seconds: number | undefined } & Viewed): VNode | null {
  return seconds === undefined ? null : (
    <p class="sso-note sso-tone-warn" role="alert" data-sso-expires={seconds} data-text={t.signIn.expiring} hidden />
  )
}
