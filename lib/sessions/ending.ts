import { createHash } from 'node:crypto'
import type { Lifetimes } from '../../policies/lifetimes.ts'
import { readClient } from '../clients/client-record.ts'
import type { Client } from '../clients/client-record.ts'
import type { Delivery } from '../ports/deliveries.ts'
import type { Storage } from '../ports/storage.ts'
import { writeCondition } from './delivery-condition.ts'
import type { DeliveryWorker } from './delivery-worker.ts'
import { sessionsOf, sessionsUnder } from './session-registry.ts'
import type { BrowserSession } from './session-registry.ts'

/** A held delivery is looked at after this time if the node that put it has not said more. */
const HOLD_MS = 5_000
/** Seconds by which marks outlive what they mark, for nodes whose clocks differ. */
const MARGIN_SECONDS = 60

/** One client in one session that ends, with the channels it has. */
export interface EndedClient {
  readonly client: Client
  readonly session: string
  readonly sid: string
}

export interface Ended {
  readonly clients: readonly EndedClient[]
  /** Ids of the back-channel deliveries that are under way. */
  readonly deliveries: readonly Delivery[]
}

/**
 * Ends sessions so that every client hears of it, whatever dies in between (S8): the notifications are put first, held;
 * then the session ends in the store; then they are released. A node that dies before the end leaves held notices that
 * find their session alive and are dropped; one that dies after it leaves notices that any node sends.
 */
export interface SessionEnding {
  /** Ends one browser session. Its offline families live on by themselves (S3). */
  endSession(session: BrowserSession): Promise<Ended>
  /** Ends all that the subject holds, on all devices: sessions, refresh tokens, access tokens. */
  endEverything(subject: string): Promise<Ended & { readonly sessions: readonly BrowserSession[] }>
}

export function sessionEnding(storage: Storage, lifetimes: Lifetimes, worker: Pick<DeliveryWorker, 'wake'>, now: () => number): SessionEnding {
  const clientsOf = async (sessions: readonly BrowserSession[]): Promise<readonly EndedClient[]> => {
    const ids = [...new Set(sessions.flatMap(({ clients }) => clients.map(({ clientId }) => clientId)))]
    const records = new Map(await Promise.all(ids.map(async (id) => [id, await storage.clients.find(id)] as const)))
    return sessions.flatMap((session) => session.clients.flatMap(({ clientId, sid }) => {
      const record = records.get(clientId)
      return record === undefined ? [] : [{ client: readClient(record), session: session.uid, sid }]
    }))
  }

  const noticesFor = (subject: string, generation: number, clients: readonly EndedClient[]): readonly Delivery[] => clients.flatMap(({ client, session, sid }) => {
    if (client.backchannelLogoutUri === undefined || client.status !== 'active') return []
    return [{
      // The same end of the same session at the same client is one notice, however often it is begun.
      id: createHash('sha256').update(`${session} ${client.clientId}`).digest().subarray(0, 16).toString('base64url'),
      clientId: client.clientId, subject, session, sid, channel: 'backchannel' as const, uri: client.backchannelLogoutUri,
      state: 'held' as const, tries: 0, createdAt: now(), dueAt: now() + HOLD_MS, condition: writeCondition({ generation }),
    }]
  })

  const release = async (notices: readonly Delivery[]): Promise<void> => {
    if (notices.length === 0) return
    await storage.deliveries.release(notices.map(({ id }) => id), now())
    worker.wake()
  }

  const forget = async (subject: string, { key, uid }: BrowserSession): Promise<void> => {
    await storage.sessions.remove(key)
    await storage.sessions.unlink(subject, uid)
  }

  return {
    async endSession(session) {
      const { subject, uid } = session
      const { generation } = await storage.subjects.read(subject, uid)
      await storage.deliveries.put(noticesFor(subject, generation, await clientsOf([session])))
      await storage.subjects.endSession(subject, uid, sessionMarkMs(lifetimes))
      // A client that joined between the look and the step is found by looking once more.
      const late = (await sessionsUnder(storage, subject, generation)).filter((other) => other.uid === uid)
      const clients = await clientsOf(late.length > 0 ? late : [session])
      const deliveries = noticesFor(subject, generation, clients)
      await storage.deliveries.put(deliveries)
      await forget(subject, session)
      await release(deliveries)
      return { clients, deliveries }
    },

    async endEverything(subject) {
      const before = await sessionsOf(storage, subject)
      const { generation } = await storage.subjects.read(subject, '')
      await storage.deliveries.put(noticesFor(subject, generation, await clientsOf(before)))
      await storage.subjects.revoke(subject, subjectMarkMs(lifetimes))
      const late = await sessionsUnder(storage, subject, generation)
      const sessions = [...new Map([...before, ...late].map((session) => [session.uid, session])).values()]
      const clients = await clientsOf(sessions)
      const deliveries = noticesFor(subject, generation, clients)
      await storage.deliveries.put(deliveries)
      for (const session of sessions) await forget(subject, session)
      await release(deliveries)
      return { sessions, clients, deliveries }
    },
  }
}

/** The mark of an ended session stays as long as its record could: a record written by a slower request stays dead. */
function sessionMarkMs(lifetimes: Lifetimes): number {
  return 1000 * (Math.max(lifetimes.sessionAbsolute, lifetimes.accessToken + lifetimes.authorizationCode) + MARGIN_SECONDS)
}

/** Milliseconds that the mark of a subject must stay: the longest life of anything born under it. */
function subjectMarkMs(lifetimes: Lifetimes): number {
  return 1000 * (Math.max(lifetimes.refreshTokenAbsolute, lifetimes.sessionAbsolute, lifetimes.accessToken) + lifetimes.accessToken + MARGIN_SECONDS)
}
