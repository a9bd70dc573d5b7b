/** The course of a run over time, in at most 180 equal parts: load, latency, and what the service reports. */
import type { Party } from '../parties.ts'
import { MIB } from '../run.ts'
import { latenciesOf } from './tally.ts'

export const MOST_POINTS = 180

/** One part of the run. */
export interface Point {
  /** Its end, in seconds from the start of the first phase. */
  readonly at: number
  readonly phase: string
  /** Requests that ended in this part. */
  readonly completed: number
  readonly failed: number
  /** 99th percentile of latency, in milliseconds; null: no response. */
  readonly p99: number | null
  /** MiB (RSS), of the service. */
  readonly memory: number
  /** Delay of the service's event loop in milliseconds; null: it did not report in time. */
  readonly loopP99: number | null
  readonly loopMax: number | null
}

const METRICS_PATIENCE_MS = 5_000

/** Reads the service's metrics at the end of every part. */
export function startCourse(party: Party, metricsPort: number, partSeconds: number) {
  const points: Point[] = []
  const begun = performance.now()
  let phase = ''
  let latencies: number[] = []
  let failed = 0
  const take = async (): Promise<void> => {
    const [p99, count, failures] = [latenciesOf(latencies).p99, latencies.length, failed]
    const at = (performance.now() - begun) / 1_000
    const named = phase
    const memory = party.memory().resident / MIB
    latencies = []
    failed = 0
    const text = await metrics(metricsPort)
    const delay = (name: string): number | null => {
      const found = new RegExp(`^portico_event_loop_delay_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1]
      return found === undefined ? null : Number(found) * 1_000
    }
    points.push({
      ...{ at, phase: named, completed: count, failed: failures, memory },
      p99: count === 0 ? null : p99,
      loopP99: delay('p99'),
      loopMax: delay('max'),
    })
  }
  let taking: Promise<void> = metrics(metricsPort).then(() => undefined)
  const timer = setInterval(() => {
    taking = taking.then(take)
  }, partSeconds * 1_000)
  return {
    observe(milliseconds: number | undefined): void {
      if (milliseconds === undefined) failed += 1
      else latencies.push(milliseconds)
    },
    enter(name: string): void {
      phase = name
    },
    async end(): Promise<readonly Point[]> {
      clearInterval(timer)
      await taking
      return points.slice(0, MOST_POINTS)
    },
  }
}

/** Reading also begins a new measurement of the event loop's delay. */
async function metrics(port: number): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
      signal: AbortSignal.timeout(METRICS_PATIENCE_MS),
    })
    return await response.text()
  } catch {
    return ''
  }
}
