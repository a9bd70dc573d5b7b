import { createHash } from 'node:crypto'
import type { Lifetimes } from '../../../policies/lifetimes.ts'
import type { Delivery } from '../../ports/deliveries.ts'
import type { Storage } from '../../ports/storage.ts'
import { type Client, findClient } from '../clients/client-record.ts'
import { HOLD_MS, writeCondition } from './delivery-condition.ts'
import type { DeliveryWorker } from './delivery-worker.ts'
import { type BrowserSession, knownSession, knownSessions, sessionsOf } from './session-registry.ts'

/** Seconds by which marks outlive what they mark, for nodes whose clocks differ. */
const MARGIN_SECONDS = 60

/** One client in one session that ends, with the channels it has. */
export interface EndedClient {
  readonly client: Client
  readonly session: BrowserSession
  readonly sid: string
}

export interface Ended {
  readonly clients: readonly EndedClient[]
  /** The back-channel deliveries that are under way. */
  readonly deliveries: readonly Delivery[]
}

/**
 * Ends sessions so that every client hears of it, whatever dies in between (S8): the notifications are put first, held;
 * then the session ends in the store; then they are released. A node that dies before the end leaves held notices that
 * wait for their session to end after all; one that dies after it leaves notices that any node finds ended and sends.
 */
export interface SessionEnding {
  /** Ends one browser session. Its offline families live on by themselves (S3). */
  endSession(session: BrowserSession): Promise<Ended>
  /** Ends all that the subject holds, on all devices: sessions, refresh tokens, access tokens. */
  endEverything(subject: string): Promise<Ended & { readonly sessions: readonly BrowserSession[] }>
  /** Tells the clients of a session that is over by time, and forgets it. Tokens keep their own times. */
  notifyExpired(session: BrowserSession): Promise<void>
}

export function sessionEnding(
  storage: Storage,
  lifetimes: Lifetimes,
  worker: Pick<DeliveryWorker, 'wake'>,
  now: () => number,
): SessionEnding {
  const clientsOf = async (sessions: readonly BrowserSession[]): Promise<readonly EndedClient[]> => {
    const ids = [...new Set(sessions.flatMap(({ clients }) => clients.map(({ clientId }) => clientId)))]
    const found = new Map(
      await Promise.all(ids.map(async (id) => [id, await findClient(storage.clients, id)] as const)),
    )
    return sessions.flatMap((session) =>
      session.clients.flatMap(({ clientId, sid }) => {
        const client = found.get(clientId)
        return client === undefined ? [] : [{ client, session, sid }]
      }),
    )
  }

  /** Puts what the clients of these sessions must hear, held until `release`. Clients that are disabled are not called. */
  const hold = async (sessions: readonly BrowserSession[]): Promise<Ended> => {
    const clients = await clientsOf(sessions)
    const at = now()
    const deliveries = clients.flatMap(({ client, session, sid }): Delivery[] => {
      if (client.backchannelLogoutUri === undefined || client.status !== 'active') return []
      return [
        {
          // The same end of the same session at the same client is one notice, however often it is begun.
          id: createHash('sha256')
            .update(`${session.uid} ${client.clientId}`)
            .digest()
            .subarray(0, 16)
            .toString('base64url'),
          clientId: client.clientId,
          subject: session.subject,
          session: session.uid,
          sid,
          channel: 'backchannel',
          uri: client.backchannelLogoutUri,
          state: 'held',
          tries: 0,
          createdAt: at,
          dueAt: at + HOLD_MS,
          condition: writeCondition({ kind: 'session-end', generation: session.generation }),
        },
      ]
    })
    if (deliveries.length > 0) await storage.deliveries.put(deliveries)
    return { clients, deliveries }
  }

  const release = async ({ deliveries }: Ended): Promise<void> => {
    if (deliveries.length === 0) return
    await storage.deliveries.release(
      deliveries.map(({ id }) => id),
      now(),
    )
    worker.wake()
  }

  const forget = async ({ subject, key, uid }: BrowserSession): Promise<void> => {
    await storage.sessions.remove(key)
    await storage.sessions.unlink(subject, uid)
  }

  return {
    async endSession(session) {
      const { subject, uid } = session
      await hold([session])
      await storage.subjects.endSession(subject, uid, sessionMarkMs(lifetimes))
      // A client that joined between the look and the step is found by looking once more.
      const last = (await knownSession(storage, subject, uid)) ?? session
      const ended = await hold([last])
      await release(ended)
      await forget(last)
      return ended
    },

    async endEverything(subject) {
      const before = await sessionsOf(storage, subject)
      await hold(before)
      const generation = await storage.subjects.revoke(subject)
      const last = (await knownSessions(storage, subject)).filter((session) => session.generation < generation)
      const sessions = [...new Map([...before, ...last].map((session) => [session.uid, session])).values()]
      const ended = await hold(sessions)
      await release(ended)
      await Promise.all(sessions.map(forget))
      return { sessions, ...ended }
    },

    async notifyExpired(session) {
      const ended = await hold([session])
      await release(ended)
      await forget(session)
    },
  }
}

/** The mark of an ended session stays as long as its record could: a record written by a slower request stays dead. */
function sessionMarkMs(lifetimes: Lifetimes): number {
  return (
    1000 * (Math.max(lifetimes.sessionAbsolute, lifetimes.accessToken + lifetimes.authorizationCode) + MARGIN_SECONDS)
  )
}
