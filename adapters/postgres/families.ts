import type { FamilyStore } from '../../lib/ports/families.ts'
import type { Resolution } from '../distributed/resolution.ts'
import type { Connection } from './connection.ts'

export function families({ read, write }: Connection, resolution: Resolution): FamilyStore {
  async function recordOf(id: string): Promise<string | undefined> {
    const [row] = await read('reading a token family', 'readFamily', [id])
    return row?.[0] as string | undefined
  }

  return {
    issue: async (id, record, ttlMs) =>
      void (await write('issuing a token family', 'issueFamily', [id, record, ttlMs])),

    async read(id) {
      await resolution.unresolved(id)
      return recordOf(id)
    },

    replace: (id, expected, next, ttlMs) =>
      resolution.attempt(id, expected, next, async (attempt) => {
        const values = [id, expected, next, ttlMs, attempt]
        const replaced = await write('replacing a token family', 'replaceFamily', values)
        if (replaced.length > 0) return 'replaced'
        return (await recordOf(id)) === undefined ? 'missing' : 'changed'
      }),

    // Ignores `ttlMs` and keeps the former record's expiry. Otherwise, a rolled-back code would be valid for days.
    takeBack: (id, expected, next) => resolution.rollBack(id, expected, next),
    resolved: (id) => resolution.resolved(id),
    revoke: async (id) => void (await write('revoking a token family', 'revokeFamily', [id])),
  }
}
