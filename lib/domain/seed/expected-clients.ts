import type { Storage } from '../../ports/storage.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'

/** The clients that must be in the store, because the service put them there and nobody can take them away (C6, C7). */
export interface ExpectedClients {
  isExpected(clientId: string): boolean
  /** One of them is not there. */
  missed(clientId: string): void
}

/**
 * The store as the running service reads it. An expected client that it does not have is a fault of ours, and never an
 * unknown client: `StoreUnavailable`, which is 503. It costs no look of its own.
 */
export function withExpectedClients(storage: Storage, { isExpected, missed }: ExpectedClients): Storage {
  const judged = (clientId: string, record: string | undefined): string | undefined => {
    if (record !== undefined || !isExpected(clientId)) return record
    missed(clientId)
    throw new StoreUnavailable('a client of the configuration is not in the store')
  }
  const { clients, tokenState, time } = storage
  return {
    name: storage.name,
    families: storage.families,
    subjects: storage.subjects,
    sessions: storage.sessions,
    records: storage.records,
    documents: storage.documents,
    rates: storage.rates,
    deliveries: storage.deliveries,
    audit: storage.audit,
    open: () => storage.open(),
    ping: () => storage.ping(),
    close: () => storage.close(),
    ...(time === undefined ? {} : { time: () => time.call(storage) }),
    clients: {
      find: async (id) => judged(id, await clients.find(id)),
      create: (entry) => clients.create(entry),
      replace: (expected, entry) => clients.replace(expected, entry),
      remove: (id) => clients.remove(id),
      holderOf: (redirectUri) => clients.holderOf(redirectUri),
      list: (after, limit) => clients.list(after, limit),
    },
    tokenState: {
      async look(query) {
        const state = await tokenState.look(query)
        query.clients?.forEach((id, place) => judged(id, state.clients[place]))
        return state
      },
    },
  }
}
