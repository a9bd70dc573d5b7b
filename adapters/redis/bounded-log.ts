import type { BoundedEntry, BoundedLog } from '../../lib/ports/bounded-log.ts'
import { run } from './commands.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

/** Minimum interval between attempts to clear expendable logs while Redis is out of memory. */
const DROP_PAUSE_MS = 1_000
/** The highest code point. A prefix plus this character sorts after all share names that start with the prefix. */
const LAST_CHARACTER = '\u{10ffff}'

/** Logs that keep only their newest entries. Each log has separate keys for its order, entries, and shares. */
export function boundedLog(connection: Connection, keys: Keys): BoundedLog {
  const expendable = new Set<string>()
  let droppedAt = -Infinity
  const clear = async (log: string): Promise<void> => {
    const { order, texts, shares } = keys.bounded(log)
    await connection.write('clearing a bounded log', order, (redis) => redis.unlink(order, texts, shares))
  }
  connection.whenFull(() => {
    if (performance.now() < droppedAt + DROP_PAUSE_MS) return
    droppedAt = performance.now()
    for (const log of expendable) clear(log).catch(() => undefined)
  })
  return {
    async put(log, drafts, taken, { total, perShare, since, expendable: isExpendable }) {
      if (isExpendable === true) expendable.add(log)
      const { order, texts, shares, last } = keys.bounded(log)
      const values = drafts.flatMap(({ id, share, at, text }) => [id, share, at, text])
      await connection.write('putting into a bounded log', order, (redis) =>
        run(redis, 'putBounded', { order, texts, shares, last, taken, total, perShare, since }, values),
      )
    },

    async find(log, id) {
      const { texts } = keys.bounded(log)
      const value = await connection.read('finding in a bounded log', (redis) => redis.hget(texts, id))
      return value === null ? undefined : textIn(value).text
    },

    async idsOfShares(log, beginning, limit) {
      const { shares } = keys.bounded(log)
      const range = [`[${beginning}`, `(${beginning}${LAST_CHARACTER}`, 'LIMIT', 0, limit] as const
      const found = await connection.read('reading the shares of a bounded log', (redis) =>
        redis.zrangebylex(shares, ...range),
      )
      // Each member consists of share, position, and id, separated by line feeds.
      return found.map((member) => member.slice(member.indexOf('\n', member.indexOf('\n') + 1) + 1))
    },

    async read(log, from, direction, limit) {
      const { order, texts } = keys.bounded(log)
      const found = await connection.read('reading a bounded log', (redis) =>
        run(redis, 'readBounded', {
          order,
          texts,
          direction,
          from: from ?? (direction === 'newer' ? '-inf' : '+inf'),
          limit,
        }),
      )
      return found.map(([id, position, value]) => ({ id, position: Number(position), ...textIn(value) }))
    },
  }
}

/** Parses a value in the hash: share, time, and text, separated by line feeds. */
function textIn(value: string): Pick<BoundedEntry, 'at' | 'text'> {
  const [, at = '', text = ''] = /^[^\n]*\n(\d+)\n([^]*)$/.exec(value) ?? []
  return { at: Number(at), text }
}
