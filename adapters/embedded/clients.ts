/** Stores clients and their redirect URIs in two tables, which are updated in the same transaction. */
import type { ClientEntry, ClientStore } from '../../lib/ports/clients.ts'
import type { Database } from './database.ts'

export function embeddedClients({ sql, read, write }: Database): ClientStore {
  const find = sql('SELECT record FROM clients WHERE id = ?')
  const page = sql('SELECT record FROM clients WHERE id > ? ORDER BY id LIMIT ?')
  const count = sql('SELECT count(*) AS total FROM clients')
  const add = sql('INSERT INTO clients VALUES (?, ?)')
  const change = sql('UPDATE clients SET record = ? WHERE id = ?')
  const drop = sql('DELETE FROM clients WHERE id = ?')
  const holder = sql('SELECT client FROM redirect_uris WHERE uri = ?')
  const claim = sql('INSERT INTO redirect_uris VALUES (?, ?)')
  const free = sql('DELETE FROM redirect_uris WHERE client = ?')
  const recordOf = (id: string) => find().get(id)?.record as string | undefined
  const holderOf = (redirectUri: string) => holder().get(redirectUri)?.client as string | undefined

  function takenUri({ id, redirectUris }: ClientEntry) {
    for (const redirectUri of redirectUris) {
      const by = holderOf(redirectUri)
      if (by !== undefined && by !== id) return { outcome: 'redirect-uri-taken', redirectUri, holder: by } as const
    }
    return undefined
  }

  function claimAll({ id, redirectUris }: ClientEntry): { readonly outcome: 'done' } {
    free().run(id)
    for (const redirectUri of new Set(redirectUris)) claim().run(redirectUri, id)
    return { outcome: 'done' }
  }

  return {
    find: (id) => read(() => recordOf(id)),
    create: (entry) =>
      write(() => {
        if (recordOf(entry.id) !== undefined) return { outcome: 'id-taken' }
        const taken = takenUri(entry)
        if (taken) return taken
        add().run(entry.id, entry.record)
        return claimAll(entry)
      }),
    replace: (expected, entry) =>
      write(() => {
        const record = recordOf(entry.id)
        if (record === undefined) return { outcome: 'missing' }
        if (record !== expected) return { outcome: 'changed' }
        const taken = takenUri(entry)
        if (taken) return taken
        change().run(entry.record, entry.id)
        return claimAll(entry)
      }),
    remove: (id) =>
      write(() => {
        free().run(id)
        return drop().run(id).changes === 1 ? 'removed' : 'missing'
      }),
    holderOf: (redirectUri) => read(() => holderOf(redirectUri)),
    list: (after, limit) =>
      read(() => ({
        records: Array.from(page().all(after ?? '', limit), (row) => row.record as string),
        total: count().get()!.total as number,
      })),
  }
}
