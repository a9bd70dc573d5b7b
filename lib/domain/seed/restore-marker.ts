import type { DocumentStore } from '../../ports/documents.ts'

/** The collection of the marker, which goes last when a store is emptied. */
export const RESTORE = 'restore'
const PLACE = [RESTORE, 'under-way'] as const

/** A store that is being restored is not yet what it was: a document says so until it is. */
export interface RestoreMarker {
  /** When the restore began that has not finished, as ISO 8601; undefined without one. */
  read(): Promise<string | undefined>
  /** Of any number of restores that begin at once one gets `begun`. */
  begin(): Promise<'begun' | 'there'>
  end(): Promise<void>
}

export function restoreMarker(
  documents: Pick<DocumentStore, 'read' | 'replace'>,
  now: () => number,
  newName: () => string,
): RestoreMarker {
  const read = async (): Promise<string | undefined> => documents.read(...PLACE)
  return {
    read: async () => (await read())?.split(' ')[0],
    async begin() {
      // With a name, so that the store does not report success to two that begin in the same moment.
      const outcome = await documents.replace(...PLACE, undefined, `${new Date(now()).toISOString()} ${newName()}`)
      return outcome === 'replaced' ? 'begun' : 'there'
    },
    async end() {
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
