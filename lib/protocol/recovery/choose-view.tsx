/** Page where a user sets a password or a passkey after a recovery or an invitation. */
import type { VNode } from 'preact'
import { Card, Identity } from '../../web/ui/components/card.tsx'
import { Button, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import {
  NewPasswordFields,
  type NewPasswordFieldsProps,
  newPasswordFormIssue,
} from '../../web/ui/components/new-password-fields.tsx'
import { PasskeyButton } from '../../web/ui/components/passkey.tsx'
import {
  OtherWays,
  type OtherWaysProps,
  SecondFactor,
  type SecondFactorProps,
  secondFactorIssue,
} from '../../web/ui/components/second-factor.tsx'
import { isolate, rich } from '../../web/ui/texts/format/words.ts'
import type { HasView, View } from '../../web/ui/view.ts'
import type { LinkPageProps } from './confirm-view.tsx'

export interface RecoveryChooseProps extends LinkPageProps, NewPasswordFieldsProps {
  readonly kind: 'recovery' | 'invitation'
  /** URL of the passkey options for the script; undefined when passkeys are unavailable. */
  readonly passkey?: { readonly form: FormTarget; readonly optionsHref: string; readonly issue?: 'refused' | 'taken' }
}

export function RecoveryChoose(props: RecoveryChooseProps, { view }: HasView): VNode {
  const { kind, form, account, passkey, ...fields } = props
  const t = view.t.recovery.choose
  const isNew = kind === 'invitation'
  const product = view.product.name
  return (
    <Card
      mark={{ icon: 'lock', tone: 'info' }}
      issue={issueOf(props, view)}
      title={isNew ? t.welcome({ product: isolate(product) }) : t.title}
      heading={isNew ? rich(t.welcome, { product: <bdi>{product}</bdi> }) : t.title}
      lead={isNew ? t.welcomeLead : t.lead}
    >
      <Identity account={account} />
      <Form target={form}>
        <NewPasswordFields {...fields} />
        <div class="sso-actions">
          <Button>{t.submit}</Button>
        </div>
      </Form>
      {passkey === undefined ? null : (
        <Form target={passkey.form}>
          <div class="sso-actions">
            <PasskeyButton ceremony="create" optionsHref={passkey.optionsHref} label={t.passkey} />
          </div>
          {isNew ? null : <p class="sso-fine">{t.passkeyHint}</p>}
        </Form>
      )}
    </Card>
  )
}

function issueOf(props: RecoveryChooseProps, view: View) {
  const { passkey } = props
  const t = view.t.recovery.choose
  if (passkey?.issue !== undefined) return { text: passkey.issue === 'taken' ? t.passkeyTaken : t.passkeyRefused }
  return newPasswordFormIssue(props, view)
}

export function RecoveryStep(props: LinkPageProps & SecondFactorProps & OtherWaysProps, { view }: HasView): VNode {
  const { form, account, way, issue } = props
  const { step } = view.t.factors
  return (
    <Card
      mark={{ icon: 'shield', tone: 'info' }}
      issue={issue && secondFactorIssue(issue, view)}
      title={step.titles[way]}
      lead={view.t.recovery.choose.stepLead}
    >
      <Identity account={account} />
      <Form target={form}>
        <SecondFactor {...props} />
        {way === 'passkey' ? null : (
          <div class="sso-actions">
            <Button>{step.submit}</Button>
          </div>
        )}
      </Form>
      <OtherWays {...props} />
    </Card>
  )
}
