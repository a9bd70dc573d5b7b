import type { TryOutcome } from '../../../policies/delivery-retry.ts'

/** Tries that may be under way at once to a client that gave no answer lately. */
const PLACES_IN_DOUBT = 4
/** How long such a client stays in doubt, in milliseconds. */
const DOUBT_MS = 60_000

/**
 * Keeps clients that do not answer from taking all places: everybody else's notices would wait behind theirs. Each
 * process judges by what it has seen itself.
 */
export interface Fairness {
  enter(clientId: string): 'go' | 'later'
  left(clientId: string, outcome: TryOutcome): void
}

export function fairness(now: () => number): Fairness {
  const doubtUntil = new Map<string, number>()
  const underway = new Map<string, number>()
  return {
    enter(clientId) {
      const count = underway.get(clientId) ?? 0
      if ((doubtUntil.get(clientId) ?? 0) > now() && count >= PLACES_IN_DOUBT) return 'later'
      underway.set(clientId, count + 1)
      return 'go'
    },
    left(clientId, outcome) {
      const count = (underway.get(clientId) ?? 1) - 1
      if (count > 0) underway.set(clientId, count)
      else underway.delete(clientId)
      if (outcome.kind === 'no-answer') doubtUntil.set(clientId, now() + DOUBT_MS)
      else doubtUntil.delete(clientId)
    },
  }
}
