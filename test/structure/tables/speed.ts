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

/** What one process needs, for operators who size a deployment. */
export const SIZING: Parts = {
  sizing() {
    const { machine, figures, comparisons } = lastResult()
    const figure = (name: string): number => {
      const found = figures.find((one) => one.name === name)
      if (found === undefined) throw new Error(`the last full run has no figure "${name}"`)
      return found.median
    }
    const microseconds = (name: string): string =>
      comparisons.find(({ operation }) => operation === name)?.ours.processor.median.toFixed(0) ?? ''
    const memory = (when: string, party: string): string => figure(`memory ${when} (${party})`).toFixed(0)
    return [
      `- A refresh takes ${microseconds('refresh')} µs of processor time, a code exchange ${microseconds('code exchange')} µs.`,
      `- One core signs in ${figure('sign-ins of a core (1 worker)').toFixed(0)} users per second: each password hash takes 19 MiB and most of the time.`,
      `- A server process takes ${memory('at rest', 'reference deployment')} MiB at rest, and ${memory('after', 'reference deployment')} MiB after load. In your app, Portico and Node take ${memory('at rest', 'library')} and ${memory('after', 'library')} MiB.`,
      `- Redis takes ${figure('token family').toFixed(0)} bytes per token family.`,
      `\nMeasured on ${machine.date}: ${machine.processors}, Node ${machine.node.slice(1)}.`,
    ].join('\n')
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
