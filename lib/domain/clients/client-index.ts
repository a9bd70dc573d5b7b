import { clientOrigins } from '../../../policies/cors.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { changeList, readDocumentList } from '../documents.ts'
import { watchEnds } from '../watched-ends.ts'
import type { Client } from './client-record.ts'

/** Looks up clients by a key other than their ID. The registry keeps the index up to date. */
export interface ClientIndex {
  update(client: Client, before?: Client): Promise<void>
  remove(client: Client): Promise<void>
}

/** Client IDs by key. Stale entries grant nothing, because every lookup also checks the client itself. */
export function clientIndex(
  documents: DocumentStore,
  collection: string,
  keysOf: (client: Client) => readonly string[],
) {
  const drop = (key: string, clientId: string): Promise<unknown> =>
    changeList<string>(documents, collection, key, (holders) => holders.filter((holder) => holder !== clientId))
  return {
    has: async (key: string): Promise<boolean> => (await documents.read(collection, key)) !== undefined,
    holders: (key: string): Promise<readonly string[]> => readDocumentList<string>(documents, collection, key),
    async update(client: Client, before?: Client): Promise<void> {
      const keys = keysOf(client)
      for (const key of keys)
        await changeList<string>(documents, collection, key, (holders) =>
          holders.includes(client.clientId) ? holders : [...holders, client.clientId],
        )
      for (const old of before === undefined ? [] : keysOf(before).filter((key) => !keys.includes(key)))
        await drop(old, client.clientId)
    },
    async remove(client: Client): Promise<void> {
      for (const key of keysOf(client)) await drop(key, client.clientId)
    },
  }
}

/**
 * Web origins of public clients. A preflight request does not identify the client, so only the origin can be checked.
 * Stale entries allow nothing, because the actual response is checked against the client's own list.
 */
export function originIndex(documents: DocumentStore) {
  const index = clientIndex(documents, 'origins', ({ type, redirectUris }) =>
    type === 'public' ? clientOrigins(redirectUris) : [],
  )
  return {
    ...index,
    has: async (origin: string): Promise<boolean> => origin.length <= 300 && (await index.has(origin)),
  }
}

/** End dates of access rules, for the job that ends sessions (management/due-ends.ts). */
export const endIndex = (documents: DocumentStore): ClientIndex => ({
  update: ({ clientId, access }, before) =>
    watchEnds(
      documents,
      { kind: 'client', id: clientId },
      Object.values(access?.until ?? {}),
      Object.values(before?.access?.until ?? {}),
    ),
  remove: async () => {},
})

export const allIndexes = (...indexes: readonly ClientIndex[]): ClientIndex => ({
  async update(client, before) {
    for (const index of indexes) await index.update(client, before)
  },
  async remove(client) {
    for (const index of indexes) await index.remove(client)
  },
})
