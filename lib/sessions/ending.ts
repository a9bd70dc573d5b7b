import type { Lifetimes } from '../../policies/lifetimes.ts'
import type { Storage } from '../ports/storage.ts'

/** A browser session that is to end. */
export interface EndingSession {
  readonly accountId: string
  readonly uid: string
  readonly key: string
}

/** Seconds by which a mark outlives the last access token, for nodes whose clocks differ. */
const MARK_MARGIN_SECONDS = 60

/** Ends one browser session: the mark first, so that its tokens are dead before anything else can fail. */
export async function endBrowserSession(storage: Storage, lifetimes: Lifetimes, session: EndingSession): Promise<void> {
  await storage.subjects.endSession(session.accountId, session.uid, (lifetimes.accessToken + lifetimes.authorizationCode + MARK_MARGIN_SECONDS) * 1000)
  await storage.sessions.remove(session.key)
  await storage.sessions.unlink(session.accountId, session.uid)
}

/** Milliseconds that the mark of a subject must stay: the longest life of anything born under it. */
export function subjectMarkMs(lifetimes: Lifetimes): number {
  return 1000 * (Math.max(lifetimes.refreshTokenAbsolute, lifetimes.sessionAbsolute, lifetimes.accessToken) + lifetimes.accessToken + MARK_MARGIN_SECONDS)
}
