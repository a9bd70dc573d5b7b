import { expiryPaceMs, sessionEndsAt } from '../../../policies/browser-session.ts'
import type { Lifetimes } from '../../../policies/lifetimes.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { errorFields, type Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import { sharedRun } from '../in-time.ts'
import { documentPages } from '../pages-of.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import { timedId, timeOf } from '../watched-ends.ts'
import type { SessionEnding } from './ending.ts'
import { knownSession, sessionOf } from './session-registry.ts'

/** When each session will expire if it is not used again. IDs start with that time, so the earliest come first. */
const COLLECTION = 'session-ends'

interface WatchedSession {
  readonly subject: string
  readonly uid: string
}

/** Records when to check a session. Using the session does not update the time; the check reads the actual expiry. */
export async function watchSession(
  documents: DocumentStore,
  { subject, uid }: WatchedSession,
  endsAt: number,
): Promise<void> {
  await documents.replace(COLLECTION, timedId(endsAt, uid), undefined, writeRecord({ subject, uid }))
}

/**
 * Notifies the clients of expired sessions (D-S1, D-S9), on one node at a time. Clients are notified within two
 * intervals (two minutes by default) while a node is running, and within a day otherwise.
 */
export type ExpiredSessions = ReturnType<typeof expiredSessions>

export interface ExpiryParts {
  readonly storage: Storage
  readonly ending: SessionEnding
  readonly lifetimes: Lifetimes
  readonly now: () => number
  readonly logger: Logger
}

export function expiredSessions({ storage, ending, lifetimes, now, logger }: ExpiryParts) {
  const { documents } = storage
  const interval = expiryPaceMs(lifetimes)

  const check = async (id: string, value: string): Promise<void> => {
    const watched = readRecord<WatchedSession>(value)
    const session = await knownSession(storage, watched.subject, watched.uid)
    if (session !== undefined) {
      const endsAt = sessionEndsAt({ ...session.about, seenAt: session.lastSeenAt }, lifetimes)
      const lives = endsAt > now() - interval && (await sessionOf(storage, watched.subject, watched.uid)) !== undefined
      // If a session is signed out but still has a record, a node died during the logout, so finish the logout.
      if (lives) await watchSession(documents, watched, endsAt)
      else await ending.notifyExpired(session)
    } else {
      // The record expired during downtime, before it was checked. Unlink the session, or it would be listed for days.
      await storage.sessions.unlink(watched.subject, watched.uid)
    }
    await documents.replace(COLLECTION, id, value, undefined)
  }

  const round = async (): Promise<void> => {
    if ((await storage.records.claim('expired-sessions', 'turn', '', interval / 2)) === 'taken') return
    for await (const page of documentPages(documents, COLLECTION)) {
      const due = page.filter(({ id }) => timeOf(id) <= now() - interval)
      for (const { id, value } of due) {
        await check(id, value).catch((error: unknown) =>
          logger.warn(
            { code: 'expired-session-failed', ...errorFields(error) },
            'failed to notify clients of an expired session; retrying',
          ),
        )
      }
      if (due.length < page.length) return
    }
  }

  // If the store is unavailable, the next round tries again.
  const sweep = sharedRun(() => round().catch(() => {}))
  const timer = setInterval(() => void sweep(), interval).unref()
  void sweep()
  return {
    /** Checks for expired sessions once, unless another node has just done so. */
    sweep,
    async stop(): Promise<void> {
      clearInterval(timer)
      await sweep.ended()
    },
  }
}
