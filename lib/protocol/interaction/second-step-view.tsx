/**
 * The second step of a sign-in: a code from an app, a passkey, or a recovery code. Shows one method and links to the
 * others. A code is entered in one field instead of six, so it can be pasted or autofilled.
 */
import type { VNode } from 'preact'
import { Card, Identity } from '../../web/ui/components/card.tsx'
import { Button, Checkbox, Form } from '../../web/ui/components/form.tsx'
import {
  OtherWays,
  type OtherWaysProps,
  SecondFactor,
  type SecondFactorProps,
  secondFactorIssue,
} from '../../web/ui/components/second-factor.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { HasView } from '../../web/ui/view.ts'
import type { AccountPageProps } from './button-stages-view.tsx'
import { WaysOut } from './ways-out-view.tsx'

export interface SecondStepProps extends AccountPageProps, SecondFactorProps, OtherWaysProps {
  /** The first step: a password, or an existing session if the client requires a second step for it. */
  readonly begun: 'password' | 'signed-in'
  /** URL of the sign-in page for another account. */
  readonly otherHref: string
}

export function SecondStep(props: SecondStepProps, { view }: HasView): VNode {
  const { form, client, account, begun, way, otherHref, trust, issue } = props
  const { t } = view
  const { step } = t.factors
  const trustBox = trust && (
    <Checkbox id="trust" name="trust" label={step.trust} hint={step.trustHint} checked={trust.checked} />
  )
  return (
    <Card
      client={client}
      issue={issue && secondFactorIssue(issue, view)}
      title={step.titles[way]}
      lead={rich(begun === 'password' ? step.lead : step.signedInLead, { client: <bdi>{client.name}</bdi> })}
    >
      <Identity account={account} action={<Link href={otherHref}>{t.signIn.notYou}</Link>} />
      <Form target={form}>
        {/* A passkey submits the form. */}
        {way === 'passkey' ? trustBox : null}
        <SecondFactor {...props} />
        {way === 'passkey' ? null : trustBox}
        <div class="sso-actions">{way === 'passkey' ? null : <Button>{step.submit}</Button>}</div>
      </Form>
      <WaysOut form={form} client={client}>
        <OtherWays {...props} />
      </WaysOut>
    </Card>
  )
}
