/** Stores and nodes that are wrong in one way each, for the checker to find out. */
import type { Storage } from '../../lib/ports/storage.ts'
import type { SubjectState } from '../../lib/ports/subjects.ts'

export type Flaw = (storage: Storage) => Storage

/** The published pattern of many adapters: look, compare, then write. */
export const checkThenWrite: Flaw = (storage) => ({
  ...storage,
  families: {
    ...storage.families,
    async replace(id, expected, next, ttlMs) {
      const record = await storage.families.read(id)
      if (record !== expected) return record === undefined ? 'missing' : 'changed'
      await storage.families.issue(id, next, ttlMs)
      return 'replaced'
    },
  },
})

/** A replay is refused, and that is all. */
export const revokesNothing: Flaw = (storage) => ({ ...storage, families: { ...storage.families, revoke: async () => undefined } })

/** What stands in the store counts, whether or not its author has been answered. */
export const trustsWhatItSees: Flaw = (storage) => ({ ...storage, families: { ...storage.families, settled: async () => undefined } })

/** Somebody was faster, so the change is taken to be in. */
export const givesWay: Flaw = (storage) => ({
  ...storage,
  families: {
    ...storage.families,
    async replace(id, expected, next, ttlMs) {
      const word = await storage.families.replace(id, expected, next, ttlMs)
      return word === 'changed' ? 'replaced' : word
    },
  },
})

/** A cache in front of the marks: the first answer of a process is its last. */
export function remembersMarks(): Flaw {
  const known = new Map<string, SubjectState>()
  return (storage) => {
    const read = async (id: string, session = '', client = ''): Promise<SubjectState> => {
      const name = `${id} ${session} ${client}`
      const state = known.get(name) ?? await storage.subjects.read(id, session, client)
      known.set(name, state)
      return state
    }
    return {
      ...storage,
      subjects: { ...storage.subjects, read },
      tokenState: {
        async look(query) {
          const { subject } = query
          const state = await storage.tokenState.look(query)
          return subject === undefined ? state : { ...state, subject: await read(subject.id, subject.session, subject.client) }
        },
      },
    }
  }
}
