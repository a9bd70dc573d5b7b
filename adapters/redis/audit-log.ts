import type { AuditLine, AuditLog } from '../../lib/ports/audit-log.ts'
import { auditAppends, type Tail } from '../distributed/audit-appends.ts'
import { run } from './commands.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

/** Number of lines to read per trim step. */
const TRIM_LINES = 500

/**
 * Stores lines in a stream with positions as ids. A script appends only if the tail that it gets is current, and
 * otherwise returns the current tail.
 */
export function auditLog(connection: Connection, keys: Keys): AuditLog {
  const [lines, ends] = [keys.auditLines, keys.auditEnds]
  return {
    append: auditAppends(async (expected, added) => {
      const values = added.flatMap(({ at, entry, hash }) => [at, entry, hash])
      const [outcome, last] = await connection.write('appending to the audit log', lines, (redis) =>
        run(
          redis,
          'appendAudit',
          { lines, ends, expected: endOf(expected), last: endOf(added.at(-1) ?? expected), seq: expected.seq + 1 },
          values,
        ),
      )
      const [seq, hash] = parseEnd(last)
      return outcome === 'appended' ? outcome : { seq, hash }
    }),

    async read(from, direction, limit) {
      const found = await connection.read('reading the audit log', (redis) =>
        direction === 'newer'
          ? redis.xrange(lines, from ?? '-', '+', 'COUNT', limit)
          : redis.xrevrange(lines, from ?? '+', '-', 'COUNT', limit),
      )
      return found.map(
        ([id, [, at, , entry = '', , hash = '']]): AuditLine => ({
          seq: Number.parseInt(id, 10),
          at: Number(at),
          entry,
          hash,
        }),
      )
    },

    async bounds() {
      const [last, before] = await connection.read('reading the bounds of the audit log', (redis) =>
        redis.hmget(ends, 'last', 'before'),
      )
      const [first, hashBeforeFirst] = parseEnd(before ?? '1 ')
      const [end] = parseEnd(last ?? '0 ')
      return end < first ? undefined : { first, last: end, hashBeforeFirst }
    },

    async trim(olderThan) {
      let outcome = 'more'
      while (outcome === 'more') {
        outcome = await connection.write('trimming the audit log', lines, (redis) =>
          run(redis, 'trimAudit', { lines, ends, olderThan, limit: TRIM_LINES }),
        )
      }
    },
  }
}

const endOf = ({ seq, hash }: Tail): string => `${seq} ${hash}`

function parseEnd(end: string): [position: number, hash: string] {
  const [position, hash = ''] = end.split(' ')
  return [Number(position), hash]
}
