/** One run: the saturated rate, then the phases. */
import { spread } from '../load.ts'
import type { Party } from '../parties.ts'
import { print } from '../report.ts'
import { MOST_POINTS, type Point, startCourse } from './course.ts'
import { type Load, type Offered, offer } from './generator.ts'
import { saturation } from './saturation.ts'
import type { TallySummary } from './tally.ts'

/** Shares of the saturated rate, and minutes of a run of 30; the search for this rate takes the rest. */
export const PHASES = [
  { name: '50 %', share: 0.5, minutes: 5 },
  { name: '80 %', share: 0.8, minutes: 8 },
  { name: '95 %', share: 0.95, minutes: 5 },
  { name: '120 %', share: 1.2, minutes: 4 },
  { name: 'the minute after', share: 0.5, minutes: 1 },
  { name: '50 % again', share: 0.5, minutes: 3 },
] as const
const WHOLE_MINUTES = 30
const PROBE_SECONDS = { search: 10, hold: 60 }
const LEAST_PROBE_SECONDS = 2
const FIRST_RATE = 100
const PRECISION = 0.05

export interface PhaseResult extends TallySummary {
  readonly name: string
  /** Operations per second that were offered. */
  readonly rate: number
  readonly seconds: number
  /** Longest time that the generator itself sent a request too late, in milliseconds. */
  readonly lag: number
  /** MiB (RSS) of the service: lowest and highest of the middle third, lowest of the last, and the maximum. */
  readonly memory: Readonly<Record<'middle' | 'middleMost' | 'last' | 'most', number>>
  /** Delay of the service's event loop in milliseconds: median of its 99th percentiles, and the maximum. */
  readonly loop: Readonly<Record<'p99' | 'max', number>>
}

export interface LoadResult {
  /** Operations per second. */
  readonly saturated: number
  readonly phases: readonly PhaseResult[]
  readonly points: readonly Point[]
}

export interface RunOptions {
  readonly minutes: number
  readonly metricsPort: number
}

export async function runLoad(
  party: Party,
  load: Omit<Load, 'observe'>,
  { minutes, metricsPort }: RunOptions,
): Promise<LoadResult> {
  const scale = minutes / WHOLE_MINUTES
  const saturated = await saturation(
    async (rate, seconds) => {
      const probe = await offer(load, rate, Math.max(LEAST_PROBE_SECONDS, seconds * scale))
      await probe.drained
      print(progress(`${rate.toFixed(0)}/s`, probe))
      return probe
    },
    { from: FIRST_RATE, precision: PRECISION, seconds: PROBE_SECONDS },
  )
  print(`saturated at ${saturated.toFixed(0)}/s`)
  const phases = PHASES.map(({ name, share, minutes: long }) => ({
    name,
    rate: saturated * share,
    seconds: long * 60 * scale,
  }))
  const total = phases.reduce((sum, { seconds }) => sum + seconds, 0)
  // The requests of the last phase may take longer than the phase.
  const course = startCourse(party, metricsPort, total / (MOST_POINTS - 1))
  const offered: Offered[] = []
  for (const { name, rate, seconds } of phases) {
    course.enter(name)
    const part = await offer({ ...load, observe: course.observe }, rate, seconds)
    print(progress(name, part))
    offered.push(part)
  }
  await Promise.all(offered.map(({ drained }) => drained))
  const points = await course.end()
  return {
    saturated,
    phases: phases.map((phase, place) => phaseResult(phase, offered[place] as Offered, points)),
    points,
  }
}

function progress(name: string, { operations, failed, tally }: Offered): string {
  const { failures, failedOperations, examples } = tally.summary()
  const [offered, completed] = (['offered', 'completed'] as const).map((which) =>
    operations.reduce((sum, counts) => sum + counts[which], 0),
  ) as [number, number]
  const kinds = failed === 0 ? '' : ` ${JSON.stringify({ ...failures, ...failedOperations })} ${examples.join('; ')}`
  return `${name}: ${offered} offered, ${completed} completed, ${failed} failed, ${offered - completed - failed} in flight${kinds}`
}

function phaseResult(
  phase: Pick<PhaseResult, 'name' | 'rate' | 'seconds'>,
  { tally, lag }: Offered,
  points: readonly Point[],
): PhaseResult {
  const own = points.filter(({ phase: name }) => name === phase.name)
  const third = Math.ceil(own.length / 3)
  const memory = own.map((point) => point.memory)
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)
  return {
    ...phase,
    ...tally.summary(),
    lag,
    memory: {
      middle: Math.min(...memory.slice(third, 2 * third)),
      middleMost: Math.max(...memory.slice(third, 2 * third)),
      last: Math.min(...memory.slice(-third)),
      most: Math.max(...memory),
    },
    loop: {
      p99: spread(known(own.map(({ loopP99 }) => loopP99))).median,
      max: Math.max(...known(own.map(({ loopMax }) => loopMax))),
    },
  }
}
