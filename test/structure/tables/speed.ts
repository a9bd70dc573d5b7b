/** The figures of the last full run of `npm run bench`. */
import { type KeptRun, keptRuns } from '../../bench/results.ts'
import { type Parts, table } from './parts.ts'

interface Median {
  readonly median: number
}

interface BenchResult extends KeptRun {
  readonly comparisons: readonly {
    readonly operation: string
    readonly ours: { readonly processor: Median }
    readonly bare: { readonly processor: Median }
    readonly ratio: Median
  }[]
  readonly traffic: readonly { readonly party: string; readonly operation: string; readonly roundTrips: number }[]
  readonly footprint: Readonly<Record<'ours' | 'bare', { readonly fresh: number; readonly afterRefreshes: number }>>
  readonly disabling: { readonly families: number; readonly milliseconds: number }
  readonly limits: readonly { readonly microseconds: Median }[]
}

function lastResult(): BenchResult {
  const newest = keptRuns().at(-1)
  if (newest === undefined) throw new Error('there is no result of a full run')
  return newest as BenchResult
}

export const SPEED: Parts = {
  speed() {
    const head = ['operation', 'Portico, µs', 'bare engine, µs', 'ratio', 'round trips to Redis']
    return `${table(head, rows())}\n\n${notes()}`
  },
}

function rows(): readonly (readonly string[])[] {
  const { comparisons, traffic } = lastResult()
  const trips = (party: string, name: string): string =>
    String(traffic.find((entry) => entry.party === party && entry.operation === name)?.roundTrips)
  const isCounted = (name: string): boolean => traffic.some(({ operation }) => operation === name)
  return comparisons
    .filter(({ operation }) => isCounted(operation))
    .map(({ operation, ours, bare, ratio }) => [
      operation,
      ours.processor.median.toFixed(0),
      bare.processor.median.toFixed(0),
      ratio.median.toFixed(2),
      `${trips('portico', operation)} : ${trips('engine', operation)}`,
    ])
}

function notes(): string {
  const {
    machine,
    footprint: { ours, bare },
    disabling,
    limits,
  } = lastResult()
  const number = (value: number): string => value.toLocaleString('en')
  const dearest = Math.max(...limits.map(({ microseconds }) => microseconds.median))
  return [
    `Measured on ${machine.date}: ${machine.processors}, Node ${machine.node.slice(1)}, Redis ${machine.redis}.`,
    `A token family takes ${number(ours.fresh)} bytes of Redis, after ten refreshes ${number(ours.afterRefreshes)};`,
    `the bare engine's ${number(bare.fresh)}, then ${number(bare.afterRefreshes)}.`,
    `Disabling a client with ${number(disabling.families)} families took ${disabling.milliseconds.toFixed(1)} ms.`,
    `Rate limiting, which the engine lacks, adds ${dearest.toFixed(0)} µs.`,
  ].join(' ')
}
