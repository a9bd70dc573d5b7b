import type { EphemeralStore } from '../../lib/ports/ephemeral.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

/** Stores each value under its own string key. Every operation is a single Redis command, so it is atomic. */
export function ephemeralStore(connection: Connection, keys: Keys): EphemeralStore {
  return {
    async put(kind, id, value, ttlMs) {
      const key = keys.record(kind, id)
      await connection.write('putting a record', key, (redis) => redis.set(key, value, 'PX', ttlMs))
    },

    async read(kind, id) {
      return (await connection.read('reading a record', (redis) => redis.get(keys.record(kind, id)))) ?? undefined
    },

    async remove(kind, id) {
      const key = keys.record(kind, id)
      await connection.write('removing a record', key, (redis) => redis.del(key))
    },

    async take(kind, id) {
      const key = keys.record(kind, id)
      return (await connection.write('taking a record', key, (redis) => redis.getdel(key))) ?? undefined
    },

    async claim(kind, id, value, ttlMs) {
      const key = keys.record(kind, id)
      const answer = await connection.write('claiming a record', key, (redis) =>
        redis.set(key, value, 'PX', ttlMs, 'NX'),
      )
      return answer === null ? 'taken' : 'claimed'
    },
  }
}
