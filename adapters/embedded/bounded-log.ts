import type { BoundedEntry, BoundedLog } from '../../lib/ports/bounded-log.ts'
import type { Database } from './database.ts'

/** Placeholder share name that represents the whole log. Real share names never contain line feeds. */
const WHOLE = '\n'
/** The highest code point. A prefix plus this character sorts after all share names that start with the prefix. */
const LAST_CHARACTER = '\u{10ffff}'

export function embeddedBoundedLog({ sql, read, add, whenFull }: Database): BoundedLog {
  const expendable = new Set<string>()
  const columns = 'position, id, at, text'
  const keep = sql('INSERT INTO bounded_logs (log, id, share, at, text) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const replace = sql(`INSERT INTO bounded_logs (log, id, share, at, text) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (log, id) DO UPDATE SET text = excluded.text`)
  const count = sql('SELECT entries FROM bounded_counts WHERE log = ? AND share = ?')
  const dropOfShare = sql(`DELETE FROM bounded_logs WHERE position IN
    (SELECT position FROM bounded_logs WHERE log = ? AND share = ? ORDER BY position LIMIT ?)`)
  const dropOfLog = sql(`DELETE FROM bounded_logs WHERE position IN
    (SELECT position FROM bounded_logs WHERE log = ? ORDER BY position LIMIT ?)`)
  const dropOld = sql(`DELETE FROM bounded_logs WHERE log = ? AND at < ?`)
  const find = sql('SELECT text FROM bounded_logs WHERE log = ? AND id = ?')
  const ofShares = sql(
    'SELECT id FROM bounded_logs WHERE log = ? AND share >= ? AND share < ? ORDER BY share, position LIMIT ?',
  )
  const older = sql(
    `SELECT ${columns} FROM bounded_logs WHERE log = ? AND position <= ? ORDER BY position DESC LIMIT ?`,
  )
  const newer = sql(`SELECT ${columns} FROM bounded_logs WHERE log = ? AND position >= ? ORDER BY position LIMIT ?`)
  const clear = sql('DELETE FROM bounded_logs WHERE log = ?')
  const entriesOf = (log: string, share: string): number =>
    (count().get(log, share)?.['entries'] as number | undefined) ?? 0

  whenFull(() => {
    for (const log of expendable) clear().run(log)
  })
  return {
    put(log, drafts, taken, { total, perShare, since, expendable: isExpendable }) {
      if (isExpendable === true) expendable.add(log)
      return add(() => {
        const insert = taken === 'keep' ? keep() : replace()
        for (const { id, share, at, text } of drafts) insert.run(log, id, share, at, text)
        for (const share of new Set(drafts.map((draft) => draft.share))) {
          const spare = entriesOf(log, share) - perShare
          if (spare > 0) dropOfShare().run(log, share, spare)
        }
        dropOld().run(log, since)
        const spare = entriesOf(log, WHOLE) - total
        if (spare > 0) dropOfLog().run(log, spare)
      })
    },
    find: (log, id) => read(() => find().get(log, id)?.['text'] as string | undefined),
    idsOfShares: (log, beginning, limit) =>
      read(() =>
        Array.from(ofShares().all(log, beginning, `${beginning}${LAST_CHARACTER}`, limit), ({ id }) => id as string),
      ),
    read: (log, from, direction, limit) =>
      read(() => {
        const [statement, start] = direction === 'newer' ? [newer, 0] : [older, Number.MAX_SAFE_INTEGER]
        return statement().all(log, from ?? start, limit) as unknown as readonly BoundedEntry[]
      }),
  }
}
