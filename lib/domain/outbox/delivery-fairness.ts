/** Maximum number of concurrent attempts for an unresponsive receiver. */
const UNRESPONSIVE_MAX = 4
/** How long a receiver counts as unresponsive after a failed attempt, in milliseconds. */
const UNRESPONSIVE_MS = 60_000

/**
 * Limits concurrent attempts to unresponsive receivers (a client or the mail server), so they do not hold up other
 * deliveries. Each process considers only its own attempts.
 */
export type Fairness = ReturnType<typeof fairness>

/** @param most maximum number of concurrent attempts for a responsive receiver */
export function fairness(now: () => number, most = Number.POSITIVE_INFINITY) {
  const unresponsiveUntil = new Map<string, number>()
  const inFlight = new Map<string, number>()
  return {
    enter(receiver: string): 'go' | 'later' {
      const count = inFlight.get(receiver) ?? 0
      const isUnresponsive = (unresponsiveUntil.get(receiver) ?? 0) > now()
      if (count >= (isUnresponsive ? UNRESPONSIVE_MAX : most)) return 'later'
      inFlight.set(receiver, count + 1)
      return 'go'
    },
    left(receiver: string, outcome: 'answered' | 'unanswered'): void {
      const count = (inFlight.get(receiver) ?? 1) - 1
      if (count > 0) inFlight.set(receiver, count)
      else inFlight.delete(receiver)
      if (outcome === 'unanswered') unresponsiveUntil.set(receiver, now() + UNRESPONSIVE_MS)
      else unresponsiveUntil.delete(receiver)
    },
  }
}
