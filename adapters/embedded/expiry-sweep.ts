/** Deletes expired rows in small batches, as part of other transactions. Until then, reads ignore those rows. */
import type { StatementSync } from 'node:sqlite'

/** A statement that is prepared on first use: `const find = sql('...')`, then `find().get(...)`. */
export type Prepare = (text: string) => () => StatementSync

const STEPS_BETWEEN_SWEEPS = 64
const ROWS_PER_SWEEP = 512

/**
 * Returns a function to call with the number of completed steps. Every 64 steps, that function checks 512 rows of the
 * next table, in rowid order. That is several rows for every row written, so few expired rows remain in any table.
 */
export function expirySweep(sql: Prepare, tables: readonly string[], now: () => number): (steps: number) => void {
  const walks = tables.map((table) => ({
    end: sql(
      `SELECT max(rowid) AS row FROM (SELECT rowid FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_PER_SWEEP})`,
    ),
    drop: sql(`DELETE FROM ${table} WHERE rowid > ? AND rowid <= ? AND expires_at <= ?`),
    reached: 0,
  }))
  let steps = 0
  let turn = 0
  return (done) => {
    steps += done
    if (steps < STEPS_BETWEEN_SWEEPS) return
    steps = 0
    const walk = walks[turn++ % walks.length]!
    const end = walk.end().get(walk.reached)?.row
    if (typeof end === 'number') walk.drop().run(walk.reached, end, now())
    walk.reached = typeof end === 'number' ? end : 0
  }
}
