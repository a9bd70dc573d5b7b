import type { DocumentStore } from '../../ports/documents.ts'

/** The collection that contains the marker. When a store is emptied, this collection is removed last. */
export const RESTORE = 'restore'
const PLACE = [RESTORE, 'under-way'] as const

/** A document that marks a restore as unfinished. */
export type RestoreMarker = ReturnType<typeof restoreMarker>

export function restoreMarker(
  documents: Pick<DocumentStore, 'read' | 'replace'>,
  now: () => number,
  newName: () => string,
) {
  const read = async (): Promise<string | undefined> => documents.read(...PLACE)
  return {
    /** When the unfinished restore started, in ISO 8601 format; undefined if there is none. */
    read: async (): Promise<string | undefined> => (await read())?.split(' ')[0],
    /** If several restores start at the same time, only one of the calls returns `begun`. */
    async begin(): Promise<'begun' | 'there'> {
      // The name must be unique, because the store reports success to two writers of the same text.
      const outcome = await documents.replace(...PLACE, undefined, `${new Date(now()).toISOString()} ${newName()}`)
      return outcome === 'replaced' ? 'begun' : 'there'
    },
    async end(): Promise<void> {
      const text = await read()
      if (text !== undefined) await documents.replace(...PLACE, text, undefined)
    },
  }
}

export class RestoreUnfinished extends Error {
  override readonly name = 'RestoreUnfinished'
}

/** @throws RestoreUnfinished if the store is only partially restored, so that the service and commands do not use it */
export async function assertRestored(documents: Pick<DocumentStore, 'read'>): Promise<void> {
  if ((await documents.read(...PLACE)) !== undefined)
    throw new RestoreUnfinished(
      'a restore into this store is under way, or was broken off: wait for its end, or run portico restore again with --start-over',
    )
}
