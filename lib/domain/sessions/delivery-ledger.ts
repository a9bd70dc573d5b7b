import { randomBytes } from 'node:crypto'
import type { Delivery, LogoutNotice } from '../../ports/deliveries.ts'
import type { Storage } from '../../ports/storage.ts'
import { findClient } from '../clients/client-record.ts'
import {
  type DeliveryPage,
  listDeliveries,
  nextTry,
  type PageQuery,
  type RetryOutcome,
  retryDelivery,
} from '../outbox/delivery-pages.ts'
import type { DeliveryWorker } from '../outbox/delivery-worker.ts'
import { type DeliveryCondition, readCondition, writeCondition } from './session-ended.ts'

/** How long a test waits for the response: enough for a lease, an attempt that times out, and a margin. */
const TEST_MS = 15_000

/** A logout notification in the ledger. Times are in milliseconds since the epoch. */
export interface LedgerEntry extends Omit<LogoutNotice, 'condition' | 'dueAt'> {
  /** `test`: an administrator sent the notification for a session that does not exist. */
  readonly occasion: DeliveryCondition['kind']
  /** When the next attempt is due; absent once the delivery is finished. */
  readonly nextTryAt?: number
}

export interface LedgerQuery extends PageQuery {
  readonly clientId?: string | undefined
  readonly state?: Delivery['state'] | readonly Delivery['state'][] | undefined
}

export type LedgerPage = DeliveryPage<LedgerEntry>

/** Logout notifications that were sent, are waiting, or failed, for the panel and the host. */
export interface Deliveries {
  /** Lists the newest entries first. */
  list(query: LedgerQuery): Promise<LedgerPage>
  /** Returns the logout notification with this ID; undefined if there is none. */
  find(id: string): Promise<LedgerEntry | undefined>
  /** Retries immediately. `underway`: a worker has leased the delivery, or its session has not ended yet. */
  retry(id: string): Promise<RetryOutcome>
  /** Sends a logout token for a session that does not exist, and returns the client's response. */
  sendTest(
    clientId: string,
  ): Promise<
    { readonly outcome: 'tried'; readonly entry: LedgerEntry } | { readonly outcome: 'missing' | 'no-channel' }
  >
}

export function deliveryLedger(storage: Storage, worker: DeliveryWorker, now: () => number): Deliveries {
  const { deliveries } = storage
  const find: Deliveries['find'] = async (id) => {
    const found = await deliveries.find(id)
    return found?.channel === 'backchannel' ? entryOf(found) : undefined
  }
  return {
    find,
    retry: (id) => retryDelivery({ deliveries, worker, now }, 'backchannel', id),
    list({ clientId, state, ...query }) {
      const states = state === undefined ? undefined : [state].flat()
      return listDeliveries(
        deliveries,
        query,
        (delivery) =>
          delivery.channel === 'backchannel' &&
          (clientId === undefined || delivery.clientId === clientId) &&
          (states?.includes(delivery.state) ?? true)
            ? entryOf(delivery)
            : undefined,
        clientId === undefined && states === undefined ? 'most' : 'some',
      )
    },
    async sendTest(clientId) {
      const client = await findClient(storage.clients, clientId)
      if (client === undefined) return { outcome: 'missing' }
      const uri = client.backchannelLogoutUri
      if (uri === undefined) return { outcome: 'no-channel' }
      // Random values, so that no receiver can match them to an existing session or subject.
      const [id, session] = [randomBytes(16).toString('base64url'), `test-${randomBytes(16).toString('base64url')}`]
      const delivery: LogoutNotice = {
        id,
        clientId,
        subject: session,
        session,
        sid: session,
        channel: 'backchannel',
        uri,
        state: 'due',
        tries: 0,
        createdAt: now(),
        dueAt: now(),
        condition: writeCondition({ kind: 'test' }),
      }
      await deliveries.put([delivery])
      worker.wake()
      await worker.resolved([id], TEST_MS)
      return { outcome: 'tried', entry: (await find(id)) ?? entryOf(delivery) }
    },
  }
}

function entryOf(notice: LogoutNotice): LedgerEntry {
  const { condition: _condition, dueAt: _due, ...rest } = notice
  return { ...rest, occasion: readCondition(notice).kind, ...nextTry(notice) }
}
