import { decideSecondStep, SECOND_STEP_LIMITS, type StepKind } from '../../../policies/second-step-throttle.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { digestOf } from '../keys/digest.ts'

export type StepEntry =
  /** `undo`: the code was right, or nobody could judge it. */
  { readonly outcome: 'try'; undo(): Promise<void> } | { readonly outcome: 'wait'; readonly retryAfterSeconds: number }

/** Counts an attempt before the code is checked, so that simultaneous attempts all count, and refunds it when it was right. */
export interface SecondStepThrottle {
  enter(sub: string, kind: StepKind): Promise<StepEntry>
}

export function secondStepThrottle(rates: RateCounter): SecondStepThrottle {
  return {
    async enter(sub, kind) {
      const account = digestOf(sub, 12)
      const key = (window: keyof typeof SECOND_STEP_LIMITS): string => `step:${kind}:${account}:${window}`
      const hit = (window: keyof typeof SECOND_STEP_LIMITS): ReturnType<RateCounter['hit']> =>
        rates.hit(key(window), SECOND_STEP_LIMITS[window].windowSeconds * 1000)
      const [quarter, day] = await Promise.all([hit('quarter'), hit('day')])
      const verdict = decideSecondStep(kind, { quarter, day })
      if (verdict.outcome === 'wait') return verdict
      return {
        outcome: 'try',
        async undo() {
          await Promise.all([rates.refund(key('quarter')), rates.refund(key('day'))])
        },
      }
    },
  }
}
