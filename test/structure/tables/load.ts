/** The figures of the newest stored run of `npm run bench:load` for each store. */
import { verdicts } from '../../bench/open-loop/load-report.ts'
import { type KeptLoad, newestLoads } from '../../bench/open-loop/load-results.ts'
import { number, type Parts, table } from './parts.ts'

const HEAD = [
  'offered',
  'requests/s',
  'introspection, ms',
  'refresh, ms',
  'sign-in, ms',
  'p99.9, ms',
  'refused : failed',
  'event loop, ms',
  'memory, MiB',
]

const PICTURE =
  '<picture><source media="(prefers-color-scheme: dark)" srcset="load-dark.svg"><img src="load-light.svg" alt="Latency, failed requests and memory over time, for each store" width="800"></picture>'

export const LOAD: Parts = {
  load() {
    const runs = newestLoads()
    if (runs.length === 0) return 'No run is stored yet.'
    return [
      PICTURE,
      'Latencies are p50 : p99; the event loop has its delay, p99; memory is its lowest near the end.',
      ...runs.map(ofStore),
    ].join('\n\n')
  },
}

function ofStore(run: KeptLoad): string {
  const { store, phases, saturated, date, minutes, machine, processors } = run
  const missed = verdicts(run).flatMap(({ promise, isMet }) => (isMet ? [] : [promise]))
  const rows = phases.map(({ name, rate, failures: { refused = 0, ...others }, operations, all, loop, memory }) => {
    const failed = Object.values(others).reduce((sum, count) => sum + count, 0)
    const latency = (operation: string): string => {
      const { p50 = NaN, p99 = NaN } = operations[operation] ?? {}
      return `${number(p50)} : ${number(p99)}`
    }
    return [
      name,
      number(rate),
      ...['introspection', 'refresh', 'sign-in'].map(latency),
      number(all.p999),
      `${number(refused)} : ${number(failed)}`,
      number(loop.p99),
      number(memory.last),
    ]
  })
  return [
    `**${store}**, saturated at ${number(saturated)} requests per second. ${date}, ${minutes} minutes, ${machine}, ${processors} processor${processors === 1 ? '' : 's'} for store, service and load.`,
    table(HEAD, rows),
    missed.length === 0 ? 'Every promise is met.' : `Missed: ${missed.join('; ')}.`,
  ].join('\n\n')
}
