/** Ephemeral key-value store. An expired row counts as missing even before the sweep deletes it. */
import type { EphemeralStore } from '../../lib/ports/ephemeral.ts'
import type { Database } from './database.ts'

export function embeddedEphemeral({ sql, read, write, add, now }: Database): EphemeralStore {
  const find = sql('SELECT value FROM records WHERE kind = ? AND id = ? AND expires_at > ?')
  const keep = sql(`INSERT INTO records VALUES (?, ?, ?, ?)
    ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`)
  const keepIfFree = sql(`INSERT INTO records VALUES (?, ?, ?, ?)
    ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at WHERE records.expires_at <= ?`)
  const drop = sql('DELETE FROM records WHERE kind = ? AND id = ?')
  const valueOf = (kind: string, id: string) => find().get(kind, id, now())?.value as string | undefined

  return {
    put: (kind, id, value, ttlMs) => add(() => void keep().run(kind, id, value, now() + ttlMs)),
    read: (kind, id) => read(() => valueOf(kind, id)),
    remove: (kind, id) => write(() => void drop().run(kind, id)),
    take: (kind, id) =>
      write(() => {
        const value = valueOf(kind, id)
        if (value !== undefined) drop().run(kind, id)
        return value
      }),
    claim: (kind, id, value, ttlMs) =>
      write(() => {
        const at = now()
        return keepIfFree().run(kind, id, value, at + ttlMs, at).changes === 1 ? 'claimed' : 'taken'
      }),
  }
}
