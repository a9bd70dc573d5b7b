import type { Delivery, DeliveryStore } from '../../ports/deliveries.ts'
import { LEDGER_MS } from './delivery-attempt.ts'
import type { DeliveryWorker } from './delivery-worker.ts'

/** Entries that one call reads to find those that match. */
const SCAN_MAX = 5_000
/** Entries read from the store at a time, at most. */
const PAGE = 500
/** How long a delivery is held while it is rescheduled, in milliseconds. */
const HELD_MS = 15_000

export interface PageQuery {
  /** Where to continue: `next` of the page before. */
  readonly before?: string | undefined
  readonly limit: number
}

export interface DeliveryPage<Entry> {
  readonly entries: readonly Entry[]
  /** Where the next page begins; absent at the end. A page may be short, or empty, and still have a next one. */
  readonly next?: string
}

/** Where the ledger goes on after an entry. */
export const cursorOf = ({ createdAt, id }: Pick<Delivery, 'createdAt' | 'id'>): string => `${createdAt}.${id}`

/** The store pages by time, and all notifications of one logout share theirs: entries of that time are read again and skipped. */
async function readPage(
  deliveries: DeliveryStore,
  before: string | undefined,
  limit: number,
): Promise<readonly Delivery[]> {
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

/**
 * What is in the ledger, newest first. @param pick the entry to be listed; undefined passes over the delivery
 * @param expects whether most deliveries are picked: of what need not be searched for, no more is read than is asked for
 */
export async function listDeliveries<Entry>(
  deliveries: DeliveryStore,
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

/** `underway`: a worker holds it, or it waits for its session to end. */
export type RetryOutcome = 'queued' | 'delivered' | 'underway' | 'missing'

/** Makes a delivery of a channel due now. */
export async function retryDelivery(
  { deliveries, worker, now }: RetryParts,
  channel: Delivery['channel'],
  id: string,
): Promise<RetryOutcome> {
  const found = await deliveries.find(id)
  if (found?.channel !== channel) return 'missing'
  if (found.state === 'delivered') return 'delivered'
  if (found.state === 'held' || found.state === 'leased') return 'underway'
  // A waiting one is leased first, so that no worker holds it while it is rescheduled.
  const [waiting] = found.state === 'due' ? await deliveries.leaseThese([id], now(), HELD_MS) : [found]
  if (waiting === undefined) return 'underway'
  await deliveries.settle({ ...waiting, state: 'due', dueAt: now() }, LEDGER_MS)
  worker.wake()
  return 'queued'
}

/** The time of the next attempt; absent once the delivery is finished. */
export const nextTry = ({ state, dueAt }: Delivery): { readonly nextTryAt?: number } =>
  state === 'due' || state === 'held' || state === 'leased' ? { nextTryAt: dueAt } : {}
