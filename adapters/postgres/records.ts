import type { EphemeralStore } from '../../lib/ports/ephemeral.ts'
import type { Connection } from './connection.ts'

export function records({ read, write }: Connection): EphemeralStore {
  return {
    put: async (kind, id, value, ttlMs) =>
      void (await write('storing a record', 'putRecord', [kind, id, value, ttlMs])),
    async read(kind, id) {
      const [row] = await read('reading a record', 'readRecord', [kind, id])
      return row?.[0] as string | undefined
    },
    remove: async (kind, id) => void (await write('removing a record', 'removeRecord', [kind, id])),
    async take(kind, id) {
      const [row] = await write('taking a record', 'takeRecord', [kind, id])
      return row?.[0] as string | undefined
    },
    async claim(kind, id, value, ttlMs) {
      const claimed = await write('claiming a record', 'claimRecord', [kind, id, value, ttlMs])
      return claimed.length > 0 ? 'claimed' : 'taken'
    },
  }
}
