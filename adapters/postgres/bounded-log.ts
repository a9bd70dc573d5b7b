import type { BoundedEntry, BoundedLog } from '../../lib/ports/bounded-log.ts'
import type { Connection } from './connection.ts'

/** The highest code point. A prefix plus this character sorts after all share names that start with the prefix. */
const LAST_CHARACTER = '\u{10ffff}'

export function boundedLog({ read, write }: Connection): BoundedLog {
  return {
    async put(log, drafts, taken, { total, perShare, since }) {
      const columns = (['id', 'share', 'at', 'text'] as const).map((name) => drafts.map((draft) => draft[name]))
      const values = [log, ...columns, taken === 'replace', total, perShare, since]
      await write('putting into a bounded log', 'putBounded', values)
    },
    async find(log, id) {
      const [row] = await read('finding in a bounded log', 'findBounded', [log, id])
      return row?.[0] as string | undefined
    },
    async idsOfShares(log, beginning, limit) {
      const values = [log, beginning, limit, beginning + LAST_CHARACTER]
      const rows = await read('reading the shares of a bounded log', 'idsOfShares', values)
      return rows.map(([id]) => id as string)
    },
    async read(log, from, direction, limit) {
      const [name, start] =
        direction === 'newer' ? (['newerBounded', 0] as const) : (['olderBounded', Number.MAX_SAFE_INTEGER] as const)
      const rows = await read('reading a bounded log', name, [log, from ?? start, limit])
      return rows.map((row): BoundedEntry => {
        const [position, id, at, text] = row as [number, string, number, string]
        return { position, id, at, text }
      })
    },
  }
}
