/** Load on a server: parallel connections, each sending its next request after the last response. */
import { type Answer, openConnection } from './connection.ts'

/** The requests of one connection. An unexpected response ends the run: failures are quick, and would look good. */
export interface Lane {
  next(): Buffer
  take(answer: Answer): void
  /** The current work needs more requests; a sign-in, for example, counts once. */
  isUnderWay?(): boolean
}

export interface Sample {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** The server's processor time per request, user and system, in microseconds. */
  readonly processor: number
}

export const CONNECTIONS = 16

/** A lane for each connection. */
export const everyLane = (make: (place: number) => Lane): readonly Lane[] =>
  Array.from({ length: CONNECTIONS }, (_, place) => make(place))

/** Sends `count` requests (or groups) over the lanes. @returns latencies in milliseconds, in response order */
export async function send(port: number, lanes: readonly Lane[], count: number): Promise<readonly number[]> {
  const latencies: number[] = []
  let begun = 0
  await Promise.all(
    lanes.map(async (lane) => {
      const connection = await openConnection(port)
      while (begun < count) {
        begun += 1
        let milliseconds = 0
        do {
          const request = lane.next()
          const at = performance.now()
          const answer = await connection.send(request)
          milliseconds += performance.now() - at
          lane.take(answer)
        } while (lane.isUnderWay?.() === true)
        latencies.push(milliseconds)
      }
      connection.close()
    }),
  )
  return latencies
}

export async function measure(
  server: { readonly port: number; processorTime(): Promise<number> },
  lanes: readonly Lane[],
  count: number,
): Promise<Sample> {
  const before = await server.processorTime()
  const at = performance.now()
  const latencies = [...(await send(server.port, lanes, count))].sort((a, b) => a - b)
  const seconds = (performance.now() - at) / 1000
  const processor = ((await server.processorTime()) - before) / count
  return { perSecond: count / seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), processor }
}

/** @param sorted ascending numbers */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median =
    sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
  return { median, min: sorted[0] ?? NaN, max: sorted.at(-1) ?? NaN }
}
