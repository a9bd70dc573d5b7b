import type { TryOutcome } from '../../../policies/delivery-retry.ts'

/** Attempts that may be in flight at once to a client that did not answer lately. */
const UNRESPONSIVE_MAX = 4
/** How long a client counts as unresponsive after a failure, in milliseconds. */
const UNRESPONSIVE_MS = 60_000

/**
 * Limits the concurrent attempts to unresponsive clients, so that the notifications of other clients do not queue behind
 * theirs. Each process decides by what it has seen itself.
 */
export interface Fairness {
  enter(clientId: string): 'go' | 'later'
  left(clientId: string, outcome: TryOutcome): void
}

export function fairness(now: () => number): Fairness {
  const unresponsiveUntil = new Map<string, number>()
  const inFlight = new Map<string, number>()
  return {
    enter(clientId) {
      const count = inFlight.get(clientId) ?? 0
      if ((unresponsiveUntil.get(clientId) ?? 0) > now() && count >= UNRESPONSIVE_MAX) return 'later'
      inFlight.set(clientId, count + 1)
      return 'go'
    },
    left(clientId, outcome) {
      const count = (inFlight.get(clientId) ?? 1) - 1
      if (count > 0) inFlight.set(clientId, count)
      else inFlight.delete(clientId)
      if (outcome.kind === 'no-answer') unresponsiveUntil.set(clientId, now() + UNRESPONSIVE_MS)
      else unresponsiveUntil.delete(clientId)
    },
  }
}
