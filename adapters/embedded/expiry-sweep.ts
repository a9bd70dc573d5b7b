/**
 * Removes rows whose time is over, a few at a time, beside writes that are under way anyway. Reads never rely on it:
 * they judge `expires_at` themselves.
 */
import type { Database } from './database.ts'

const STEPS_BETWEEN_SWEEPS = 64
const ROWS_PER_SWEEP = 512

/**
 * Gives a function to be called with the number of steps just done. Every so many steps it looks at the next rows of the
 * next table, in order of rowid, and begins again at the end: with several rows looked at for each row written, what is
 * over stays a small part of the whole, whatever the size.
 */
export function expirySweep(
  sql: Database['sql'],
  tables: readonly string[],
  now: () => number,
): (steps: number) => void {
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
