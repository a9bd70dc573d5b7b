import type { DocumentStore } from '../../ports/documents.ts'
import { readList, writeList } from '../stored-record.ts'
import type { Client } from './client-record.ts'

/** What is looked up of clients by something else than their id; the registry keeps it in step. */
export interface ClientIndex {
  update(client: Client, before?: Client): Promise<void>
  remove(client: Client): Promise<void>
}

/** Ids of clients under keys. An entry that has outlived its client allows nothing: whoever looks up asks the client as well. */
export interface KeyedIndex extends ClientIndex {
  has(key: string): Promise<boolean>
  holders(key: string): Promise<readonly string[]>
}

export function clientIndex(
  documents: DocumentStore,
  collection: string,
  keysOf: (client: Client) => readonly string[],
): KeyedIndex {
  const amend = async (key: string, change: (holders: readonly string[]) => readonly string[]): Promise<void> => {
    for (;;) {
      const text = await documents.read(collection, key)
      const holders = text === undefined ? [] : readList<string>(text)
      const next = change(holders)
      if (
        next.length === holders.length ||
        (await documents.replace(collection, key, text, next.length === 0 ? undefined : writeList(next))) === 'replaced'
      )
        return
    }
  }
  const drop = (key: string, clientId: string): Promise<void> =>
    amend(key, (holders) => holders.filter((holder) => holder !== clientId))
  return {
    has: async (key) => (await documents.read(collection, key)) !== undefined,
    async holders(key) {
      const text = await documents.read(collection, key)
      return text === undefined ? [] : readList<string>(text)
    },
    async update(client, before) {
      const keys = keysOf(client)
      for (const key of keys)
        await amend(key, (holders) => (holders.includes(client.clientId) ? holders : [...holders, client.clientId]))
      for (const old of before === undefined ? [] : keysOf(before).filter((key) => !keys.includes(key)))
        await drop(old, client.clientId)
    },
    async remove(client) {
      for (const key of keysOf(client)) await drop(key, client.clientId)
    },
  }
}

/** Several as one. */
export const allIndexes = (...indexes: readonly ClientIndex[]): ClientIndex => ({
  async update(client, before) {
    for (const index of indexes) await index.update(client, before)
  },
  async remove(client) {
    for (const index of indexes) await index.remove(client)
  },
})
