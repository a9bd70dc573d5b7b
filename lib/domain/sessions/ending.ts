import type { Lifetimes } from '../../../policies/lifetimes.ts'
import type { LogoutNotice } from '../../ports/deliveries.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Client } from '../clients/client-record.ts'
import type { DeliveryWorker } from '../outbox/delivery-worker.ts'
import { type Ended, endingNotices } from './ending-notices.ts'
import { type BrowserSession, knownSession, knownSessions, sessionsOf } from './session-registry.ts'

/** Extra seconds for which a mark outlives its session or tokens, in case the nodes' clocks differ. */
const MARGIN_SECONDS = 60

/**
 * Ends sessions so that every client is notified even if a node crashes (D-S8). Notifications are queued as held, the
 * session is ended in the store, and then the notifications are released. If the node crashes before it ends the
 * session, they stay held until the session ends; if it crashes later, any node finds that they are due and sends them.
 */
export type SessionEnding = ReturnType<typeof sessionEnding>

export type EndedSessions = Ended & { readonly sessions: readonly BrowserSession[] }

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
    /** Ends one browser session. Its token families with `offline_access` live on (D-S3), unless `tokens` is `end`. */
    async endSession(session: BrowserSession, tokens: 'live-on' | 'end' = 'live-on'): Promise<Ended> {
      const { subject, uid } = session
      await hold([session])
      if (tokens === 'end') await storage.subjects.revokeSession(subject, uid, tokenMarkMs(lifetimes))
      else await storage.subjects.endSession(subject, uid, sessionMarkMs(lifetimes))
      // This second read finds clients that joined the session since the first read.
      const last = (await knownSession(storage, subject, uid)) ?? session
      const ended = await hold([last])
      await release(ended)
      await remove(last)
      return ended
    },

    /**
     * Ends all of the subject's sessions, refresh tokens and access tokens, on all devices.
     * @param noted called with what ended, before its records are removed; an interrupted call is repeated with them
     */
    async endEverything(
      subject: string,
      noted: (ended: EndedSessions) => Promise<void> = async () => {},
    ): Promise<EndedSessions> {
      const before = await sessionsOf(storage, subject)
      await hold(before)
      const generation = await storage.subjects.revoke(subject)
      const last = (await knownSessions(storage, subject)).filter((session) => session.generation < generation)
      const sessions = [...new Map([...before, ...last].map((session) => [session.uid, session])).values()]
      const ended = await hold(sessions)
      await release(ended)
      await noted({ sessions, ...ended })
      await Promise.all(sessions.map(remove))
      return { sessions, ...ended }
    },

    /** Ends the subject's access to a client and notifies the client for each session. The sessions live on. */
    async endAtClient(subject: string, client: Client): Promise<readonly LogoutNotice[]> {
      const { clientGeneration } = await storage.subjects.read(subject, undefined, client.clientId)
      await holdAt(client, await sessionsOf(storage, subject), clientGeneration)
      await storage.subjects.revokeClient(subject, client.clientId)
      // This second read finds sessions that the client joined since the first read.
      const ended = await holdAt(client, await sessionsOf(storage, subject), clientGeneration)
      await release(ended)
      return ended.deliveries
    },

    /** Notifies an expired session's clients and removes the session. Its tokens keep their own lifetimes. */
    async notifyExpired(session: BrowserSession): Promise<void> {
      const ended = await hold([session])
      await release(ended)
      await remove(session)
    },
  }
}

/** An ended session stays marked for as long as its record can live, because a slow request may rewrite the record. */
function sessionMarkMs(lifetimes: Lifetimes): number {
  return (
    1000 * (Math.max(lifetimes.sessionAbsolute, lifetimes.accessToken + lifetimes.authorizationCode) + MARGIN_SECONDS)
  )
}

/** How long tokens stay marked as revoked: their longest possible lifetime. */
export function tokenMarkMs(lifetimes: Lifetimes): number {
  return Math.max(
    sessionMarkMs(lifetimes),
    1000 * (lifetimes.refreshTokenAbsolute + lifetimes.accessToken + MARGIN_SECONDS),
  )
}
