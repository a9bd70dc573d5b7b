import { emailLedger } from '../domain/emails/email-ledger.ts'
import { measuredAttempt } from '../domain/metrics/measured-attempt.ts'
import { attemptOf } from '../domain/outbox/delivery-attempt.ts'
import { fairness } from '../domain/outbox/delivery-fairness.ts'
import { deliveryWorker } from '../domain/outbox/delivery-worker.ts'
import { backchannelSender } from '../domain/sessions/backchannel.ts'
import { deliveryLedger } from '../domain/sessions/delivery-ledger.ts'
import { frontchannelTickets } from '../domain/sessions/frontchannel.ts'
import { noticeAttempt } from '../domain/sessions/notice-attempt.ts'
import type { Domain } from './domain.ts'
import type { EmailDelivery } from './emails.ts'
import type { Signing } from './signing.ts'
import type { Instrumented } from './watching.ts'

/** Logout notifications for clients, and the worker that delivers both notifications and emails. */
export type Notices = ReturnType<typeof composeNotices>

export function composeNotices(
  { configuration, storage, now, logger, measurements }: Instrumented,
  { keys }: Signing,
  { egress, emails: queued }: Domain,
  email: EmailDelivery,
) {
  const { baseUrl, logout } = configuration
  const send = backchannelSender({
    issuer: baseUrl,
    keys,
    egress,
    timeoutMs: logout.deliveryTimeoutSeconds * 1000,
    seconds: () => Math.floor(now() / 1000),
  })
  const attempt = attemptOf({
    backchannel: noticeAttempt({
      limiter: fairness(now),
      storage,
      now,
      random: Math.random,
      pauses: logout.retryAfterSeconds,
      logger,
      send,
    }),
    mail: email.attempt,
  })
  const worker = deliveryWorker({
    deliveries: storage.deliveries,
    now,
    logger,
    attempt: measuredAttempt(attempt, measurements),
  })
  return {
    worker,
    deliveries: deliveryLedger(storage, worker, now),
    /** Undefined if no emails are sent. */
    emailLedger: queued === undefined ? undefined : emailLedger(storage.deliveries, queued.outbox, worker, now),
    tickets: frontchannelTickets(storage.records),
  }
}
