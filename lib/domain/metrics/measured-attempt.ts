import type { Delivery } from '../../ports/deliveries.ts'
import type { AttemptOutcome, Measurements } from '../../ports/measurements.ts'
import type { Attempt } from '../outbox/delivery-attempt.ts'

/** Outcomes to measure, by state. In any other state, this worker no longer holds the lease. */
const OUTCOMES: Readonly<Partial<Record<Delivery['state'], AttemptOutcome>>> = {
  delivered: 'delivered',
  due: 'later',
  failed: 'failed',
  dropped: 'dropped',
}

export function measuredAttempt(attempt: Attempt, measurements: Measurements): Attempt {
  return async (lease) => {
    const state = await attempt(lease)
    const outcome = state === undefined ? undefined : OUTCOMES[state]
    if (outcome !== undefined) measurements.attempted(lease.delivery.channel, outcome)
    return state
  }
}
