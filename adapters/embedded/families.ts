/** Token families: one row per family, changed by a single compare-and-replace statement. */
import type { FamilyStore } from '../../lib/ports/families.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import type { Database } from './database.ts'
import { type Replacement, rollback } from './rollback.ts'

export function embeddedFamilies(database: Database): FamilyStore {
  const { sql, read, write, add, now } = database
  const find = sql('SELECT record FROM families WHERE id = ? AND expires_at > ?')
  const keep = sql(`INSERT INTO families VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET record = excluded.record, expires_at = excluded.expires_at`)
  const swap = sql('UPDATE families SET record = ?, expires_at = ? WHERE id = ? AND record = ? AND expires_at > ?')
  const drop = sql('DELETE FROM families WHERE id = ?')
  const recordOf = (id: string) => find().get(id, now())?.record as string | undefined

  function replace({ id, expected, next, ttlMs }: Replacement): 'replaced' | 'changed' | 'missing' {
    const at = now()
    if (swap().run(next, at + ttlMs, id, expected, at).changes === 1) return 'replaced'
    const record = recordOf(id)
    if (record === undefined) return 'missing'
    // If the record equals `next`, this is a retry after the first response was lost.
    return record === next ? 'replaced' : 'changed'
  }

  // No statement is sent twice and steps run in order, so a rollback always runs after the replacement that it undoes.
  const rollbacks = rollback(database, ({ id, expected, next, ttlMs }) => {
    const at = now()
    swap().run(expected, at + ttlMs, id, next, at)
  })

  return {
    issue: (id, record, ttlMs) => add(() => void keep().run(id, record, now() + ttlMs)),
    read: (id) => read(() => recordOf(id)),
    async replace(id, expected, next, ttlMs) {
      const replacement = { id, expected, next, ttlMs }
      try {
        return await write(() => replace(replacement))
      } catch (error) {
        if (error instanceof StoreUnavailable && error.outcomeUnknown) void rollbacks.rollBack(replacement)
        throw error
      }
    },
    takeBack: (id, expected, next, ttlMs) => rollbacks.rollBack({ id, expected, next, ttlMs }),
    resolved: (id) => rollbacks.resolved(id),
    revoke: (id) => write(() => void drop().run(id)),
  }
}
