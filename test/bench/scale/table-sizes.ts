/** The sizes of PostgreSQL's tables over time, and the work of VACUUM. */
import type { PostgresServer } from '../../support/postgres.ts'

export interface TableState {
  /** MiB of the table, with its free space, and of its indexes. */
  readonly table: number
  readonly indexes: number
  readonly rows: number
  readonly dead: number
  readonly updates: number
  /** Updates within a page, which leave the indexes unchanged. */
  readonly hot: number
  readonly vacuums: number
  readonly sequentialScans: number
}
/** Between two samples of a run. */
export const SAMPLE_MS = 30_000
/** One sample. */
export type Tables = Readonly<Record<string, TableState>>

export async function tablesOf(server: PostgresServer): Promise<Tables> {
  const rows = await server.admin(
    `SELECT relname, pg_table_size(relid) / 1048576.0 AS table, pg_indexes_size(relid) / 1048576.0 AS indexes,
       n_live_tup AS rows, n_dead_tup AS dead, n_tup_upd AS updates, n_tup_hot_upd AS hot,
       vacuum_count + autovacuum_count AS vacuums, seq_scan AS "sequentialScans"
     FROM pg_stat_user_tables WHERE schemaname = 'portico' ORDER BY relname`,
  )
  const numbers = ({ relname: _name, ...columns }: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, Number(value)]))
  return Object.fromEntries(rows.map((row) => [String(row['relname']), numbers(row) as unknown as TableState]))
}

/** The largest size of a table may grow by this from the second quarter of the run to the last, plus one MiB. */
const MOST = 1.05

/** @returns the tables that grew more than the number of their rows */
export function grownTables(series: readonly Tables[]): readonly string[] {
  const quarter = Math.floor(series.length / 4)
  const largest = (part: readonly Tables[], name: string) => ({
    size: Math.max(...part.map((tables) => (tables[name]?.table ?? 0) + (tables[name]?.indexes ?? 0))),
    rows: Math.max(...part.map((tables) => tables[name]?.rows ?? 0)),
  })
  return Object.keys(series.at(-1) ?? {}).filter((name) => {
    const [before, after] = [series.slice(quarter, 2 * quarter), series.slice(-quarter)].map((part) =>
      largest(part, name),
    )
    if (before === undefined || after === undefined) return false
    return after.size > before.size * Math.max(1, after.rows / Math.max(1, before.rows)) * MOST + 1
  })
}
