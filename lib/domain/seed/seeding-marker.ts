/**
 * A mark in the store which says that all is there that the service puts in at its start. A store that comes back empty
 * (a crash without persistence, FLUSHALL) or older has it no more, or has another, and so every node can tell (G9).
 */
import { createHash } from 'node:crypto'
import type { DocumentStore } from '../../ports/documents.ts'

export interface SeedingMarker {
  /** Does the work and leaves the mark. The work is done again when the store was emptied in the middle of it. */
  around(work: () => Promise<void>): Promise<void>
  /** One read: is the mark still the one that was left? */
  look(): Promise<'there' | 'gone'>
}

const COLLECTION = 'preparation'

/**
 * @param contents what is put in: each configuration has a mark of its own, so that what a newer one has added counts too
 * @param newName of one life of the store; two must never be alike
 */
export function seedingMarker(documents: DocumentStore, contents: unknown, newName: () => string): SeedingMarker {
  const id = createHash('sha256').update(JSON.stringify(contents)).digest('base64url').slice(0, 22)
  let left: string | undefined

  /** The mark of this life of the store, at first an open one: whoever finishes closes it, for all nodes at once. */
  const begun = async (): Promise<string> => {
    for (;;) {
      const found = await documents.read(COLLECTION, id)
      if (found !== undefined) return found
      const fresh = `preparing ${newName()}`
      if ((await documents.replace(COLLECTION, id, undefined, fresh)) === 'replaced') return fresh
    }
  }
  return {
    async around(work) {
      for (;;) {
        const open = await begun()
        await work()
        const closed = open.replace('preparing', 'prepared')
        const outcome = await documents.replace(COLLECTION, id, open, closed)
        if (outcome === 'changed') continue
        left = closed
        return
      }
    },
    look: async () => ((await documents.read(COLLECTION, id)) === left ? 'there' : 'gone'),
  }
}
