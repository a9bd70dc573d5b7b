import type { LogoutNotice } from '../../ports/deliveries.ts'
import type { Storage } from '../../ports/storage.ts'
import { type Client, findClient } from '../clients/client-record.ts'
import { digestOf } from '../keys/digest.ts'
import type { DeliveryWorker } from '../outbox/delivery-worker.ts'
import { type DeliveryCondition, HOLD_MS, writeCondition } from './session-ended.ts'
import type { BrowserSession } from './session-registry.ts'

export interface EndedClient {
  readonly client: Client
  readonly session: BrowserSession
  readonly sid: string
}

export interface Ended {
  readonly clients: readonly EndedClient[]
  /** The back-channel deliveries that were queued. */
  readonly deliveries: readonly LogoutNotice[]
}

/** Empty if the client gets no notifications. @param occasion distinguishes a client's notifications in a session */
function deliveryTo(
  { client, session, sid }: EndedClient,
  occasion: string,
  condition: DeliveryCondition,
  at: number,
): readonly LogoutNotice[] {
  if (client.backchannelLogoutUri === undefined || client.status !== 'active') return []
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

/** Notifies clients when sessions end. Notifications are held in the queue until the session has ended. */
export function endingNotices(storage: Storage, worker: Pick<DeliveryWorker, 'wake'>, now: () => number) {
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

  const put = async (clients: readonly EndedClient[], deliveries: readonly LogoutNotice[]): Promise<Ended> => {
    if (deliveries.length > 0) await storage.deliveries.put(deliveries)
    return { clients, deliveries }
  }

  return {
    /** Queues one notification per client and session, even if ending the session is attempted several times. */
    async hold(sessions: readonly BrowserSession[]): Promise<Ended> {
      const clients = await clientsOf(sessions)
      const ofSession = ({ session: { generation } }: EndedClient) => ({ kind: 'session-end', generation }) as const
      return put(
        clients,
        clients.flatMap((ended) => deliveryTo(ended, '', ofSession(ended), now())),
      )
    },
    /**
     * Queues one notification per session for access that ends after the last sign-in to the client, even if this is
     * retried after a crash, or repeated. @param current the client's revocation version now, for entries without one
     */
    holdAt(client: Client, sessions: readonly BrowserSession[], current: number): Promise<Ended> {
      const joined = sessions.flatMap((session) =>
        session.clients
          .filter(({ clientId }) => clientId === client.clientId)
          .map(({ sid, accessVersion: version = current }) => ({ client, session, sid, version })),
      )
      const deliveries = joined.flatMap(({ version: clientGeneration, ...ended }) => {
        const { generation } = ended.session
        return deliveryTo(
          ended,
          `access ${clientGeneration}`,
          { kind: 'access-end', clientGeneration, generation },
          now(),
        )
      })
      return put(joined, deliveries)
    },
    async release({ deliveries }: Ended): Promise<void> {
      if (deliveries.length === 0) return
      await storage.deliveries.release(
        deliveries.map(({ id }) => id),
        now(),
      )
      worker.wake()
    },
  }
}
