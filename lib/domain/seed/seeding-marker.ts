/**
 * A marker in the store that records completed seeding. If a store comes back empty (after a crash without persistence,
 * or FLUSHALL) or in an older state, every node notices that the marker is missing or different.
 */
import type { DocumentStore } from '../../ports/documents.ts'
import { changeText, untilDone } from '../documents.ts'
import { digestOf } from '../keys/digest.ts'

export type SeedingMarker = ReturnType<typeof seedingMarker>

const COLLECTION = 'preparation'

/**
 * @param contents the seeded data. Each configuration has its own marker, so that a newer configuration's additions are
 * seeded
 * @param newName generates a unique name, so that a store that was emptied never gets the same marker again
 */
export function seedingMarker(documents: DocumentStore, contents: unknown, newName: () => string) {
  const id = digestOf(JSON.stringify(contents)).slice(0, 22)
  let marker: string | undefined

  return {
    /** Does the work and sets the marker. Repeats the work if the store was emptied in the meantime. */
    around: (work: () => Promise<void>): Promise<void> =>
      untilDone(async () => {
        // The marker stays open during the work. The first node to finish closes the marker for all nodes.
        const begun = await changeText(documents, COLLECTION, id, (found) => found ?? `preparing ${newName()}`)
        await work()
        const open = begun.after ?? ''
        const closed = open.replace('preparing', 'prepared')
        if ((await documents.replace(COLLECTION, id, open, closed)) === 'changed') return 'again'
        marker = closed
      }),
    /** Checks with a single read that the marker is unchanged. */
    look: async (): Promise<'there' | 'gone'> => ((await documents.read(COLLECTION, id)) === marker ? 'there' : 'gone'),
  }
}
