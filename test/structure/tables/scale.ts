/** The figures of the newest stored run of `npm run bench:scale`. */
import { readdirSync, readFileSync } from 'node:fs'
import { spread } from '../../bench/load.ts'
import type { Minute } from '../../bench/scale/steady-rate.ts'
import { SAMPLE_MS, type Tables } from '../../bench/scale/table-sizes.ts'
import { number, type Parts, table } from './parts.ts'

/** The part of a stored run that is shown. */
interface Scale {
  readonly machine: Readonly<Record<'date' | 'processors' | 'node' | 'postgres', string>>
  readonly size: Readonly<Record<'families' | 'clients' | 'entries', number>>
  readonly pages: readonly { readonly ms: number }[]
  readonly refresh: Readonly<Record<'connections' | 'p50' | 'p99', number>>
  readonly load: { readonly rate: number; readonly refreshes: readonly Minute[] }
  readonly trim: { readonly seconds: number }
  readonly broken: readonly string[]
  readonly tables: readonly Tables[]
}

const FOLDER = 'test/bench/results'
const HEAD = ['minute', 'families, MiB', 'their indexes, MiB', 'rows', 'dead rows', 'updates in their page', 'vacuums']
/** Between two rows of the table. */
const MINUTES = 5

export const SCALE: Parts = {
  scale() {
    const file = readdirSync(FOLDER)
      .filter((name) => name.startsWith('scale-'))
      .sort()
      .at(-1)
    return file === undefined
      ? 'No run is stored yet.'
      : described(JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')))
  },
}

function described({ machine, size, pages, refresh, load, trim, broken, tables }: Scale): string {
  const slowest = Math.max(...pages.map(({ ms }) => ms))
  const [p50, p99] = (['p50', 'p99'] as const).map(
    (name) => spread(load.refreshes.map((minute) => minute[name])).median,
  )
  const rows = tables.flatMap(({ families }, place) => {
    const minute = ((place + 1) * SAMPLE_MS) / 60_000
    if (families === undefined || minute % MINUTES !== 0) return []
    const { table: own, indexes, rows: alive, dead, hot, updates, vacuums } = families
    return [[minute, own, indexes, alive, dead, `${number((100 * hot) / updates)} %`, vacuums]]
  })
  return [
    `${number(size.families)} families, ${number(size.clients)} clients, ${number(size.entries)} audit entries; measured on ${machine.date}: ${machine.processors}, Node ${machine.node.slice(1)}, PostgreSQL ${machine.postgres.split(' ', 1)[0]}.`,
    `A refresh over ${refresh.connections} connections takes ${number(refresh.p50)} ms (p50) and ${number(refresh.p99)} ms (p99). At ${load.rate} in a second: ${number(p50 ?? NaN)} and ${number(p99 ?? NaN)} ms, medians of the minutes. The slowest page of the panel takes ${number(slowest)} ms. Dropping half of the audit log takes ${number(trim.seconds)} s.`,
    table(
      HEAD,
      rows.map((row) => row.map((cell) => (typeof cell === 'number' ? number(cell) : cell))),
    ),
    broken.length === 0 ? 'Every promise is met.' : `Missed: ${broken.join('; ')}.`,
  ].join('\n\n')
}
