import type { Storage } from '../ports/storage.ts'
import { sessionsOf } from '../sessions/session-registry.ts'

/** No more people than this are looked at: the question is asked before an act, by somebody who waits for the page. */
const PEOPLE_MAX = 500
const STEP = 100

/** Whom an act on a client hits. */
export interface ClientReach {
  /** People who are signed in to it. */
  readonly people: number
  readonly sessions: number
  /** `at-least`: there are more people with sessions than were looked at. */
  readonly counted: 'all' | 'at-least'
}

export async function clientReach(storage: Storage, clientId: string): Promise<ClientReach> {
  let [people, sessions] = [0, 0]
  let after: string | undefined
  for (let looked = 0; looked < PEOPLE_MAX; looked += STEP) {
    const subjects = await storage.sessions.subjects(after, STEP)
    const lists = await Promise.all(subjects.map((subject) => sessionsOf(storage, subject)))
    const counts = lists.map((list) => list.filter(({ clients }) => clients.some((one) => one.clientId === clientId)).length)
    people += counts.filter((count) => count > 0).length
    sessions += counts.reduce((sum, count) => sum + count, 0)
    if (subjects.length < STEP) return { people, sessions, counted: 'all' }
    after = subjects.at(-1)
  }
  const more = await storage.sessions.subjects(after, 1)
  return { people, sessions, counted: more.length === 0 ? 'all' : 'at-least' }
}
