/**
 * The second step of a sign-in: a code from an app, a passkey, or a recovery code; one way at a time, the others a link
 * away. A code has one field and never six, so that it can be pasted and filled in.
 */
import type { VNode } from 'preact'
import { type AccountView, Card, type ClientView, Identity } from '../../web/ui/components/card.tsx'
import { Button, Checkbox, ErrorSummary, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import {
  OtherWays,
  type OtherWaysProps,
  SecondFactor,
  type SecondFactorProps,
  secondFactorIssue,
} from '../../web/ui/components/second-factor.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../web/ui/view.ts'

export interface SecondStepProps extends SecondFactorProps, OtherWaysProps {
  readonly form: FormTarget
  readonly client: ClientView
  readonly account: AccountView
  /** What came before: a password just now, or a session to which the client asks for more. */
  readonly begun: 'password' | 'signed-in'
  /** Where somebody else signs in. */
  readonly otherHref: string
  /** Whether trusting the browser is offered, and how the box stood when the form was sent. */
  readonly trust?: { readonly checked: boolean } | undefined
}

export function SecondStep(props: SecondStepProps & Viewed): VNode {
  const { form, client, account, begun, way, otherHref, trust, fault, view } = props
  const { t } = view
  const { step } = t.factors
  return (
    <Card
      view={view}
      client={client}
      wrong={fault !== undefined}
      title={step.titles[way]}
      heading={step.titles[way]}
      lead={rich(begun === 'password' ? step.lead : step.signedInLead, { client: <bdi>{client.name}</bdi> })}
    >
      <ErrorSummary issues={fault === undefined ? [] : [secondFactorIssue(fault, view)]} view={view} />
      <Identity account={account} action={<Link href={otherHref}>{t.signIn.notYou}</Link>} />
      <Form target={form}>
        {/* First: the code is sent with its last digit, and a passkey by its button. */}
        {trust === undefined ? null : (
          <Checkbox id="trust" name="trust" label={step.trust} hint={step.trustHint} checked={trust.checked} />
        )}
        <SecondFactor {...props} />
        <div class="sso-actions">
          {way === 'passkey' ? null : <Button>{step.submit}</Button>}
          <div class="sso-quiet-actions">
            <Button look="plain" name="action" value="cancel">
              {t.signIn.cancel}
            </Button>
          </div>
        </div>
      </Form>
      <OtherWays {...props} />
    </Card>
  )
}
