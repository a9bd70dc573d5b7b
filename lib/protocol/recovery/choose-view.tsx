/** Recovery and invitation: sets a password or a passkey, after the second factor if the user has one. */
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
import type { View, Viewed } from '../../web/ui/view.ts'
import type { LinkPageProps } from './confirm-view.tsx'

export interface RecoveryChooseProps extends LinkPageProps, NewPasswordFieldsProps {
  readonly kind: 'recovery' | 'invitation'
  /** URL of the passkey options for the script; undefined when passkeys are unavailable. */
  readonly passkey?: { readonly form: FormTarget; readonly optionsHref: string; readonly fault?: 'refused' | 'taken' }
}

export function RecoveryChoose(props: RecoveryChooseProps & Viewed): VNode {
  const { kind, form, account, passkey, view, ...fields } = props
  const t = view.t.recovery.choose
  const isNew = kind === 'invitation'
  const product = view.product.name
  return (
    <Card
      view={view}
      mark={{ icon: 'lock', tone: 'info' }}
      issue={issueOf(props, view)}
      title={isNew ? t.welcome({ product: isolate(product) }) : t.title}
      heading={isNew ? rich(t.welcome, { product: <bdi>{product}</bdi> }) : t.title}
      lead={isNew ? t.welcomeLead : t.lead}
    >
      <Identity account={account} />
      <Form target={form}>
        <NewPasswordFields {...fields} view={view} />
        <div class="sso-actions">
          <Button>{t.submit}</Button>
        </div>
      </Form>
      {passkey === undefined ? null : (
        <Form target={passkey.form}>
          <div class="sso-actions">
            <PasskeyButton
              view={view}
              ceremony="create"
              optionsHref={passkey.optionsHref}
              label={t.passkey}
              stopped={view.t.factors.security.newPasskey.stopped}
            />
          </div>
          {isNew ? null : <p class="sso-fine">{t.passkeyHint}</p>}
        </Form>
      )}
    </Card>
  )
}

function issueOf({ fault, passkey }: RecoveryChooseProps, view: View) {
  const t = view.t.recovery.choose
  if (passkey?.fault !== undefined) return { text: passkey.fault === 'taken' ? t.passkeyTaken : t.passkeyRefused }
  return fault && newPasswordFormIssue(fault, view)
}

export function RecoveryStep(props: LinkPageProps & SecondFactorProps & OtherWaysProps & Viewed): VNode {
  const { form, account, way, fault, view } = props
  const { step } = view.t.factors
  return (
    <Card
      view={view}
      mark={{ icon: 'shield', tone: 'info' }}
      issue={fault && secondFactorIssue(fault, view)}
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
