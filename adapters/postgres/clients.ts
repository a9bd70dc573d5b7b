import type { ClientEntry, ClientStore } from '../../lib/ports/clients.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import type { Connection } from './connection.ts'

type Claimed<Before> = readonly [before: Before, redirectUri: string | null, holder: string | null, isDone: boolean]

/** Repetitions of a claim that another client has overtaken. */
const MOST_TRIES = 20

export function clients({ read, write }: Connection): ClientStore {
  async function claim<Before>(
    name: 'createClient' | 'replaceClient',
    { id, record, redirectUris }: ClientEntry,
    ...expected: readonly string[]
  ): Promise<Claimed<Before>> {
    for (let tries = 1; ; tries += 1) {
      try {
        const [row] = await write('claiming redirect URIs', name, [id, record, redirectUris, ...expected])
        return row as unknown as Claimed<Before>
      } catch (error) {
        // Another client has claimed one of them meanwhile, and nothing was done.
        if (!(error instanceof StoreUnavailable && error.reason === '23505') || tries === MOST_TRIES) throw error
      }
    }
  }
  const taken = (redirectUri: string | null, holder: string | null) =>
    redirectUri === null || holder === null
      ? undefined
      : ({ outcome: 'redirect-uri-taken', redirectUri, holder } as const)

  return {
    async find(id) {
      const [row] = await read('reading a client', 'findClient', [id])
      return row?.[0] as string | undefined
    },
    async create(entry) {
      const [isIdTaken, redirectUri, holder, isDone] = await claim<boolean>('createClient', entry)
      if (isDone) return { outcome: 'done' }
      return (isIdTaken ? undefined : taken(redirectUri, holder)) ?? { outcome: 'id-taken' }
    },
    async replace(expected, entry) {
      const [before, redirectUri, holder, isDone] = await claim<string | null>('replaceClient', entry, expected)
      if (isDone) return { outcome: 'done' }
      if (before === null) return { outcome: 'missing' }
      return (before === expected ? taken(redirectUri, holder) : undefined) ?? { outcome: 'changed' }
    },
    async remove(id) {
      return (await write('removing a client', 'removeClient', [id])).length === 1 ? 'removed' : 'missing'
    },
    async holderOf(redirectUri) {
      const [row] = await read('finding a redirect URI', 'holderOf', [redirectUri])
      return row?.[0] as string | undefined
    },
    async list(after, limit) {
      const [row] = await read('listing clients', 'listClients', [after ?? '', limit])
      const [total, records] = row as unknown as [number, string[]]
      return { records, total }
    },
  }
}
