import { setTimeout as wait } from 'node:timers/promises'
import { isBusy, isOverloaded } from '../../../policies/overload.ts'
import { unavailable } from '../../domain/denial-error.ts'
import type { Logger } from '../../ports/logger.ts'

/** How often the wait is measured while many requests are in progress, in milliseconds. */
const MEASURE_EVERY_MS = 50

export type OverloadGuard = ReturnType<typeof overloadGuard>

/**
 * Counts the requests in progress, and measures how long one waits for this process and the store while there are many.
 * @param ping one read of the store; if it fails, the requests find out why themselves
 */
export function overloadGuard(ping: () => Promise<void>, logger: Logger) {
  let inProgress = 0
  let measuring = false
  let overloaded = false
  const change = (to: boolean): void => {
    if (to === overloaded) return
    overloaded = to
    if (to) logger.warn({ code: 'overloaded', in_progress: inProgress }, 'overloaded; refusing requests of apps')
    else logger.info({ code: 'not-overloaded' }, 'accepting all requests again')
  }
  const measure = async (): Promise<void> => {
    measuring = true
    let before = 0
    while (isBusy(inProgress)) {
      const due = performance.now() + MEASURE_EVERY_MS
      await wait(MEASURE_EVERY_MS, undefined, { ref: false })
      const isReached = await ping().then(
        () => true,
        () => false,
      )
      const waited = performance.now() - due
      if (isReached) change(isOverloaded(overloaded, [before, waited]))
      before = waited
    }
    change(false)
    measuring = false
  }
  return {
    begin(): void {
      inProgress += 1
      if (!measuring && isBusy(inProgress)) void measure()
    },
    end(): void {
      inProgress -= 1
    },
    /** @throws DenialError if the process is overloaded */
    assertCapacity(): void {
      if (overloaded) throw unavailable('overloaded')
    },
  }
}
