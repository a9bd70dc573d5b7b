import { type ClockVerdict, judgeClock } from '../../../../policies/clock-difference.ts'
import { CLOCK_TOLERANCE_SECONDS } from '../../../../policies/signing.ts'
import type { OperationsServices } from './services.ts'

export interface ClockSeen {
  readonly verdict: ClockVerdict['verdict']
  readonly seconds: number
  /** Seconds by which the clocks of two nodes may differ. */
  readonly tolerance: number
}

/** What this node's clock is to the store's; undefined where the store has none of its own, or does not say. */
export async function readClock({ storage, now }: OperationsServices): Promise<ClockSeen | undefined> {
  const askedAt = now()
  // A store that is away is reported elsewhere; the page is not lost for the want of a time.
  const storeTime = await storage.time?.().catch(() => undefined)
  if (storeTime === undefined) return undefined
  const { verdict, byMs } = judgeClock({ askedAt, storeTime, answeredAt: now() })
  return { verdict, seconds: Math.round(byMs / 1000), tolerance: CLOCK_TOLERANCE_SECONDS }
}
