import type { ClientClaim, ClientStore } from '../../lib/ports/clients.ts'
import { run } from './commands.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

/** Keeps all clients in one cluster slot, so that a single script can claim ids and redirect URIs. */
export function clientStore(connection: Connection, keys: Keys): ClientStore {
  const keysOf = (id: string) => ({ client: keys.client(id), uris: keys.clientUris(id), holders: keys.uriHolders })
  return {
    async find(id) {
      return (await connection.read('finding a client', (redis) => redis.get(keys.client(id)))) ?? undefined
    },

    async create({ id, record, redirectUris }) {
      const [outcome, ...taken] = await connection.write('creating a client', keys.client(id), (redis) =>
        run(redis, 'createClient', { ...keysOf(id), ids: keys.clientIds, id, record }, redirectUris),
      )
      return outcome === 'redirect-uri-taken' ? takenBy(taken) : { outcome }
    },

    async replace(expected, { id, record, redirectUris }) {
      const [outcome, ...taken] = await connection.write('replacing a client', keys.client(id), (redis) =>
        run(redis, 'replaceClient', { ...keysOf(id), id, expected, next: record }, redirectUris),
      )
      return outcome === 'redirect-uri-taken' ? takenBy(taken) : { outcome }
    },

    remove: (id) =>
      connection.write('removing a client', keys.client(id), (redis) =>
        run(redis, 'removeClient', { ...keysOf(id), ids: keys.clientIds, id }),
      ),

    async holderOf(redirectUri) {
      const holder = await connection.read('finding the holder of a redirect uri', (redis) =>
        redis.hget(keys.uriHolders, redirectUri),
      )
      return holder ?? undefined
    },

    async list(after, limit) {
      const [total, ids] = await connection.read('listing clients', (redis) =>
        Promise.all([
          redis.zcard(keys.clientIds),
          redis.zrangebylex(keys.clientIds, after === undefined ? '-' : `(${after}`, '+', 'LIMIT', 0, limit),
        ]),
      )
      if (ids.length === 0) return { records: [], total }
      const records = await connection.read('listing clients', (redis) => redis.mget(ids.map(keys.client)))
      return { records: records.filter((record) => record !== null), total }
    },
  }
}

function takenBy(taken: readonly string[]): Extract<ClientClaim, { outcome: 'redirect-uri-taken' }> {
  const [redirectUri = '', holder = ''] = taken
  return { outcome: 'redirect-uri-taken', redirectUri, holder }
}
