/** The result of a run in words, and what it promises. */
import type { LoadResult, PhaseResult } from './load-run.ts'

/** p99 by p50 at 80 %. */
const MOST_SPREAD = 10
/** Growth of memory after the middle third of a phase: of the lowest and the highest, as a hash takes 19 MiB. */
const MOST_GROWTH = 1.05
/** p99 a minute after the load drops, by p99 before, because two runs of the same load differ. */
const MOST_AFTERWARDS = 1.5

export interface Verdict {
  readonly promise: string
  readonly isMet: boolean
}

export function verdicts({ phases }: Pick<LoadResult, 'phases'>): readonly Verdict[] {
  const of = (name: string): PhaseResult => {
    const found = phases.find((phase) => phase.name === name)
    if (found === undefined) throw new Error(`the run has no phase ${name}`)
    return found
  }
  const [before, steady, over, again] = ['50 %', '80 %', '120 %', '50 % again'].map(of) as [
    PhaseResult,
    PhaseResult,
    PhaseResult,
    PhaseResult,
  ]
  const { refused: _refused, skipped: _skipped, ...others } = over.failures
  return [
    {
      promise: 'at 80 %, p99 of each operation is at most 10 times p50',
      isMet: Object.values(steady.operations).every(({ p50, p99 }) => p99 <= MOST_SPREAD * p50),
    },
    { promise: 'at 80 %, no request fails', isMet: steady.completed === steady.offered },
    {
      promise: 'at 80 %, memory is level',
      isMet:
        steady.memory.last <= MOST_GROWTH * steady.memory.middle &&
        steady.memory.most <= MOST_GROWTH * steady.memory.middleMost,
    },
    { promise: 'no response is wrong', isMet: phases.every(({ failures }) => failures.wrong === undefined) },
    { promise: 'at 120 %, requests fail only with 503 and Retry-After', isMet: Object.keys(others).length === 0 },
    {
      promise: 'a minute after the load drops, p99 is what it was',
      isMet: again.all.p99 <= MOST_AFTERWARDS * before.all.p99,
    },
  ]
}

export function phaseLine({ name, rate, offered, failures, examples, all, operations, ...rest }: PhaseResult): string {
  const { failedOperations, lag, memory, loop } = rest
  const ms = (value: number): string => value.toFixed(value < 100 ? 1 : 0)
  const failed = Object.entries({ ...failures, ...failedOperations }).map(([kind, count]) => `${count} ${kind}`)
  const rows = Object.entries({ ...operations, all }).map(
    ([operation, { count, p50, p95, p99, p999 }]) =>
      `  ${operation.padEnd(18)}${`${count}`.padStart(8)}  ${[p50, p95, p99, p999].map((value) => ms(value).padStart(8)).join('')}`,
  )
  return [
    `\n${name} (${rate.toFixed(0)}/s): ${offered} offered; ${failed.length === 0 ? 'none failed' : failed.join(', ')}`,
    ...rows,
    `  memory ${memory.middle.toFixed(0)}, then ${memory.last.toFixed(0)} MiB; event loop delay p99 ${ms(loop.p99)}, at most ${ms(loop.max)} ms; the generator was at most ${ms(lag)} ms late`,
    ...examples.map((example) => `  ${example}`),
  ].join('\n')
}
