/** Asks for a second factor (an app code, a passkey, or a recovery code), with links to the user's other factors. */
import { CODE_DIGITS } from '../../../../policies/authenticator-code.ts'
import { type HasView, rich, type View, type VNode } from '../view.ts'
import { ContactText } from './card.tsx'
import { Field, type FormIssue } from './form.tsx'
import { PasskeyButton } from './passkey.tsx'
import { Countdown, Link } from './text.tsx'

export type SecondStepWay = 'code' | 'passkey' | 'recovery-code'
export type SecondStepIssue =
  | { readonly way: SecondStepWay; readonly kind: 'missing' | 'wrong' | 'used' }
  | { readonly way: SecondStepWay; readonly kind: 'throttled'; readonly retryAfterSeconds: number }

export interface SecondFactorProps {
  readonly way: SecondStepWay
  /** Number of recovery codes left; undefined if there are none. */
  readonly codesLeft?: number | undefined
  /** URL that returns the passkey options. */
  readonly optionsHref: string
  readonly issue?: SecondStepIssue | undefined
  /** Set if the page offers to trust the browser. `checked` is the checkbox's state in the submitted form. */
  readonly trust?: { readonly checked: boolean } | undefined
}

export function SecondFactor(props: SecondFactorProps): VNode {
  return props.way === 'passkey' ? <Passkey {...props} /> : <Code {...props} />
}

export interface OtherWaysProps {
  readonly others: readonly { readonly way: SecondStepWay; readonly href: string }[]
}

/** The user's other factors, and a contact for users who have lost all of them. */
export function OtherWays({ others }: OtherWaysProps, { view }: HasView): VNode {
  const { step } = view.t.factors
  return (
    <details class="sso-fold">
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
          <ContactText text={step.lost} otherwise={step.lostAskAdministrator} />
        </p>
      </div>
    </details>
  )
}

/** Attributes for code fields. Codes are written from left to right in every language. */
const PLAIN = { type: 'text', spellcheck: false, dir: 'ltr', required: true } as const
export const ONE_TIME_CODE = {
  ...PLAIN,
  class: 'sso-input sso-digits',
  inputmode: 'numeric',
  autocomplete: 'one-time-code',
  placeholder: '○'.repeat(CODE_DIGITS),
} as const

function Code({ way, codesLeft, issue, trust }: SecondFactorProps, { view }: HasView): VNode {
  const { step } = view.t.factors
  const error = issue === undefined || issue.kind === 'throttled' ? undefined : textOf(issue, view)
  const focus = { autofocus: issue?.kind !== 'throttled' }
  return way === 'recovery-code' ? (
    <Field
      id="recovery_code"
      label={step.recoveryCode}
      hint={
        codesLeft === undefined ? step.recoveryCodeHint : step.recoveryCodesLeft({ after: Math.max(0, codesLeft - 1) })
      }
      error={error}
      input={{ ...PLAIN, autocomplete: 'off', autocapitalize: 'none', ...focus }}
    />
  ) : (
    <Field
      id="code"
      label={step.code}
      hint={
        <>
          {step.codeHint}
          {trust === undefined ? <span data-sso-scripted> {step.codeSent}</span> : null}
        </>
      }
      error={error}
      input={{ ...ONE_TIME_CODE, ...focus, ...(trust === undefined ? { 'data-sso-digits': CODE_DIGITS } : {}) }}
    />
  )
}

function Passkey({ optionsHref }: SecondFactorProps, { view }: HasView): VNode {
  const { step } = view.t.factors
  return (
    <>
      <p class="sso-hint">{step.passkeyHint}</p>
      <PasskeyButton ceremony="use" look="primary" optionsHref={optionsHref} label={step.usePasskey} explained />
    </>
  )
}

/** The issue, with the field that shows it. */
export function secondFactorIssue(issue: SecondStepIssue, view: View): FormIssue {
  if (issue.kind === 'throttled') {
    return {
      text: rich(view.t.common.tooManyTries, { when: <Countdown seconds={issue.retryAfterSeconds} /> }),
    }
  }
  const text = textOf(issue, view)
  return issue.way === 'passkey' ? { text } : { field: issue.way === 'code' ? 'code' : 'recovery_code', text }
}

function textOf({ way, kind }: Exclude<SecondStepIssue, { kind: 'throttled' }>, view: View): string {
  const { issues } = view.t.factors.step
  if (way === 'passkey') return issues.passkeyWrong
  if (way === 'recovery-code') return kind === 'missing' ? issues.recoveryMissing : issues.recoveryWrong
  return kind === 'missing' ? issues.codeMissing : kind === 'used' ? issues.codeUsed : issues.codeWrong
}
