/**
 * The second step of a sign-in: a code from an app, a passkey, or a recovery code; one way at a time, the others a link
 * away. A code has one field and never six, so that it can be pasted and filled in.
 */
import type { VNode } from 'preact'
import { CODE_DIGITS } from '../../../policies/authenticator-code.ts'
import { Button } from '../../web/ui/components/button.tsx'
import { Card, type ClientView } from '../../web/ui/components/card.tsx'
import { Contact } from '../../web/ui/components/contact.tsx'
import { Countdown } from '../../web/ui/components/date-time.tsx'
import { ErrorSummary, type FormIssue } from '../../web/ui/components/error-summary.tsx'
import { Checkbox, Field } from '../../web/ui/components/field.tsx'
import { Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { type AccountView, Identity } from '../../web/ui/components/identity.tsx'
import { Link } from '../../web/ui/components/link.tsx'
import { PasskeyButton } from '../../web/ui/components/passkey.tsx'
import { rich } from '../../web/ui/texts/format/rich.ts'
import type { View, Viewed } from '../../web/ui/view.ts'

export type SecondStepWay = 'code' | 'passkey' | 'recovery-code'
export type SecondStepIssue =
  | { readonly way: SecondStepWay; readonly kind: 'missing' | 'wrong' | 'used' }
  | { readonly way: SecondStepWay; readonly kind: 'throttled'; readonly retryAfterSeconds: number }

export interface SecondStepProps {
  readonly form: FormTarget
  readonly client: ClientView
  readonly account: AccountView
  /** What came before: a password just now, or a session to which the client asks for more. */
  readonly begun: 'password' | 'signed-in'
  readonly way: SecondStepWay
  readonly others: readonly { readonly way: SecondStepWay; readonly href: string }[]
  /** Where somebody else signs in. */
  readonly otherHref: string
  /** Recovery codes that the user has; undefined where there are none. */
  readonly codesLeft?: number | undefined
  /** Where the script gets the options of a passkey. */
  readonly optionsHref: string
  /** Whether trusting the browser is offered, and how the box stood when the form was sent. */
  readonly trust?: { readonly checked: boolean } | undefined
  readonly fault?: SecondStepIssue | undefined
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
      <ErrorSummary issues={fault === undefined ? [] : [summaryOf(fault, view)]} view={view} />
      <Identity account={account} action={<Link href={otherHref}>{t.signIn.notYou}</Link>} />
      <Form target={form}>
        {/* First: the code is sent with its last digit, and a passkey by its button. */}
        {trust === undefined ? null : (
          <Checkbox id="trust" name="trust" label={step.trust} hint={step.trustHint} checked={trust.checked} />
        )}
        {way === 'passkey' ? <Passkey {...props} /> : <Code {...props} />}
        <div class="sso-actions">
          {way === 'passkey' ? null : <Button>{step.submit}</Button>}
          <div class="sso-quiet-actions">
            <Button look="plain" name="action" value="cancel">
              {t.signIn.cancel}
            </Button>
          </div>
        </div>
      </Form>
      <Others {...props} />
    </Card>
  )
}

/** What else the user has, and whom to ask who has nothing of it. */
function Others({ others, view }: SecondStepProps & Viewed): VNode {
  const { step } = view.t.factors
  const { helpContact } = view
  return (
    <details class="sso-fold sso-help">
      <summary>{step.others}</summary>
      <div class="sso-prose">
        {others.length === 0 ? null : (
          <ul>
            {others.map((other) => (
              <li>
                <Link href={other.href}>{step.ways[other.way]}</Link>
              </li>
            ))}
          </ul>
        )}
        <p class="sso-fine">
          {helpContact === undefined
            ? step.lostAnybody
            : rich(step.lost, { contact: <Contact contact={helpContact} /> })}
        </p>
      </div>
    </details>
  )
}

/** Codes are read from left to right in every language. */
const PLAIN = { type: 'text', spellcheck: false, dir: 'ltr', required: true } as const

function Code({ way, codesLeft, fault, view }: SecondStepProps & Viewed): VNode {
  const { step } = view.t.factors
  const error = fault === undefined || fault.kind === 'throttled' ? undefined : textOf(fault, view)
  const focus = fault === undefined ? { autofocus: true } : {}
  const sent = { 'data-sso-digits': CODE_DIGITS, 'data-hint': step.codeSent }
  return way === 'recovery-code' ? (
    <Field
      view={view}
      id="recovery_code"
      name="recovery_code"
      label={step.recoveryCode}
      hint={
        codesLeft === undefined ? step.recoveryCodeHint : step.recoveryCodesLeft({ after: Math.max(0, codesLeft - 1) })
      }
      error={error}
      input={{ ...PLAIN, autocomplete: 'off', autocapitalize: 'none', ...focus }}
    />
  ) : (
    <Field
      view={view}
      id="code"
      name="code"
      label={step.code}
      hint={step.codeHint}
      error={error}
      input={{ ...PLAIN, inputmode: 'numeric', autocomplete: 'one-time-code', ...focus, ...sent }}
    />
  )
}

function Passkey({ optionsHref, view }: SecondStepProps & Viewed): VNode {
  const { step, passkey } = view.t.factors
  return (
    <>
      <p class="sso-hint">{step.passkeyHint}</p>
      <PasskeyButton
        view={view}
        ceremony="use"
        look="primary"
        optionsHref={optionsHref}
        label={step.usePasskey}
        stopped={passkey.stopped}
        unsupported={step.unsupported}
        withoutScript={step.withoutScript}
      />
    </>
  )
}

function summaryOf(fault: SecondStepIssue, view: View): FormIssue {
  if (fault.kind === 'throttled') {
    return {
      text: rich(view.t.common.tooManyTries, { when: <Countdown seconds={fault.retryAfterSeconds} view={view} /> }),
    }
  }
  const text = textOf(fault, view)
  return fault.way === 'passkey' ? { text } : { field: fault.way === 'code' ? 'code' : 'recovery_code', text }
}

function textOf({ way, kind }: Exclude<SecondStepIssue, { kind: 'throttled' }>, view: View): string {
  const { faults } = view.t.factors.step
  if (way === 'passkey') return faults.passkeyWrong
  if (way === 'recovery-code') return kind === 'missing' ? faults.recoveryMissing : faults.recoveryWrong
  return kind === 'missing' ? faults.codeMissing : kind === 'used' ? faults.codeUsed : faults.codeWrong
}
