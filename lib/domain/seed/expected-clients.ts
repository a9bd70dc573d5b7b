import type { Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import type { RemovedClients } from './removed-clients.ts'
import type { Seeding } from './seeding.ts'

/** The clients that must be in the store, because the service put them there and nobody can take them away. */
export interface ExpectedClients {
  /** The store as the running service reads it. */
  readonly storage: Storage
  expect(clientIds: readonly string[]): void
  /** From now on this looks for a store that was lost, and fills it again. */
  onMissing(seeding: LostStore): void
}

type LostStore = Pick<Seeding, 'look' | 'seedAgain'>

/**
 * An expected client that the store does not have is an error of ours, and never an unknown client: `StoreUnavailable`, which
 * is 503. It costs no look of its own.
 */
export function expectedClients(storage: Storage, removed: RemovedClients, logger: Logger): ExpectedClients {
  let expected = new Set<string>()
  let seeding: LostStore | undefined
  /** The store has lost the client; or another node, with a newer configuration, has removed it. */
  const missed = async (clientId: string): Promise<void> => {
    if ((await seeding?.look()) === 'gone' || (await storage.clients.find(clientId)) !== undefined) return
    if (!(await removed.has(clientId))) seeding?.seedAgain()
    else if (expected.delete(clientId))
      logger.warn({ client: clientId }, 'a client of this configuration was removed by another node')
  }
  const judged = (clientId: string, record: string | undefined): string | undefined => {
    if (record !== undefined || !expected.has(clientId)) return record
    // With the store away there is nothing to find out; whoever asks for the client next asks again.
    missed(clientId).catch(() => {})
    throw new StoreUnavailable('a client of the configuration is not in the store')
  }
  const { clients, tokenState, time } = storage
  return {
    expect(clientIds) {
      expected = new Set(clientIds)
    },
    onMissing(found) {
      seeding = found
    },
    storage: {
      name: storage.name,
      families: storage.families,
      subjects: storage.subjects,
      sessions: storage.sessions,
      records: storage.records,
      documents: storage.documents,
      rates: storage.rates,
      deliveries: storage.deliveries,
      audit: storage.audit,
      bounded: storage.bounded,
      open: () => storage.open(),
      ping: () => storage.ping(),
      close: () => storage.close(),
      ...(time === undefined ? {} : { time: () => time.call(storage) }),
      clients: {
        find: async (id) => judged(id, await clients.find(id)),
        create: (entry) => clients.create(entry),
        replace: (before, entry) => clients.replace(before, entry),
        remove: (id) => clients.remove(id),
        holderOf: (redirectUri) => clients.holderOf(redirectUri),
        list: (after, limit) => clients.list(after, limit),
      },
      tokenState: {
        async look(query) {
          const state = await tokenState.look(query)
          query.clients?.forEach((id, index) => {
            judged(id, state.clients[index])
          })
          return state
        },
      },
    },
  }
}
