import { createHash } from 'node:crypto'
import type { SessionStore } from '../../lib/ports/sessions.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { run } from './commands.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'
import { sessionList } from './session-list.ts'

const BASE = 'b'
const CLIENT = 'c'
/** Maximum number of copies during a move. No session in normal use changes this often. */
const MOST_COPIES = 20

/** Stores a session as a hash with a field per client, so that two tabs never overwrite each other's entries. */
export function sessionStore(connection: Connection, keys: Keys): SessionStore {
  return {
    ...sessionList(connection, keys),

    async read(key) {
      const fields = await connection.read('reading a session', (redis) => redis.hgetall(keys.session(key)))
      const base = fields[BASE]
      if (base === undefined) return undefined
      const clients = Object.entries(fields).filter(([field]) => field !== BASE)
      return { base, clients: Object.fromEntries(clients.map(([field, entry]) => [field.slice(CLIENT.length), entry])) }
    },

    async write(key, base, ttlMs) {
      const session = keys.session(key)
      await connection.write('writing a session', session, (redis) =>
        run(redis, 'writeSession', { session, base, ttlMs }),
      )
    },

    // Keys are hashed cookies, so the old and new keys are in different slots. Copy, then drop the old key unless it
    // has changed. If it has changed, copy again. A crash in between leaves both keys and loses nothing.
    async move(from, to) {
      const [old, session] = [keys.session(from), keys.session(to)]
      for (let copies = 0; copies < MOST_COPIES; copies += 1) {
        const [fields, ttlMs] = await connection.read('moving a session', (redis) =>
          Promise.all([redis.hgetall(old), redis.pttl(old)]),
        )
        const parts = Object.entries(fields).flat()
        if (parts.length === 0 || ttlMs <= 0) return
        await connection.write('moving a session', session, (redis) =>
          run(redis, 'copySession', { session, ttlMs }, parts),
        )
        const sha1 = createHash('sha1').update(parts.join('\n')).digest('hex')
        const outcome = await connection.write('moving a session', old, (redis) =>
          run(redis, 'dropSession', { session: old, sha1 }),
        )
        if (outcome === 'dropped') return
        if (outcome === 'missing') return remove(to)
      }
      throw new StoreUnavailable('moving a session: it changes all the time')
    },

    async join(key, clientId, entry) {
      const session = keys.session(key)
      const [outcome, counts = entry] = await connection.write('joining a session', session, (redis) =>
        run(redis, 'joinSession', { session, field: CLIENT + clientId, entry }),
      )
      return outcome === 'missing' ? { outcome } : { outcome, entry: counts }
    },

    amend(key, clientId, entry) {
      const session = keys.session(key)
      return connection.write('amending a session', session, (redis) =>
        run(redis, 'amendSession', { session, field: CLIENT + clientId, entry }),
      )
    },

    remove,
  }

  async function remove(key: string): Promise<void> {
    const session = keys.session(key)
    await connection.write('removing a session', session, (redis) => redis.del(session))
  }
}
