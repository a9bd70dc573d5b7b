/** The rate at which a service is saturated: the highest one that it still keeps up with. */

export interface Probe {
  /** The requests of each, and the responses as expected before the probe's end. */
  readonly operations: readonly { readonly offered: number; readonly completed: number }[]
  /** Failed requests. */
  readonly failed: number
  /** Seconds. */
  readonly duration: number
}

/** Requests in flight at the end of a probe that keeps up, as seconds of load. */
const BACKLOG_SECONDS = 0.25
/** More of a rare operation than this are a queue. */
const LEAST_BACKLOG = 8

/** Whether the service kept up: nothing failed, and no queue grew, not even that of a rare operation. */
export const keptUp = ({ operations, failed, duration }: Probe): boolean =>
  failed === 0 &&
  operations.every(
    ({ offered, completed }) => offered - completed <= Math.max(LEAST_BACKLOG, (offered / duration) * BACKLOG_SECONDS),
  )

/**
 * Doubles the rate until the service does not keep up, then halves the interval. It must keep up twice, because the
 * speed of a machine changes.
 * @param from a rate that is low enough
 * @param precision of the result, as a share of it
 * @throws if the service does not keep up with the first rate
 */
export async function saturation(
  probe: (rate: number) => Promise<Probe>,
  { from, precision }: { readonly from: number; readonly precision: number },
): Promise<number> {
  const isSustained = async (rate: number): Promise<boolean> => keptUp(await probe(rate)) && keptUp(await probe(rate))
  let [low, high] = [0, from]
  while (await isSustained(high)) [low, high] = [high, high * 2]
  if (low === 0) throw new Error(`the service does not keep up with ${from} requests per second`)
  while (high - low > low * precision) {
    const middle = (low + high) / 2
    if (await isSustained(middle)) low = middle
    else high = middle
  }
  return low
}
