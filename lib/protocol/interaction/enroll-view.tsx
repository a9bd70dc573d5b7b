/**
 * Sets up a first second factor during a sign-in, because a rule requires one: an authenticator app or a passkey. The
 * page after it shows the recovery codes.
 */
import type { VNode } from 'preact'
import { Card, type ClientView, Identity } from '../../web/ui/components/card.tsx'
import { CodesOnce, CopyField } from '../../web/ui/components/copy-field.tsx'
import { Button, ButtonLink, Field, Form } from '../../web/ui/components/form.tsx'
import { PasskeyButton } from '../../web/ui/components/passkey.tsx'
import { QrCode } from '../../web/ui/components/qr-code.tsx'
import { ONE_TIME_CODE } from '../../web/ui/components/second-factor.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { HasView } from '../../web/ui/view.ts'
import type { AccountPageProps } from './button-stages-view.tsx'
import { WaysOut } from './ways-out-view.tsx'

export type EnrollIssue = 'missing' | 'wrong' | 'expired' | 'refused' | 'taken'

export interface EnrollProps extends AccountPageProps {
  /** URL to sign in to another account. */
  readonly otherHref: string
  /** The authenticator app's secret in Base32, and the text of the QR code. Undefined if apps are unavailable. */
  readonly app: { readonly secret: string; readonly uri: string } | undefined
  /** URL that returns the options for creating a passkey; undefined if passkeys are unavailable. */
  readonly optionsHref: string | undefined
  readonly issue?: EnrollIssue | undefined
}

export function Enroll(props: EnrollProps, { view }: HasView): VNode {
  const { form, client, account, otherHref, app, optionsHref, issue } = props
  const { t } = view
  const { enroll, security } = t.factors
  const { newApp, newPasskey } = security
  const isOfPasskey = issue === 'refused' || issue === 'taken'
  const error = issue === undefined || isOfPasskey ? undefined : newApp[issue]
  const problem = isOfPasskey ? { text: newPasskey[issue] } : error && { field: 'code', text: error }
  return (
    <Card
      client={client}
      issue={problem || undefined}
      title={enroll.title}
      lead={rich(enroll.lead, { client: <bdi>{client.name}</bdi> })}
    >
      <Identity account={account} action={<Link href={otherHref}>{t.signIn.notYou}</Link>} />
      {app === undefined ? null : (
        <Form target={form}>
          <h2>{newApp.scan}</h2>
          <p class="sso-hint">{newApp.scanLead}</p>
          <QrCode text={app.uri} label={newApp.image} />
          <CopyField id="secret" label={newApp.key} value={app.secret.replace(/(.{4})(?=.)/g, '$1 ')} />
          <Field id="code" label={newApp.confirm} hint={newApp.hint} error={error} input={ONE_TIME_CODE} />
          <div class="sso-actions">
            <Button>{newApp.submit}</Button>
          </div>
        </Form>
      )}
      {optionsHref === undefined ? null : (
        <details class="sso-fold" open={app === undefined || isOfPasskey}>
          <summary>{enroll.passkey}</summary>
          <Form target={form}>
            <PasskeyButton ceremony="create" optionsHref={optionsHref} label={newPasskey.create} explained />
          </Form>
        </details>
      )}
      <WaysOut form={form} client={client} />
    </Card>
  )
}

export interface EnrolledProps {
  /** The app that the user signs in to. */
  readonly client: ClientView
  /** Recovery codes. They cannot be shown again. */
  readonly codes: readonly string[]
  /** URL that continues the sign-in. */
  readonly href: string
}

export function Enrolled({ client, codes, href }: EnrolledProps, { view }: HasView): VNode {
  const { enroll, offer } = view.t.factors
  return (
    <Card client={client} title={enroll.done} lead={enroll.codesLead}>
      <CodesOnce codes={codes} />
      <div class="sso-actions">
        <ButtonLink look="primary" href={href}>
          {rich(offer.onward, { client: <bdi>{client.name}</bdi> })}
        </ButtonLink>
      </div>
    </Card>
  )
}
