import type { FamilyStore } from '../../lib/ports/families.ts'
import type { Resolution } from '../distributed/resolution.ts'
import { run } from './commands.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

/** Stores each family as one string: the record, `#`, and the origin (see README.md). The record can be any text. */
export function familyStore(connection: Connection, keys: Keys, resolution: Resolution): FamilyStore {
  return {
    async issue(id, record, ttlMs) {
      const key = keys.family(id)
      await connection.write('issuing a token family', key, (redis) => redis.set(key, `${record}#`, 'PX', ttlMs, 'NX'))
    },

    async read(id) {
      const unresolved = resolution.unresolved(id)
      if (unresolved) await unresolved
      return recordOf(await connection.read('reading a token family', (redis) => redis.get(keys.family(id))))
    },

    replace: (id, expected, next, ttlMs) =>
      resolution.attempt(id, expected, next, (attempt) => {
        const family = keys.family(id)
        return connection.write('replacing a token family', family, (redis) =>
          run(redis, 'replaceFamily', { family, expected, next, ttlMs, attempt }),
        )
      }),

    // Ignores `ttlMs` and keeps the former record's expiry. Otherwise, a rolled-back code would be valid for days.
    takeBack: (id, expected, next) => resolution.rollBack(id, expected, next),
    resolved: (id) => resolution.resolved(id),

    async revoke(id) {
      const key = keys.family(id)
      await connection.write('revoking a token family', key, (redis) => redis.del(key))
    },
  }
}

/** Extracts the record from a family's stored value. */
export function recordOf(value: string | null): string | undefined {
  return value === null ? undefined : value.slice(0, value.lastIndexOf('#'))
}
