/** A session by its sid, or by the jti of an access token that was issued in it. */
import { sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { sessionOfSid } from '../../../domain/sessions/sid.ts'
import { readFamily } from '../../../domain/tokens/family-record.ts'
import { parseAccessTokenId } from '../../../domain/tokens/mint.ts'
import { type Found, userHit } from './search-hits.ts'
import type { OperationsRequest } from './services.ts'

const SID = /^[A-Za-z0-9_-]{8,64}\.[A-Za-z0-9_-]{8}$/
/** Sessions have no look-up by their id; those of this many users are looked through. */
const USERS_MAX = 500
const STEP = 100

export async function sessionsCalled(page: OperationsRequest, query: string): Promise<Found> {
  const { storage, users } = page.services
  const token = parseAccessTokenId(query)
  const record = token === undefined ? undefined : await storage.families.read(token.familyId)
  const subject = record === undefined ? await subjectOf(page, query) : readFamily(record).subject
  if (subject === undefined) return { exact: [], near: [] }
  const user = (await users.find(subject).catch(() => undefined)) ?? { sub: subject }
  return { exact: [userHit(page, user, 'sessions')], near: [] }
}

async function subjectOf({ services: { storage } }: OperationsRequest, sid: string): Promise<string | undefined> {
  if (!SID.test(sid)) return undefined
  const uid = sessionOfSid(sid)
  let after: string | undefined
  for (let looked = 0; looked < USERS_MAX; looked += STEP) {
    const subjects = await storage.sessions.subjects(after, STEP)
    const sessions = await Promise.all(subjects.map((subject) => sessionsOf(storage, subject)))
    const found = sessions.map((list) => list.some((session) => session.uid === uid))
    const index = found.indexOf(true)
    if (index !== -1) return subjects[index]
    if (subjects.length < STEP) return undefined
    after = subjects.at(-1)
  }
  return undefined
}
