import type { AuditLine, AuditLog, ChainLink } from '../../lib/ports/audit-log.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { run } from './commands.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

/** Maximum number of lines per append. */
const MOST_LINES = 200
/** Maximum number of attempts to append while other nodes are appending too. */
const MOST_TRIES = 100
/** Number of lines to read per trim step. */
const TRIM_LINES = 500

interface Waiting {
  readonly at: number
  readonly entries: readonly string[]
  readonly link: ChainLink
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/**
 * Stores lines in a stream with positions as ids. Redis cannot compute the hash chain, so this node computes it from
 * the last tail that it has seen. A script appends only if that tail is current, and otherwise returns the current
 * tail. Concurrent calls are queued and appended together.
 */
export function auditLog(connection: Connection, keys: Keys): AuditLog {
  const [lines, ends] = [keys.auditLines, keys.auditEnds]
  const queue: Waiting[] = []
  let tail = '0 '
  let working: 'yes' | 'no' = 'no'

  async function step(batch: readonly Waiting[]): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const { seq, values, last } = chain(tail, batch)
      const [outcome, now] = await connection.write('appending to the audit log', lines, (redis) =>
        run(redis, 'appendAudit', { lines, ends, expected: tail, last, seq }, values),
      )
      tail = now
      if (outcome === 'appended') return
    }
    throw new StoreUnavailable('appending to the audit log: other nodes are always faster')
  }

  async function work(): Promise<void> {
    working = 'yes'
    while (queue.length > 0) {
      const batch = queue.splice(0, batchLength(queue))
      await step(batch).then(
        () => batch.forEach(({ done }) => done()),
        (error: unknown) => batch.forEach(({ failed }) => failed(error)),
      )
    }
    working = 'no'
  }

  return {
    async append(at, entries, link) {
      if (entries.length === 0) return
      await new Promise<void>((done, failed) => {
        queue.push({ at, entries, link, done, failed })
        if (working === 'no') void work()
      })
    },

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

/** Chains the entries of a batch to the tail. Returns the script's arguments and the next tail. */
function chain(tail: string, batch: readonly Waiting[]) {
  let [seq, hash] = parseEnd(tail)
  const first = seq + 1
  const values: (string | number)[] = []
  for (const { at, entries, link } of batch) {
    for (const entry of entries) {
      seq += 1
      hash = link(hash, { seq, at, entry })
      values.push(at, entry, hash)
    }
  }
  return { seq: first, values, last: `${seq} ${hash}` }
}

function parseEnd(end: string): [position: number, hash: string] {
  const [position, hash = ''] = end.split(' ')
  return [Number(position), hash]
}

/** Returns how many of the queued calls fit in one step; at least one. */
function batchLength(queue: readonly Waiting[]): number {
  let lines = 0
  const tooMany = queue.findIndex(({ entries }, place) => (lines += entries.length) > MOST_LINES && place > 0)
  return tooMany === -1 ? queue.length : tooMany
}
