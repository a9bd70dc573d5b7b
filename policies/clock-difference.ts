/**
 * How far a node's clock may be from the store's before administrators are told. Beyond `CLOCK_TOLERANCE_SECONDS` between two
 * nodes, one takes what the other has just issued as inactive; told is what comes near to that.
 *
 * Spec      ux.md B1 (Needs attention), B16; Access token (nbf); case REL-19
 * RFC       7519 s4.1.5 (a small leeway)
 * Deny      none: it is advice
 * Enforced  lib/apps/admin/operations/clock.ts
 * Tests     test/policies/clock-difference.test.ts, test/flows/panel-clock.test.ts
 */
export const CLOCK_DIFFERENCE_MS = 2_000

/** Milliseconds since the epoch: by this node's clock before and after the question, and by the store's in between. */
export interface ClockReading {
  readonly askedAt: number
  readonly storeTime: number
  readonly answeredAt: number
}

export interface ClockVerdict {
  readonly verdict: 'in-step' | 'ahead' | 'behind'
  /** By how much at least, in milliseconds. */
  readonly byMs: number
}

/** What this node's clock is to the store's. The way to the store and back is no difference, however slow it was. */
export function judgeClock({ askedAt, storeTime, answeredAt }: ClockReading): ClockVerdict {
  const [ahead, behind] = [Math.max(0, askedAt - storeTime), Math.max(0, storeTime - answeredAt)]
  if (ahead > CLOCK_DIFFERENCE_MS) return { verdict: 'ahead', byMs: ahead }
  return behind > CLOCK_DIFFERENCE_MS
    ? { verdict: 'behind', byMs: behind }
    : { verdict: 'in-step', byMs: Math.max(ahead, behind) }
}
