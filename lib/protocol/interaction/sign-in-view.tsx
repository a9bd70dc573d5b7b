/**
 * Sign-in page. Both fields are in one form, so password managers fill them together. The response never reveals
 * whether an account exists. Also used to confirm the signed-in user's identity (`prompt=login`, `max_age`).
 */
import type { VNode } from 'preact'
import { Card, ContactText, Identity } from '../../web/ui/components/card.tsx'
import { Button, Form, type FormIssue } from '../../web/ui/components/form.tsx'
import { PasskeyButton } from '../../web/ui/components/passkey.tsx'
import { ProviderIcon } from '../../web/ui/components/provider-icon.tsx'
import { Countdown, Link } from '../../web/ui/components/text.tsx'
import { isolate, rich } from '../../web/ui/texts/format/words.ts'
import type { HasView, View } from '../../web/ui/view.ts'
import { Password } from './sign-in-fields-view.tsx'
import type { SignInIssue, SignInProps } from './sign-in-props.ts'
import { WaysOut } from './ways-out-view.tsx'

export function SignIn(props: SignInProps, { view }: HasView): VNode {
  const { form, client, issue, confirm, passkeys, only = false } = props
  const { t } = view
  const text =
    confirm === undefined ? t.signIn.title : confirm.change === true ? t.signIn.confirmChangeLead : t.signIn.confirmLead
  const name = <bdi>{client.name}</bdi>
  return (
    <Card
      client={client}
      wrong={issue !== undefined}
      issue={pageIssue(issue, view)}
      first={issue === undefined && confirm === undefined}
      title={confirm === undefined ? text({ client: isolate(client.name) }) : t.signIn.confirmTitle}
      heading={confirm === undefined ? rich(text, { client: name }) : t.signIn.confirmTitle}
      lead={
        confirm === undefined
          ? rich(t.signIn.lead, { product: <bdi>{view.product.name}</bdi> })
          : rich(text, { client: name })
      }
    >
      <Expiry seconds={props.expiresInSeconds} />
      {confirm === undefined ? null : <Identity account={confirm.account} />}
      <ExternalProviders {...props} />
      {only ? null : (
        <Form target={form}>
          <Password {...props} />
          <div class="sso-actions">
            <Button>{confirm === undefined ? t.signIn.submit : t.signIn.confirmSubmit}</Button>
            <Passkey {...props} />
            {passkeys?.offered ? (
              <input
                type="hidden"
                name="passkeys"
                value=""
                data-sso-creates={passkeys.offered === 'silent' ? 'silent' : ''}
              />
            ) : null}
            {confirm === undefined ? null : (
              <Button look="plain" name="action" value="other">
                {t.signIn.notYou}
              </Button>
            )}
          </div>
        </Form>
      )}
      <WaysOut form={form} client={client}>
        {only ? null : <Help {...props} />}
      </WaysOut>
    </Card>
  )
}

/** One button per external provider. Two or more have room only for their names. */
function ExternalProviders({ providers = [], only = false }: SignInProps, { view: { t } }: HasView): VNode | null {
  if (providers.length === 0) return null
  return (
    <>
      <div class="sso-external">
        {providers.map(({ name, form, ...provider }) => (
          <Form key={form.action} target={form}>
            <Button
              look={only ? 'primary' : 'secondary'}
              icon={<ProviderIcon {...provider} />}
              {...(providers.length > 1 ? { spoken: t.signIn.continueWith({ name }) } : {})}
            >
              {providers.length > 1 ? <bdi>{name}</bdi> : rich(t.signIn.continueWith, { name: <bdi>{name}</bdi> })}
            </Button>
          </Form>
        ))}
      </div>
      {only ? null : <p class="sso-or">{t.signIn.otherWays}</p>}
    </>
  )
}

/** Help for users who cannot sign in. Collapsed until several attempts have failed. */
function Help({ issue, passkeys, forgotHref, resetsByEmail = false }: SignInProps, { view }: HasView): VNode {
  const { help, forgot } = view.t.signIn
  const stuck = issue?.kind === 'throttled' || (issue?.kind === 'wrong_credentials' && issue.stuck === true)
  return (
    <details class="sso-fold" open={stuck}>
      <summary>{help.title}</summary>
      <div class="sso-prose">
        {forgotHref === undefined ? null : (
          <p>
            <Link href={forgotHref}>{resetsByEmail ? help.reset : forgot}</Link>
          </p>
        )}
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

/** An issue that belongs to none of the fields. */
function pageIssue(issue: SignInIssue | undefined, { t: { signIn, common, factors } }: View): FormIssue | undefined {
  switch (issue?.kind) {
    case 'passkey_wrong':
    case 'passkey_unknown':
      return { text: factors.passkey.failed }
    case 'unavailable':
      return { text: signIn.unavailable }
    case 'begin_again':
      return { text: signIn.beginAgain }
    case 'throttled':
      return { text: rich(common.tooManyTries, { when: <Countdown seconds={issue.retryAfterSeconds} /> }) }
    default:
      return undefined
  }
}

/** Text that app.js shows when the page has expired, so that users do not enter a password in vain. */
function Expiry({ seconds }: { seconds: number | undefined }, { view: { t } }: HasView): VNode | null {
  return seconds === undefined ? null : (
    <p class="sso-note sso-tone-warn" role="alert" data-sso-expires={seconds} data-text={t.signIn.expiring} hidden />
  )
}
