import type { DocumentStore } from '../../ports/documents.ts'

/** The collection of the marker, which is removed last when a store is emptied. */
export const RESTORE = 'restore'
const PLACE = [RESTORE, 'under-way'] as const

/** A document that marks an unfinished restore. */
export type RestoreMarker = ReturnType<typeof restoreMarker>

export function restoreMarker(
  documents: Pick<DocumentStore, 'read' | 'replace'>,
  now: () => number,
  newName: () => string,
) {
  const read = async (): Promise<string | undefined> => documents.read(...PLACE)
  return {
    /** Start of the unfinished restore, as ISO 8601; undefined without one. */
    read: async (): Promise<string | undefined> => (await read())?.split(' ')[0],
    /** Of any number of simultaneous restores, one gets `begun`. */
    async begin(): Promise<'begun' | 'there'> {
      // A unique name, because the store reports success to two writers of the same text.
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

/** @throws RestoreUnfinished, which keeps the service and commands off a half-restored store */
export async function assertRestored(documents: Pick<DocumentStore, 'read'>): Promise<void> {
  if ((await documents.read(...PLACE)) !== undefined)
    throw new RestoreUnfinished(
      'a restore into this store is under way, or was broken off: wait for its end, or run portico restore again with --start-over',
    )
}
