import { randomBytes } from 'node:crypto'
import type { Delivery } from '../../ports/deliveries.ts'
import type { Storage } from '../../ports/storage.ts'
import { findClient } from '../clients/client-record.ts'
import { type DeliveryCondition, readCondition, writeCondition } from './delivery-condition.ts'
import { LEDGER_MS } from './delivery-retry.ts'
import type { DeliveryWorker } from './delivery-worker.ts'

/** How long a test waits for its answer: a lease, an attempt with its timeout, and a margin. */
const TEST_MS = 15_000
/** Entries that one call reads to find those that match. */
const SCAN_MAX = 5_000
/** Entries read from the store at a time, at most. */
const PAGE = 500

/** A logout notification in the ledger. Times in milliseconds since the epoch. */
export interface LedgerEntry extends Omit<Delivery, 'condition' | 'dueAt'> {
  /** `test`: sent by an administrator, for a session that does not exist. */
  readonly occasion: DeliveryCondition['kind']
  /** When it is retried; absent once it is finished. */
  readonly nextTryAt?: number
}

export interface LedgerQuery {
  /** Where to continue: `next` of the page before. */
  readonly before?: string | undefined
  readonly limit: number
  readonly clientId?: string | undefined
  readonly state?: Delivery['state'] | readonly Delivery['state'][] | undefined
}

export interface LedgerPage {
  readonly entries: readonly LedgerEntry[]
  /** Where the next page begins; absent at the end. A page may be short, or empty, and still have a next one. */
  readonly next?: string
}

/** Logout notifications, for the panel and the host: sent, waiting, failed. */
export interface Deliveries {
  /** Newest first. */
  list(query: LedgerQuery): Promise<LedgerPage>
  find(id: string): Promise<LedgerEntry | undefined>
  /** Retries now. `underway`: a worker holds it, or it waits for its session to end. */
  retry(id: string): Promise<'queued' | 'delivered' | 'underway' | 'missing'>
  /** Sends one logout token for a session that does not exist, and reports the client's answer. */
  sendTest(
    clientId: string,
  ): Promise<
    { readonly outcome: 'tried'; readonly entry: LedgerEntry } | { readonly outcome: 'missing' | 'no-channel' }
  >
}

export function deliveryLedger(storage: Storage, worker: DeliveryWorker, now: () => number): Deliveries {
  const { deliveries } = storage

  /** The store pages by time, and all notifications of one logout share theirs: entries of that time are read again and skipped. */
  const page = async (before: string | undefined, limit: number): Promise<readonly Delivery[]> => {
    const [, time, id] = /^(\d{1,15})\.(.+)$/.exec(before ?? '') ?? []
    if (time === undefined) return deliveries.list(undefined, limit)
    const at = Number(time)
    for (let size = limit + 1; ; size *= 2) {
      const found = await deliveries.list(at + 1, size)
      const place = found.findIndex((delivery) => delivery.id === id)
      // The entry may have expired since; then everything that is older follows.
      const start = place >= 0 ? place + 1 : found.findIndex(({ createdAt }) => createdAt < at)
      if (found.length < size || (start >= 0 && found.length - start >= limit))
        return start < 0 ? [] : found.slice(start, start + limit)
    }
  }

  const retry: Deliveries['retry'] = async (id) => {
    const found = await deliveries.find(id)
    if (found === undefined) return 'missing'
    if (found.state === 'delivered') return 'delivered'
    if (found.state === 'held' || found.state === 'leased') return 'underway'
    // A waiting one is leased first, so that no worker holds it while it is rescheduled.
    const [waiting] = found.state === 'due' ? await deliveries.leaseThese([id], now(), TEST_MS) : [found]
    if (waiting === undefined) return 'underway'
    await deliveries.settle({ ...waiting, state: 'due', dueAt: now() }, LEDGER_MS)
    worker.wake()
    return 'queued'
  }

  return {
    retry,
    async list({ before, limit, clientId, state }) {
      const states = state === undefined ? undefined : [state].flat()
      const matches = (delivery: Delivery): boolean =>
        (clientId === undefined || delivery.clientId === clientId) && (states?.includes(delivery.state) ?? true)
      // Of what need not be searched for, no more is read than is asked for.
      const size = clientId === undefined && states === undefined ? Math.min(limit, PAGE) : PAGE
      const entries: LedgerEntry[] = []
      let cursor = before
      for (let scanned = 0; scanned < SCAN_MAX; ) {
        const found = await page(cursor, size)
        for (const delivery of found) {
          cursor = cursorOf(delivery)
          if (matches(delivery)) entries.push(entryOf(delivery))
          if (entries.length === limit) return { entries, next: cursor }
        }
        if (found.length < size) return { entries }
        scanned += found.length
      }
      return { entries, ...(cursor === undefined ? {} : { next: cursor }) }
    },
    async find(id) {
      const found = await deliveries.find(id)
      return found === undefined ? undefined : entryOf(found)
    },
    async sendTest(clientId) {
      const client = await findClient(storage.clients, clientId)
      if (client === undefined) return { outcome: 'missing' }
      const uri = client.backchannelLogoutUri
      if (uri === undefined) return { outcome: 'no-channel' }
      // Random, so that no receiver can take it for a session or subject that it knows.
      const [id, session] = [randomBytes(16).toString('base64url'), `test-${randomBytes(16).toString('base64url')}`]
      const delivery: Delivery = {
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
      return { outcome: 'tried', entry: entryOf((await deliveries.find(id)) ?? delivery) }
    },
  }
}

/** Where the ledger goes on after an entry. */
export const cursorOf = ({ createdAt, id }: Pick<Delivery, 'createdAt' | 'id'>): string => `${createdAt}.${id}`

function entryOf(delivery: Delivery): LedgerEntry {
  const { condition: _condition, dueAt, ...rest } = delivery
  const waits = delivery.state === 'due' || delivery.state === 'held' || delivery.state === 'leased'
  return { ...rest, occasion: readCondition(delivery).kind, ...(waits ? { nextTryAt: dueAt } : {}) }
}
