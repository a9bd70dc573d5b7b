/**
 * How far a node's clock may differ from the store's before administrators are warned. If two nodes' clocks differ by
 * more than `CLOCK_TOLERANCE_SECONDS`, one rejects the other's new tokens (`nbf`). The warning comes well before that.
 * A node whose clock differs from the store's by more than this tolerance stops accepting requests.
 *
 * Spec      "Needs attention" on the panel's overview, settings page
 * RFC       7519 s4.1.5 (a small leeway)
 * Deny      none; advisory only, but a load balancer skips a node that is not ready
 * Enforced  lib/apps/admin/operations/health.ts, lib/domain/nodes/node-clock.ts
 * Tests     test/policies/clock-difference.test.ts, test/flows/panel-clock.test.ts, test/flows/nodes.test.ts
 */
import { CLOCK_TOLERANCE_SECONDS } from './signing.ts'

export const CLOCK_DIFFERENCE_MS = 2_000

/** Milliseconds since the epoch: this node's clock before and after the request, and the store's clock in between. */
export interface ClockReading {
  readonly askedAt: number
  readonly storeTime: number
  readonly answeredAt: number
}

export interface ClockVerdict {
  readonly verdict: 'in-step' | 'ahead' | 'behind'
  /** Lower bound of the difference between the clocks, in milliseconds. */
  readonly byMs: number
}

/** Compares the clocks. The request's round-trip time is not counted as a difference. */
export function evaluateClock({ askedAt, storeTime, answeredAt }: ClockReading): ClockVerdict {
  const [ahead, behind] = [Math.max(0, askedAt - storeTime), Math.max(0, storeTime - answeredAt)]
  if (ahead > CLOCK_DIFFERENCE_MS) return { verdict: 'ahead', byMs: ahead }
  return behind > CLOCK_DIFFERENCE_MS
    ? { verdict: 'behind', byMs: behind }
    : { verdict: 'in-step', byMs: Math.max(ahead, behind) }
}

/** `skewed`: the difference exceeds the tolerance, so the node is not ready. */
export type ClockStanding = 'in-step' | 'differs' | 'skewed'

/** @param byMs milliseconds by which the node's clock is ahead of the store's; negative if behind */
export function clockStanding(byMs: number): ClockStanding {
  if (Math.abs(byMs) > CLOCK_TOLERANCE_SECONDS * 1000) return 'skewed'
  return Math.abs(byMs) > CLOCK_DIFFERENCE_MS ? 'differs' : 'in-step'
}
