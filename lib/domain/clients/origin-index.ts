import { clientOrigins } from '../../../policies/cors.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { readList, writeList } from '../stored-record.ts'
import type { Client } from './client-record.ts'

const COLLECTION = 'origins'

/**
 * Which web origins belong to a public client: a preflight names no client, so this is all that can be checked. An entry that
 * has outlived its client allows nothing, because the answer itself is checked against the client's own list.
 */
export interface OriginIndex {
  has(origin: string): Promise<boolean>
  update(client: Client, before?: Client): Promise<void>
  remove(client: Client): Promise<void>
}

export function originIndex(documents: DocumentStore): OriginIndex {
  const amend = async (origin: string, change: (holders: readonly string[]) => readonly string[]): Promise<void> => {
    for (;;) {
      const text = await documents.read(COLLECTION, origin)
      const holders = text === undefined ? [] : readList<string>(text)
      const next = change(holders)
      if (
        next.length === holders.length ||
        (await documents.replace(COLLECTION, origin, text, next.length === 0 ? undefined : writeList(next))) ===
          'replaced'
      )
        return
    }
  }
  const originsOf = (client: Client | undefined): readonly string[] =>
    client?.type === 'public' ? clientOrigins(client.redirectUris) : []
  const drop = (origin: string, clientId: string): Promise<void> =>
    amend(origin, (holders) => holders.filter((holder) => holder !== clientId))
  return {
    has: async (origin) => origin.length <= 300 && (await documents.read(COLLECTION, origin)) !== undefined,
    async update(client, before) {
      const origins = originsOf(client)
      for (const origin of origins)
        await amend(origin, (holders) => (holders.includes(client.clientId) ? holders : [...holders, client.clientId]))
      for (const origin of originsOf(before).filter((old) => !origins.includes(old)))
        await drop(origin, client.clientId)
    },
    async remove(client) {
      for (const origin of originsOf(client)) await drop(origin, client.clientId)
    },
  }
}
