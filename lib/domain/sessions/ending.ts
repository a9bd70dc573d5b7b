import type { Lifetimes } from '../../../policies/lifetimes.ts'
import type { LogoutNotice } from '../../ports/deliveries.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Client } from '../clients/client-record.ts'
import type { DeliveryWorker } from '../outbox/delivery-worker.ts'
import { type Ended, endingNotices } from './ending-notices.ts'
import { type BrowserSession, knownSession, knownSessions, sessionsOf } from './session-registry.ts'

/** Seconds by which a mark outlives what it marks, for nodes whose clocks differ. */
const MARGIN_SECONDS = 60

/**
 * Ends sessions so that every client is notified, whichever node crashes in between (D-S8): the notifications are put first,
 * held; then the session ends in the store; then they are released. A crash before the end leaves held notifications that
 * wait for their session to end; a crash after it leaves notifications that any node finds due and sends.
 */
export type SessionEnding = ReturnType<typeof sessionEnding>

export function sessionEnding(
  storage: Storage,
  lifetimes: Lifetimes,
  worker: Pick<DeliveryWorker, 'wake'>,
  now: () => number,
) {
  const { hold, holdAt, release } = endingNotices(storage, worker, now)
  const remove = async ({ subject, key, uid }: BrowserSession): Promise<void> => {
    await storage.sessions.remove(key)
    await storage.sessions.unlink(subject, uid)
  }

  return {
    /** Ends one browser session. Its families with `offline_access` live on (D-S3), unless its tokens are to end too. */
    async endSession(session: BrowserSession, tokens: 'live-on' | 'end' = 'live-on'): Promise<Ended> {
      const { subject, uid } = session
      await hold([session])
      if (tokens === 'end') await storage.subjects.revokeSession(subject, uid, tokenMarkMs(lifetimes))
      else await storage.subjects.endSession(subject, uid, sessionMarkMs(lifetimes))
      // A client that joined between the read and this step is found by reading once more.
      const last = (await knownSession(storage, subject, uid)) ?? session
      const ended = await hold([last])
      await release(ended)
      await remove(last)
      return ended
    },

    /** Ends all that the subject holds, on all devices: sessions, refresh tokens, access tokens. */
    async endEverything(subject: string): Promise<Ended & { readonly sessions: readonly BrowserSession[] }> {
      const before = await sessionsOf(storage, subject)
      await hold(before)
      const generation = await storage.subjects.revoke(subject)
      const last = (await knownSessions(storage, subject)).filter((session) => session.generation < generation)
      const sessions = [...new Map([...before, ...last].map((session) => [session.uid, session])).values()]
      const ended = await hold(sessions)
      await release(ended)
      await Promise.all(sessions.map(remove))
      return { sessions, ...ended }
    },

    /** Ends all that one client holds for the subject, and notifies it for each session; the sessions themselves live on. */
    async endAtClient(subject: string, client: Client): Promise<readonly LogoutNotice[]> {
      const { clientGeneration } = await storage.subjects.read(subject, undefined, client.clientId)
      await holdAt(client, await sessionsOf(storage, subject), clientGeneration)
      await storage.subjects.revokeClient(subject, client.clientId)
      // One that joined between the read and this step is found by reading once more.
      const ended = await holdAt(client, await sessionsOf(storage, subject), clientGeneration)
      await release(ended)
      return ended.deliveries
    },

    /** Notifies the clients of an expired session, and removes it. Tokens keep their own lifetimes. */
    async notifyExpired(session: BrowserSession): Promise<void> {
      const ended = await hold([session])
      await release(ended)
      await remove(session)
    },
  }
}

/** The mark of an ended session is kept as long as its record could live: a record written by a slower request stays ended. */
function sessionMarkMs(lifetimes: Lifetimes): number {
  return (
    1000 * (Math.max(lifetimes.sessionAbsolute, lifetimes.accessToken + lifetimes.authorizationCode) + MARGIN_SECONDS)
  )
}

/** The mark of revoked tokens is kept as long as any of them could live. */
export function tokenMarkMs(lifetimes: Lifetimes): number {
  return Math.max(
    sessionMarkMs(lifetimes),
    1000 * (lifetimes.refreshTokenAbsolute + lifetimes.accessToken + MARGIN_SECONDS),
  )
}
