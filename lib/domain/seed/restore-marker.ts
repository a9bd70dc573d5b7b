import type { DocumentStore } from '../../ports/documents.ts'

/** The collection of the marker, which goes last when a store is emptied. */
export const RESTORE = 'restore'
const PLACE = [RESTORE, 'under-way'] as const

/** A store that is being restored is not yet what it was: a document says so until it is. */
export type RestoreMarker = ReturnType<typeof restoreMarker>

export function restoreMarker(
  documents: Pick<DocumentStore, 'read' | 'replace'>,
  now: () => number,
  newName: () => string,
) {
  const read = async (): Promise<string | undefined> => documents.read(...PLACE)
  return {
    /** When the restore began that has not finished, as ISO 8601; undefined without one. */
    read: async (): Promise<string | undefined> => (await read())?.split(' ')[0],
    /** Of any number of restores that begin at once one gets `begun`. */
    async begin(): Promise<'begun' | 'there'> {
      // With a name, so that the store does not report success to two that begin in the same moment.
      const outcome = await documents.replace(...PLACE, undefined, `${new Date(now()).toISOString()} ${newName()}`)
      return outcome === 'replaced' ? 'begun' : 'there'
    },
    async end(): Promise<void> {
      const text = await read()
      if (text !== undefined) await documents.replace(...PLACE, text, undefined)
    },
  }
}

/** The store is half restored. */
export class RestoreUnfinished extends Error {
  override readonly name = 'RestoreUnfinished'
}

/** @throws RestoreUnfinished: no service begins on such a store, and no command works on it */
export async function assertRestored(documents: Pick<DocumentStore, 'read'>): Promise<void> {
  if ((await documents.read(...PLACE)) !== undefined)
    throw new RestoreUnfinished(
      'a restore into this store is under way, or was broken off: wait for its end, or run portico restore again with --start-over',
    )
}
