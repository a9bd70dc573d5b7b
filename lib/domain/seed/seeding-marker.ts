/**
 * A marker in the store which says that all is there that the service puts in at its start. A store that comes back empty
 * (a crash without persistence, FLUSHALL) or older has no marker or another one, and every node can tell.
 */
import type { DocumentStore } from '../../ports/documents.ts'
import { changeText, untilDone } from '../documents.ts'
import { digestOf } from '../keys/digest.ts'

export type SeedingMarker = ReturnType<typeof seedingMarker>

const COLLECTION = 'preparation'

/**
 * @param contents what is put in: each configuration has a marker of its own, so that what a newer one has added counts too
 * @param newName of one life of the store; two must never be alike
 */
export function seedingMarker(documents: DocumentStore, contents: unknown, newName: () => string) {
  const id = digestOf(JSON.stringify(contents)).slice(0, 22)
  let marker: string | undefined

  return {
    /** Does the work and leaves the marker. The work is done again when the store was emptied in the middle of it. */
    around: (work: () => Promise<void>): Promise<void> =>
      untilDone(async () => {
        // The marker of this life of the store, at first an open one: the node that finishes closes it, for all nodes.
        const begun = await changeText(documents, COLLECTION, id, (found) => found ?? `preparing ${newName()}`)
        await work()
        const open = begun.after ?? ''
        const closed = open.replace('preparing', 'prepared')
        if ((await documents.replace(COLLECTION, id, open, closed)) === 'changed') return 'again'
        marker = closed
      }),
    /** One read: is the marker still the one that was left? */
    look: async (): Promise<'there' | 'gone'> => ((await documents.read(COLLECTION, id)) === marker ? 'there' : 'gone'),
  }
}
