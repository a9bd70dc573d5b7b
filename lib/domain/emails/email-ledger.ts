import type { EmailKind } from '../../../policies/emails.ts'
import type { Delivery, DeliveryStore, QueuedEmail } from '../../ports/deliveries.ts'
import {
  type DeliveryPage,
  listDeliveries,
  nextTry,
  type PageQuery,
  type RetryOutcome,
  retryDelivery,
} from '../outbox/delivery-pages.ts'
import type { DeliveryWorker } from '../outbox/delivery-worker.ts'
import { type EmailOutage, emailOutage, lastSentAt } from './email-health.ts'
import type { EmailOutbox } from './email-outbox.ts'

/** How long a test waits for the server's response, in milliseconds: the timeout of an attempt plus a margin. */
const TEST_MS = 14_000

/** An email in the ledger, without its recipient, link, or text. Times are in milliseconds since the epoch. */
export interface EmailEntry extends Omit<QueuedEmail, 'about' | 'dueAt' | 'channel' | 'kind'> {
  readonly kind: EmailKind
  /** Time of the next attempt; absent if there will be no more attempts. */
  readonly nextTryAt?: number
}

export interface EmailQuery extends PageQuery {
  readonly state?: readonly Delivery['state'][] | undefined
  readonly subject?: string | undefined
}

/** The panel's list of sent, waiting, and failed emails. */
export type EmailLedger = ReturnType<typeof emailLedger>

export function emailLedger(
  deliveries: DeliveryStore,
  outbox: EmailOutbox,
  worker: Pick<DeliveryWorker, 'wake' | 'resolved'>,
  now: () => number,
) {
  const find = async (id: string): Promise<EmailEntry | undefined> => entryOf(await deliveries.find(id))
  return {
    find,
    /** Lists emails, newest first. */
    list: ({ state, subject, ...query }: EmailQuery): Promise<DeliveryPage<EmailEntry>> =>
      listDeliveries(deliveries, query, (delivery) =>
        (state?.includes(delivery.state) ?? true) && (subject === undefined || delivery.subject === subject)
          ? entryOf(delivery)
          : undefined,
      ),
    retry: (id: string): Promise<RetryOutcome> => retryDelivery({ deliveries, worker, now }, 'mail', id),
    outage: (): Promise<EmailOutage | undefined> => emailOutage(deliveries),
    lastSentAt: (): Promise<number | undefined> => lastSentAt(deliveries),
    /** Sends a test email and returns the mail server's response. */
    async sendTest(to: string, locale: string): Promise<EmailEntry | undefined> {
      const id = await outbox.queue({ kind: 'test', subject: '', locale, about: { to } })
      await worker.resolved([id], TEST_MS)
      return find(id)
    },
  }
}

function entryOf(delivery: Delivery | undefined): EmailEntry | undefined {
  if (delivery?.channel !== 'mail') return undefined
  const { about: _about, channel: _channel, dueAt: _due, kind, ...rest } = delivery
  return { ...rest, kind: kind as EmailKind, ...nextTry(delivery) }
}
