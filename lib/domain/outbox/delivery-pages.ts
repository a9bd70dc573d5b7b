import type { Delivery, DeliveryStore } from '../../ports/deliveries.ts'
import { LEDGER_MS } from './delivery-attempt.ts'
import type { DeliveryWorker } from './delivery-worker.ts'

/** Maximum number of entries that a call reads in search of matches. */
const SCAN_MAX = 5_000
/** Maximum number of entries per store read. */
const PAGE = 500
/** How long a delivery stays leased while it is being rescheduled, in milliseconds. */
const HELD_MS = 15_000

export interface PageQuery {
  /** Where to continue: `next` from the previous page. */
  readonly before?: string | undefined
  readonly limit: number
}

export interface DeliveryPage<Entry> {
  readonly entries: readonly Entry[]
  /** Where the next page starts; absent at the end. A page can be short or empty and still be followed by another. */
  readonly next?: string
}

export const cursorOf = ({ createdAt, id }: Pick<Delivery, 'createdAt' | 'id'>): string => `${createdAt}.${id}`

/** The store lists entries by time. Several can have the same time, so those already listed are reread and skipped. */
async function readPage(
  deliveries: Pick<DeliveryStore, 'list'>,
  before: string | undefined,
  limit: number,
): Promise<readonly Delivery[]> {
  const [, time, id] = /^(\d{1,15})\.(.+)$/.exec(before ?? '') ?? []
  if (time === undefined) return deliveries.list(undefined, limit)
  const at = Number(time)
  for (let size = limit + 1; ; size *= 2) {
    const found = await deliveries.list(at + 1, size)
    const place = found.findIndex((delivery) => delivery.id === id)
    // The last listed entry may have expired in the meantime. If so, start with the first older entry.
    const start = place >= 0 ? place + 1 : found.findIndex(({ createdAt }) => createdAt < at)
    if (found.length < size || (start >= 0 && found.length - start >= limit))
      return start < 0 ? [] : found.slice(start, start + limit)
  }
}

/**
 * Lists ledger entries, newest first. @param pick returns the entry, or undefined to skip the delivery
 * @param expects `most` if most deliveries will match, so that only `limit` are read
 */
export async function listDeliveries<Entry>(
  deliveries: Pick<DeliveryStore, 'list'>,
  { before, limit }: PageQuery,
  pick: (delivery: Delivery) => Entry | undefined,
  expects: 'most' | 'some' = 'some',
): Promise<DeliveryPage<Entry>> {
  const size = expects === 'most' ? Math.min(limit, PAGE) : PAGE
  const entries: Entry[] = []
  let cursor = before
  for (let scanned = 0; scanned < SCAN_MAX; ) {
    const found = await readPage(deliveries, cursor, size)
    for (const delivery of found) {
      cursor = cursorOf(delivery)
      const entry = pick(delivery)
      if (entry !== undefined) entries.push(entry)
      if (entries.length === limit) return { entries, next: cursor }
    }
    if (found.length < size) return { entries }
    scanned += found.length
  }
  return { entries, ...(cursor === undefined ? {} : { next: cursor }) }
}

export interface RetryParts {
  readonly deliveries: DeliveryStore
  readonly worker: Pick<DeliveryWorker, 'wake'>
  readonly now: () => number
}

/** `underway`: a worker has leased the delivery, or the delivery is waiting for its session to end. */
export type RetryOutcome = 'queued' | 'delivered' | 'underway' | 'missing'

export async function retryDelivery(
  { deliveries, worker, now }: RetryParts,
  channel: Delivery['channel'],
  id: string,
): Promise<RetryOutcome> {
  const found = await deliveries.find(id)
  if (found?.channel !== channel) return 'missing'
  if (found.state === 'delivered') return 'delivered'
  if (found.state === 'held' || found.state === 'leased') return 'underway'
  // A waiting delivery is leased first, so that no worker picks it up while it is being rescheduled.
  const [waiting] = found.state === 'due' ? await deliveries.leaseThese([id], now(), HELD_MS) : [found]
  if (waiting === undefined) return 'underway'
  await deliveries.complete({ ...waiting, state: 'due', dueAt: now() }, LEDGER_MS)
  worker.wake()
  return 'queued'
}

/** When the next attempt is due; absent once the delivery is finished. */
export const nextTry = ({ state, dueAt }: Delivery): { readonly nextTryAt?: number } =>
  state === 'due' || state === 'held' || state === 'leased' ? { nextTryAt: dueAt } : {}
