/**
 * Sign-in page. Both fields are in one form, so password managers fill them together. The response never reveals
 * whether an account exists. Also used to confirm the signed-in user's identity (`prompt=login`, `max_age`).
 */
import type { VNode } from 'preact'
import { LONGEST_LOCKOUT_SECONDS } from '../../../policies/sign-in-throttle.ts'
import { Card, ContactText, Identity } from '../../web/ui/components/card.tsx'
import { Button, ErrorSummary, Form, type FormIssue } from '../../web/ui/components/form.tsx'
import { PasskeyButton } from '../../web/ui/components/passkey.tsx'
import { Countdown } from '../../web/ui/components/text.tsx'
import { isolate, rich } from '../../web/ui/texts/format/words.ts'
import type { HasView, View } from '../../web/ui/view.ts'
import { Password } from './sign-in-fields-view.tsx'
import type { SignInIssue, SignInProps } from './sign-in-props.ts'
import { WaysOut } from './ways-out-view.tsx'

export function SignIn(props: SignInProps, { view }: HasView): VNode {
  const { form, client, issue, confirm, passkeys, providers = [], only = false } = props
  const { t } = view
  const text =
    confirm === undefined ? t.signIn.title : confirm.change === true ? t.signIn.confirmChangeLead : t.signIn.confirmLead
  const name = <bdi>{client.name}</bdi>
  const issues = issuesOf(issue, view, confirm !== undefined)
  return (
    <Card
      client={client}
      wrong={issues.length > 0}
      first={issues.length === 0}
      title={confirm === undefined ? text({ client: isolate(client.name) }) : t.signIn.confirmTitle}
      heading={confirm === undefined ? rich(text, { client: name }) : t.signIn.confirmTitle}
      lead={
        confirm === undefined
          ? rich(t.signIn.lead, { product: <bdi>{view.product.name}</bdi> })
          : rich(text, { client: name })
      }
    >
      <Expiry seconds={props.expiresInSeconds} />
      <ErrorSummary issues={issues} />
      {confirm === undefined ? null : <Identity account={confirm.account} />}
      {only ? null : (
        <Form target={form}>
          <Password {...props} />
          <div class="sso-actions">
            <Button>{confirm === undefined ? t.signIn.submit : t.signIn.confirmSubmit}</Button>
            <Passkey {...props} />
            {passkeys?.offered === true ? <input type="hidden" name="passkeys" value="" data-sso-creates /> : null}
            {providers.length === 0 ? <WaysOut {...props} /> : null}
          </div>
        </Form>
      )}
      <ExternalProviders {...props} />
      {providers.length === 0 ? null : (
        <Form target={form}>
          <WaysOut {...props} />
        </Form>
      )}
      {only ? null : <Help {...props} />}
    </Card>
  )
}

/** One button per external provider. */
function ExternalProviders({ providers = [], only = false }: SignInProps, { view: { t } }: HasView): VNode | null {
  if (providers.length === 0) return null
  return (
    <div class="sso-external">
      {only ? null : <p class="sso-or">{t.signIn.otherWays}</p>}
      {providers.map(({ name, form }) => (
        <Form key={form.action} target={form}>
          <Button look={only ? 'primary' : 'secondary'}>
            {rich(t.signIn.continueWith, { name: <bdi>{name}</bdi> })}
          </Button>
        </Form>
      ))}
    </div>
  )
}

/** Help for users who cannot sign in. Collapsed until several attempts have failed. */
function Help({ issue, passkeys }: SignInProps, { view }: HasView): VNode {
  const { help } = view.t.signIn
  const stuck = issue?.kind === 'throttled' || (issue?.kind === 'wrong_credentials' && issue.stuck === true)
  return (
    <details class="sso-fold sso-help" open={stuck}>
      <summary>{help.title}</summary>
      <div class="sso-prose">
        {passkeys === undefined ? null : <p>{help.passkey}</p>}
        <p>
          <ContactText text={help.ask} otherwise={help.askAdministrator} />
        </p>
      </div>
    </details>
  )
}

function Passkey({ passkeys, issue }: SignInProps, { view }: HasView): VNode | null {
  const { passkey } = view.t.factors
  return passkeys === undefined ? null : (
    <PasskeyButton
      ceremony="use"
      optionsHref={passkeys.optionsHref}
      label={passkey.use}
      autofill
      unknownAt={issue?.kind === 'passkey_unknown' ? passkeys.host : undefined}
    />
  )
}

function wrong({ maybe }: Extract<SignInIssue, { readonly kind: 'wrong_credentials' }>, { t: { signIn } }: View) {
  return maybe === undefined
    ? signIn.wrong
    : `${signIn.wrong} ${signIn.lockout({ minutes: LONGEST_LOCKOUT_SECONDS / 60 })}`
}

function issuesOf(issue: SignInIssue | undefined, view: View, confirm: boolean): FormIssue[] {
  const { signIn, common } = view.t
  switch (issue?.kind) {
    case undefined:
      return []
    case 'wrong_credentials':
      return [{ field: confirm ? 'password' : 'username', text: wrong(issue, view) }]
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
      return [{ text: rich(common.tooManyTries, { when: <Countdown seconds={issue.retryAfterSeconds} /> }) }]
  }
}

/** Text that app.js shows when the page has expired, so that users do not enter a password in vain. */
function Expiry({ seconds }: { seconds: number | undefined }, { view: { t } }: HasView): VNode | null {
  return seconds === undefined ? null : (
    <p class="sso-note sso-tone-warn" role="alert" data-sso-expires={seconds} data-text={t.signIn.expiring} hidden />
  )
}
