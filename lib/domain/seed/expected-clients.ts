import type { Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import { storageWith } from '../storage-with.ts'
import type { RemovedClients } from './removed-clients.ts'
import type { Seeding } from './seeding.ts'

/** Clients that Portico added to the store. They are removed only by a change in the configuration. */
export type ExpectedClients = ReturnType<typeof expectedClients>

type LostStore = Pick<Seeding, 'look' | 'seedAgain'>

/**
 * If an expected client is missing from the store, callers get `StoreUnavailable` (503), as if the store were down, and
 * the client is not treated as unknown. The check itself does not read the store.
 */
export function expectedClients(storage: Storage, removed: RemovedClients, logger: Logger) {
  let expected = new Set<string>()
  let seeding: LostStore | undefined
  /** Either the store has lost the client, or another node with a newer configuration has removed it. */
  const missed = async (clientId: string): Promise<void> => {
    if ((await seeding?.look()) === 'gone' || (await storage.clients.find(clientId)) !== undefined) return
    if (!(await removed.has(clientId))) seeding?.seedAgain()
    else if (expected.delete(clientId))
      logger.warn(
        { code: 'client-removed', client_id: clientId },
        "another node removed a client defined in this node's configuration",
      )
  }
  const checked = (clientId: string, record: string | undefined): string | undefined => {
    if (record !== undefined || !expected.has(clientId)) return record
    // If the store is unavailable, the check fails and is repeated on the next request for the client.
    missed(clientId).catch(() => {})
    throw new StoreUnavailable('a client of the configuration is not in the store')
  }
  const { clients, tokenState } = storage
  return {
    expect(clientIds: readonly string[]): void {
      expected = new Set(clientIds)
    },
    /** Sets the functions that check for data loss and restore the data. They are called if a client is missing. */
    onMissing(found: LostStore): void {
      seeding = found
    },
    /** The store, with one change: if an expected client is missing, it throws. */
    storage: storageWith(storage, {
      clients: {
        find: async (id) => checked(id, await clients.find(id)),
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
            checked(id, state.clients[index])
          })
          return state
        },
      },
    }),
  }
}
