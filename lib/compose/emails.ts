import type { AuditTrail } from '../domain/audit/audit-trail.ts'
import { emailAttempt } from '../domain/emails/email-attempt.ts'
import { emailLinks } from '../domain/emails/email-links.ts'
import { linkUses } from '../domain/emails/link-uses.ts'
import { mailCodes } from '../domain/emails/mail-codes.ts'
import { recentRecoveries } from '../domain/emails/recent-recoveries.ts'
import { embeddedRecipients, hostRecipients } from '../domain/emails/recipient-directory.ts'
import { recoveryRequests } from '../domain/emails/recovery-requests.ts'
import { signer } from '../domain/keys/signer.ts'
import { accessRequests } from '../domain/management/access-requests.ts'
import type { Appearances } from '../domain/management/appearances.ts'
import { type Attempt, LEDGER_MS } from '../domain/outbox/delivery-attempt.ts'
import { fairness } from '../domain/outbox/delivery-fairness.ts'
import type { DeliveryStore, QueuedEmail } from '../ports/deliveries.ts'
import { errorFields } from '../ports/logger.ts'
import { catalogues } from '../web/ui/texts/host-messages.ts'
import type { Accounts } from './accounts.ts'
import type { Domain } from './domain.ts'
import { onFirstUse } from './on-first-request.ts'
import type { Resolved } from './resolve-options.ts'
import type { Signing } from './signing.ts'

/** Outgoing emails and the pages behind their links. Optional members are undefined if no emails are sent. */
export type EmailDelivery = ReturnType<typeof composeEmails>

const EMAILS_AT_ONCE = 32

/** Path of the pages that emails link to, relative to `baseUrl`. */
export const RECOVERY_PATH = '/recovery/'

export function composeEmails(
  { configuration, storage, mailer, hostPages, logger, now }: Resolved,
  { derive, rootSecrets }: Signing,
  { emails, ending, pauses }: Domain,
  { users, embedded, trusted }: Accounts,
  appearances: Pick<Appearances, 'of'>,
  audit: Pick<AuditTrail, 'record'>,
) {
  if (mailer === undefined || emails === undefined)
    return {
      attempt: waiting(storage.deliveries, now),
      notices: undefined,
      mailCodes: undefined,
      recoveries: undefined,
      accessRequests: undefined,
      emailPages: undefined,
    }
  const people =
    embedded === undefined
      ? hostRecipients(users, storage.subjects)
      : embeddedRecipients(embedded, configuration.login.upstreams, now)
  const links = emailLinks(storage.records, people, now)
  const { baseUrl, ui, login, portal, portalUrl } = configuration
  const keyed = signer(derive('mail-codes'))
  const codes = mailCodes({ ...storage, outbox: emails.outbox, pauses, signer: keyed, otherSecrets: rootSecrets })
  const recoveries = recentRecoveries(storage.records)
  const writer = onFirstUse(async () => {
    const { emailWriter } = await import('../web/emails/email-writer.ts')
    return emailWriter({
      baseUrl,
      securityHref: portal.enabled ? `${portalUrl}/security` : undefined,
      adminUrl: configuration.adminUrl.replace(/\/$/, ''),
      themeOf: () => appearances.of(),
      ui,
      speak: catalogues(hostPages.messages),
      own: (kind) => hostPages.emails[kind],
      report: (kind, error) =>
        logger.error(
          { code: 'host-email-failed', kind, ...errorFields(error) },
          'host email template failed; sent the built-in email',
        ),
    })
  })
  return {
    attempt: emailAttempt({
      // Emails use at most half of a worker's capacity, so a hanging mail server does not delay logout notifications.
      limiter: fairness(now, EMAILS_AT_ONCE),
      deliveries: storage.deliveries,
      users: people,
      links,
      codes,
      mailer,
      write: async (facts) => (await writer())(facts),
      hrefOf: (kind, token) => `${baseUrl}${RECOVERY_PATH}${kind}?link=${token}`,
      now,
      random: Math.random,
      logger,
    }),
    notices: emails.notices,
    /** Undefined if sign-in codes by email are turned off. */
    mailCodes: login.mailCode ? codes : undefined,
    recoveries,
    /** Undefined if Portico does not give roles, and if no administrator could respond. */
    accessRequests:
      embedded === undefined || !configuration.admin.enabled
        ? undefined
        : accessRequests({ storage, outbox: emails.outbox, audit, now }),
    emailPages: {
      links,
      uses: linkUses({ links, recoveries, users, embedded, trusted, ending }),
      /** Undefined if the directory cannot set passwords or cannot find a user by login name. */
      requests:
        users.setPassword === undefined || users.findByLogin === undefined
          ? undefined
          : recoveryRequests({ storage, signer: keyed, users: people, outbox: emails.outbox }),
    },
  }
}

/** Milliseconds until a node without a mailer checks an email again. */
const WAIT_MS = 60_000

/** Used on nodes without a mailer. Emails queued by other processes stay in the queue. */
function waiting(deliveries: DeliveryStore, now: () => number): Attempt<QueuedEmail> {
  return async ({ delivery }) => {
    await deliveries.complete(
      { ...delivery, state: 'due', dueAt: now() + WAIT_MS, lastError: 'no-mail-server' },
      LEDGER_MS,
    )
    return undefined
  }
}
