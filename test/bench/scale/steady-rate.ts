/** Load at a fixed rate. */
import { setTimeout as pause } from 'node:timers/promises'
import { openConnection } from '../connection.ts'
import { type Lane, quantile } from '../load.ts'

export interface Minute {
  readonly requests: number
  /** Milliseconds since a request was due. */
  readonly p50: number
  readonly p99: number
  readonly slowest: number
}

/**
 * Each lane sends its next request when it is due. If all lanes wait for responses, requests are late, and their time
 * counts from when they were due.
 */
export async function sendSteadily(
  port: number,
  lanes: readonly Lane[],
  { perSecond, minutes }: { readonly perSecond: number; readonly minutes: number },
): Promise<readonly Minute[]> {
  const begun = performance.now()
  const count = Math.round(perSecond * minutes * 60)
  const latencies: number[][] = []
  let sent = 0
  await Promise.all(
    lanes.map(async (lane) => {
      const connection = await openConnection(port)
      while (sent < count) {
        const due = begun + (sent++ * 1000) / perSecond
        const early = due - performance.now()
        if (early > 0) await pause(early)
        lane.take(await connection.send(lane.next()))
        ;(latencies[Math.floor((due - begun) / 60_000)] ??= []).push(performance.now() - due)
      }
      connection.close()
    }),
  )
  return latencies.map((minute) => {
    const sorted = minute.toSorted((a, b) => a - b)
    return {
      requests: sorted.length,
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
      slowest: sorted.at(-1) ?? NaN,
    }
  })
}
