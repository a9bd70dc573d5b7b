/** Compares this node's clock with the store's. If the clock is wrong, the node logs an error and is not ready. */
import { type ClockStanding, clockStanding } from '../../../policies/clock-difference.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'

export type NodeClock = ReturnType<typeof nodeClock>

/** Number of readings of the store's clock. The median is used, because a delayed reading is inaccurate. */
const READINGS = 3

/** @param now milliseconds since the epoch */
export function nodeClock(storage: Pick<Storage, 'time'>, now: () => number, logger: Logger) {
  let difference: number | undefined
  let standing: ClockStanding = 'in-step'

  const reading = async (): Promise<number | undefined> => {
    const askedAt = now()
    const storeTime = await storage.time?.()
    // Assumes that the store reads its clock halfway through the round trip.
    return storeTime === undefined ? undefined : (askedAt + now()) / 2 - storeTime
  }
  const report = (byMs: number): void => {
    const before = standing
    standing = clockStanding(byMs)
    if (standing === before) return
    const fields = { code: 'node-clock', ahead_ms: Math.round(byMs) }
    if (standing === 'in-step') logger.info(fields, "this node's clock is back in sync with the store's clock")
    else if (standing === 'differs') logger.warn(fields, "this node's clock differs from the store's clock")
    else logger.error(fields, "this node's clock is wrong; not ready, because other nodes would reject its tokens")
  }
  return {
    /** @throws StoreUnavailable */
    async measure(): Promise<void> {
      const readings: number[] = []
      for (let count = 0; count < READINGS; count += 1) {
        const byMs = await reading()
        if (byMs === undefined) return
        readings.push(byMs)
      }
      difference = readings.toSorted((a, b) => a - b)[Math.floor(READINGS / 2)] as number
      report(difference)
    },
    /** How far this clock was ahead in the last measurement, in milliseconds; undefined if the store has no clock. */
    difference: (): number | undefined => difference,
    check: (): 'ok' | 'skewed' => (standing === 'skewed' ? 'skewed' : 'ok'),
  }
}
