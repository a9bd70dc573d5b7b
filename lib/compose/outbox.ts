import type { AccountEmails } from '../domain/accounts/account-emails.ts'
import { findAccount } from '../domain/accounts/account-record.ts'
import { addressProofs } from '../domain/emails/address-proofs.ts'
import { emailOutbox } from '../domain/emails/email-outbox.ts'
import { userNotices } from '../domain/emails/user-notices.ts'
import { errorFields } from '../ports/logger.ts'
import type { AuditParts } from './audit.ts'

/** Queues emails for the nodes' workers to send. */
export type Emails = ReturnType<typeof composeOutbox>

export function composeOutbox(
  { configuration, storage, now, logger }: Pick<AuditParts, 'configuration' | 'storage' | 'now' | 'logger'>,
  wake: () => void,
) {
  const outbox = emailOutbox(storage.deliveries, { now, wake })
  /** If an email cannot be queued, the error is only logged. The change that the email reports is kept. */
  const report = (error: unknown): void =>
    logger.warn({ code: 'notice-failed', ...errorFields(error) }, 'failed to queue a security notice for a user')
  const notices = userNotices({
    outbox,
    rates: storage.rates,
    now,
    account: (sub) => findAccount(storage.documents, sub),
    settings: configuration.mail.notices,
    report,
  })
  return { outbox, notices, proofs: addressProofs(storage.rates, outbox), report }
}

/** Emails that are sent after an account changes. */
export function accountEmails({ notices, proofs, report }: Emails): AccountEmails {
  return {
    prove: async (sub, address) => void (await proofs.send(sub, address).catch(report)),
    passwordChanged: (sub) => notices.notify('password-changed', sub),
    addressChanged: (sub, former) => notices.notify('address-changed', sub, { to: former }),
  }
}
