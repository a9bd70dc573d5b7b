import type { Lifetimes } from '../../../policies/lifetimes.ts'
import type { LogoutNotice } from '../../ports/deliveries.ts'
import type { Storage } from '../../ports/storage.ts'
import { type Client, findClient } from '../clients/client-record.ts'
import { digestOf } from '../keys/digest.ts'
import type { DeliveryWorker } from '../outbox/delivery-worker.ts'
import { type DeliveryCondition, HOLD_MS, writeCondition } from './session-ended.ts'
import { type BrowserSession, knownSession, knownSessions, sessionsOf } from './session-registry.ts'

/** Seconds by which a mark outlives what it marks, for nodes whose clocks differ. */
const MARGIN_SECONDS = 60

/** One client in one session that ends, with the channels it has. */
export interface EndedClient {
  readonly client: Client
  readonly session: BrowserSession
  readonly sid: string
}

export interface Ended {
  readonly clients: readonly EndedClient[]
  /** The back-channel deliveries that were put. */
  readonly deliveries: readonly LogoutNotice[]
}

/**
 * Ends sessions so that every client is notified, whichever node crashes in between (D-S8): the notifications are put first,
 * held; then the session ends in the store; then they are released. A crash before the end leaves held notifications that
 * wait for their session to end; a crash after it leaves notifications that any node finds due and sends.
 */
export interface SessionEnding {
  /** Ends one browser session. Its families with `offline_access` live on (D-S3), unless its tokens are to end too. */
  endSession(session: BrowserSession, tokens?: 'live-on' | 'end'): Promise<Ended>
  /** Ends all that the subject holds, on all devices: sessions, refresh tokens, access tokens. */
  endEverything(subject: string): Promise<Ended & { readonly sessions: readonly BrowserSession[] }>
  /** Ends all that one client holds for the subject, and notifies it for each session; the sessions themselves live on. */
  endAtClient(subject: string, client: Client): Promise<readonly LogoutNotice[]>
  /** Notifies the clients of an expired session, and removes it. Tokens keep their own lifetimes. */
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

  /** A notification, held. Disabled clients get none. @param occasion tells apart what may happen to one session more than once */
  const deliveryTo = (
    { client, session, sid }: EndedClient,
    occasion: string,
    condition: DeliveryCondition,
  ): readonly LogoutNotice[] => {
    if (client.backchannelLogoutUri === undefined || client.status !== 'active') return []
    const at = now()
    return [
      {
        id: digestOf([session.uid, client.clientId, occasion].join(' '), 16),
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
        condition: writeCondition(condition),
      },
    ]
  }

  /** Puts the notifications for the clients of these sessions, held until `release`. */
  const hold = async (sessions: readonly BrowserSession[]): Promise<Ended> => {
    const clients = await clientsOf(sessions)
    const deliveries = clients.flatMap((ended) =>
      // The end of a session at a client is one notification, however often it is begun.
      deliveryTo(ended, '', { kind: 'session-end', generation: ended.session.generation }),
    )
    if (deliveries.length > 0) await storage.deliveries.put(deliveries)
    return { clients, deliveries }
  }

  /** The same for one client that the user has lost. */
  const holdAt = async (
    client: Client,
    sessions: readonly BrowserSession[],
    clientGeneration: number,
  ): Promise<Ended> => {
    const joined = sessions.flatMap((session) =>
      session.clients
        .filter(({ clientId }) => clientId === client.clientId)
        .map(({ sid }) => ({ client, session, sid })),
    )
    const deliveries = joined.flatMap((ended) =>
      // Whoever gets the app back in the same session may lose it again.
      deliveryTo(ended, `access ${clientGeneration}`, {
        kind: 'access-end',
        clientGeneration,
        generation: ended.session.generation,
      }),
    )
    if (deliveries.length > 0) await storage.deliveries.put(deliveries)
    return { clients: joined, deliveries }
  }

  const release = async ({ deliveries }: Ended): Promise<void> => {
    if (deliveries.length === 0) return
    await storage.deliveries.release(
      deliveries.map(({ id }) => id),
      now(),
    )
    worker.wake()
  }

  const remove = async ({ subject, key, uid }: BrowserSession): Promise<void> => {
    await storage.sessions.remove(key)
    await storage.sessions.unlink(subject, uid)
  }

  return {
    async endSession(session, tokens = 'live-on') {
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

    async endEverything(subject) {
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

    async endAtClient(subject, client) {
      const { clientGeneration } = await storage.subjects.read(subject, undefined, client.clientId)
      await holdAt(client, await sessionsOf(storage, subject), clientGeneration)
      await storage.subjects.revokeClient(subject, client.clientId)
      // One that joined between the read and this step is found by reading once more.
      const ended = await holdAt(client, await sessionsOf(storage, subject), clientGeneration)
      await release(ended)
      return ended.deliveries
    },

    async notifyExpired(session) {
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
