import type { StoreFact } from '../../lib/ports/storage.ts'

/** Only the fastest of these round trips counts, because the others might have been delayed. */
const ROUND_TRIPS = 8
const SLOW_MS = 10

/** @param server its name in the finding */
export async function slownessOf(trip: () => Promise<unknown>, server: string): Promise<StoreFact | undefined> {
  let quickest = Infinity
  for (let trips = 0; trips < ROUND_TRIPS; trips += 1) {
    const askedAt = performance.now()
    await trip()
    quickest = Math.min(quickest, performance.now() - askedAt)
  }
  return quickest < SLOW_MS
    ? undefined
    : { code: 'store-slow', what: `${server} responds in ${Math.round(quickest)} ms at best` }
}
