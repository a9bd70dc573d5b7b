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

/** Seconds of a probe. */
export interface ProbeSeconds {
  /** While the rate is searched. */
  readonly search: number
  /** Of the found rate. */
  readonly hold: number
}

/**
 * Doubles the rate until the service does not keep up, then halves the interval. The service must keep up twice, and
 * then with the result for longer, because the speed of a machine changes; otherwise the result is lower.
 * @param from a rate that is low enough
 * @param precision of the result, as a share of it
 * @throws if the service does not keep up with the first rate
 */
export async function saturation(
  probe: (rate: number, seconds: number) => Promise<Probe>,
  { from, precision, seconds }: { readonly from: number; readonly precision: number; readonly seconds: ProbeSeconds },
): Promise<number> {
  const holds = async (rate: number, time: number): Promise<boolean> => keptUp(await probe(rate, time))
  const isSustained = async (rate: number): Promise<boolean> =>
    (await holds(rate, seconds.search)) && (await holds(rate, seconds.search))
  let [low, high] = [0, from]
  while (await isSustained(high)) [low, high] = [high, high * 2]
  while (low > 0 && high - low > low * precision) {
    const middle = (low + high) / 2
    if (await isSustained(middle)) low = middle
    else high = middle
  }
  while (low >= from && !(await holds(low, seconds.hold))) low *= 1 - precision
  if (low < from) throw new Error(`the service does not keep up with ${from} requests per second`)
  return low
}
