import type { LetterKind } from '../../../policies/letters.ts'
import type { Delivery, DeliveryStore, QueuedLetter } from '../../ports/deliveries.ts'
import {
  type DeliveryPage,
  listDeliveries,
  nextTry,
  type PageQuery,
  type RetryOutcome,
  retryDelivery,
} from '../outbox/delivery-pages.ts'
import type { DeliveryWorker } from '../outbox/delivery-worker.ts'
import type { LetterOutbox } from './letter-outbox.ts'

/** How long a test waits for the server's response, in milliseconds: an attempt with its timeout, and a margin. */
const TEST_MS = 14_000

/** An email in the ledger, without email address, link and text. Times in milliseconds since the epoch. */
export interface LetterEntry extends Omit<QueuedLetter, 'about' | 'dueAt' | 'channel' | 'kind'> {
  readonly kind: LetterKind
  /** The next attempt; absent once the email is finished. */
  readonly nextTryAt?: number
}

export interface LetterQuery extends PageQuery {
  readonly state?: readonly Delivery['state'][] | undefined
  readonly subject?: string | undefined
}

/** The panel's list of sent, waiting and failed emails. */
export type LetterLedger = ReturnType<typeof letterLedger>

export function letterLedger(
  deliveries: DeliveryStore,
  outbox: LetterOutbox,
  worker: Pick<DeliveryWorker, 'wake' | 'resolved'>,
  now: () => number,
) {
  const find = async (id: string): Promise<LetterEntry | undefined> => entryOf(await deliveries.find(id))
  return {
    find,
    /** Newest first. */
    list: ({ state, subject, ...query }: LetterQuery): Promise<DeliveryPage<LetterEntry>> =>
      listDeliveries(deliveries, query, (delivery) =>
        (state?.includes(delivery.state) ?? true) && (subject === undefined || delivery.subject === subject)
          ? entryOf(delivery)
          : undefined,
      ),
    retry: (id: string): Promise<RetryOutcome> => retryDelivery({ deliveries, worker, now }, 'mail', id),
    /** Sends a test email, and returns the mail server's response. */
    async sendTest(to: string, locale: string): Promise<LetterEntry | undefined> {
      const id = await outbox.queue({ kind: 'test', subject: '', locale, about: { to } })
      await worker.resolved([id], TEST_MS)
      return find(id)
    },
  }
}

function entryOf(delivery: Delivery | undefined): LetterEntry | undefined {
  if (delivery?.channel !== 'mail') return undefined
  const { about: _about, channel: _channel, dueAt: _due, kind, ...rest } = delivery
  return { ...rest, kind: kind as LetterKind, ...nextTry(delivery) }
}
