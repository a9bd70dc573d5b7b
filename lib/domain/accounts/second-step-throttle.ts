import { BUDGETS } from '../../../policies/budgets.ts'
import { another, decideSecondStep, type StepKind, type StepVerdict } from '../../../policies/sign-in-throttle.ts'
import type { Storage } from '../../ports/storage.ts'
import { digestOf } from '../keys/digest.ts'
import { type Attempt, begin } from '../limits/attempts.ts'
import { resetOf, userKey } from '../limits/counters.ts'
import type { HashingQueue } from './factors/hashing-queue.ts'
import type { SignInPauses } from './sign-in-pauses.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

export interface StepAttempt extends Attempt {
  readonly decision: StepVerdict
}

/** Counts each code before it is checked and refunds correct ones. */
export type SecondStepThrottle = ReturnType<typeof secondStepThrottle>

export interface SignInLimits {
  readonly signIn: SignInThrottle
  readonly secondStep: SecondStepThrottle
  /** Undefined if the host checks passwords. */
  readonly hashing: HashingQueue | undefined
}

export function secondStepThrottle(
  { rates, records }: Pick<Storage, 'rates' | 'records'>,
  pauses: Pick<SignInPauses, 'note'>,
) {
  const { quarter, day } = BUDGETS.secondStep
  return {
    async begin(sub: string, kind: StepKind): Promise<StepAttempt> {
      const reset = await resetOf(records, userKey(sub))
      const id = `${kind}:${digestOf(sub, 12)}${reset}`
      const { hits, ...attempt } = await begin(rates, { quarter: [quarter, id], day: [day, id] })
      const next = decideSecondStep(kind, { quarter: another(hits.quarter), day: another(hits.day) })
      return {
        ...attempt,
        async failed() {
          if (next.outcome === 'try') return
          const [budget, { count }] = hits.day.count >= day.limit ? [day, hits.day] : [quarter, hits.quarter]
          await pauses.note(`${userKey(sub)}${reset}`, 'second-step', next.retryAfterSeconds, { ...budget, count })
        },
        decision: decideSecondStep(kind, hits),
      }
    },
  }
}
