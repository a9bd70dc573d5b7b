/**
 * A marker in the store for completed seeding. A store that comes back empty (a crash without persistence, FLUSHALL) or
 * older has no marker or another one: every node detects that.
 */
import type { DocumentStore } from '../../ports/documents.ts'
import { changeText, untilDone } from '../documents.ts'
import { digestOf } from '../keys/digest.ts'

export type SeedingMarker = ReturnType<typeof seedingMarker>

const COLLECTION = 'preparation'

/**
 * @param contents the seeded data: each configuration has its own marker, so that additions of a newer one count
 * @param newName a unique name for one life of the store
 */
export function seedingMarker(documents: DocumentStore, contents: unknown, newName: () => string) {
  const id = digestOf(JSON.stringify(contents)).slice(0, 22)
  let marker: string | undefined

  return {
    /** Does the work and leaves the marker. Repeats the work if the store was emptied meanwhile. */
    around: (work: () => Promise<void>): Promise<void> =>
      untilDone(async () => {
        // The marker of this life of the store, open at first: the first node to finish closes it for all nodes.
        const begun = await changeText(documents, COLLECTION, id, (found) => found ?? `preparing ${newName()}`)
        await work()
        const open = begun.after ?? ''
        const closed = open.replace('preparing', 'prepared')
        if ((await documents.replace(COLLECTION, id, open, closed)) === 'changed') return 'again'
        marker = closed
      }),
    /** Checks in one read that the marker is unchanged. */
    look: async (): Promise<'there' | 'gone'> => ((await documents.read(COLLECTION, id)) === marker ? 'there' : 'gone'),
  }
}
