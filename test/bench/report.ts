/** The results as text, and the machine. */
import { cpus, totalmem } from 'node:os'
import type { Redis } from 'ioredis'
import type { Disabling } from './endurance.ts'
import { check, type Figure } from './figures.ts'
import type { Footprint } from './footprint.ts'
import type { LimitPrice } from './limits.ts'
import type { Spread } from './load.ts'
import type { Comparison } from './rounds.ts'
import type { PartyTraffic } from './traffic.ts'

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

export interface Machine {
  readonly date: string
  readonly processors: string
  readonly memory: string
  readonly node: string
  readonly redis: string
}

export const hardwareOf = (): Omit<Machine, 'redis'> => ({
  date: new Date().toISOString().slice(0, 10),
  processors: `${cpus().length} x ${cpus()[0]?.model}`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  node: process.version,
})

export async function machineOf(redis: Redis): Promise<Machine> {
  const info = await redis.info('server')
  return { ...hardwareOf(), redis: /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'unknown' }
}

const COLUMNS = [32, 26, 24, 24, 26] as const
const row = (cells: readonly string[]): string =>
  cells
    .map((cell, place) => cell.padEnd(COLUMNS[place] ?? 0))
    .join('')
    .trimEnd()

/** Ours and the engine's in one cell each: median, and minimum and maximum of the processor time. */
export const HEADINGS = row(['operation', 'requests/s, ours : bare', 'p50 ms', 'p99 ms', 'processor µs', 'ratio'])

export function comparisonLine({ operation, ours, bare, ratio }: Comparison, figures: readonly Figure[]): string {
  const pair = (a: Spread, b: Spread, digits: number): string =>
    `${a.median.toFixed(digits)} : ${b.median.toFixed(digits)}`
  const range = ({ min, max }: Spread): string => `${min.toFixed(0)}-${max.toFixed(0)}`
  return row([
    operation,
    pair(ours.perSecond, bare.perSecond, 0),
    pair(ours.p50, bare.p50, 2),
    pair(ours.p99, bare.p99, 2),
    pair(ours.processor, bare.processor, 0),
    `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)}-${ratio.max.toFixed(2)})${targetOf(figures.find(({ name }) => name === operation))}; ${range(ours.processor)} : ${range(bare.processor)} µs`,
  ])
}

function targetOf(figure: Figure | undefined): string {
  return figure === undefined || figure.target === null ? '' : `, target ${figure.target}: ${check(figure)}`
}

/** One row of the list: figure, spread, target and verdict. */
export function figureLine(figure: Figure): string {
  const { name, unit, median, spread, target } = figure
  const text = (value: number): string => value.toFixed(unit === '×' ? 2 : unit === 'MiB' ? 1 : 0)
  const range = spread.min === spread.max ? '' : ` (${text(spread.min)}-${text(spread.max)})`
  const aim = target === null ? 'no target' : `at most ${unit === '×' ? target.toFixed(2) : target}: ${check(figure)}`
  return `${name.padEnd(64)}${`${text(median)} ${unit}${range}`.padEnd(32)}${aim}`
}

export function trafficLine({ party, operation, roundTrips, sent, inScripts }: PartyTraffic): string {
  const scripts = inScripts.length === 0 ? '' : `; in scripts: ${inScripts.join(' ')}`
  return `${party.padEnd(8)} ${operation.padEnd(22)} ${roundTrips} round trips, ${sent.length} commands: ${sent.join(' ')}${scripts}`
}

interface Both<T> {
  readonly ours: T
  readonly bare: T
}

export function footprintLine({ ours, bare }: Both<Footprint>): string {
  const bytes = ({ fresh, afterRefreshes }: Footprint): string =>
    `${Math.round(fresh)}, then ${Math.round(afterRefreshes)}`
  return `bytes in Redis per live family, fresh and after ten refreshes: ours ${bytes(ours)}; the bare engine ${bytes(bare)}`
}

export function disablingLine({
  families,
  milliseconds,
  aliveBefore,
  aliveAfter,
  refreshesTried,
  refreshesGiven,
}: Disabling): string {
  return (
    `disabling a client with ${families} families: ${milliseconds.toFixed(1)} ms; access tokens alive before ${aliveBefore}, after ${aliveAfter}; ` +
    `enabled again, ${refreshesGiven} of ${refreshesTried} refresh tokens work`
  )
}

export function limitLine({ operation, microseconds: { median, min, max } }: LimitPrice): string {
  return `limiting adds to ${operation}: ${median.toFixed(1)} µs (${min.toFixed(1)} to ${max.toFixed(1)})`
}

/** For JSON: three decimal places exceed the precision. */
export function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1_000) / 1_000 : value
}
