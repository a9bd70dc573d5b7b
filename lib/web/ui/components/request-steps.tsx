/** The steps of a request in order, with the last one reached. Words repeat the color. */
import type { VNode } from 'preact'
import { Icon } from './icon.tsx'

export interface RequestStep {
  readonly label: string
  /** `open`: the request did not reach it. */
  readonly state: 'passed' | 'failed' | 'open'
}

export interface RequestStepsProps {
  readonly steps: readonly RequestStep[]
  readonly states: Readonly<Record<RequestStep['state'], string>>
}

export function RequestSteps({ steps, states }: RequestStepsProps): VNode {
  return (
    <ol class="sso-request-steps">
      {steps.map(({ label, state }) => (
        <li
          class={`sso-request-step sso-request-step-${state}`}
          {...(state === 'failed' ? { 'aria-current': 'step' } : {})}
        >
          {state === 'open' ? null : <Icon name={state === 'passed' ? 'check' : 'close'} />}
          {label}
          <span class="sso-hidden">: {states[state]}</span>
        </li>
      ))}
    </ol>
  )
}
