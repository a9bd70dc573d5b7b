import { decideEmail, EMAILS, type EmailKind, isLate } from '../../../policies/emails.ts'
import type { Delivery, QueuedEmail } from '../../ports/deliveries.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Email, Handover, Mailer } from '../../ports/mailer.ts'
import {
  type Attempt,
  type AttemptParts,
  conclude,
  dropDelivery,
  LEDGER_MS,
  sendInTurn,
} from '../outbox/delivery-attempt.ts'
import { type EmailAbout, readAbout } from './email-about.ts'
import type { EmailLinks } from './email-links.ts'
import { handOver } from './hand-over.ts'
import type { MailCodes } from './mail-codes.ts'
import { type NoEmail, recipientOf } from './recipient.ts'
import type { Recipient, RecipientDirectory } from './recipient-directory.ts'

export interface EmailFacts {
  readonly kind: EmailKind
  readonly user: Recipient | undefined
  readonly to: string
  readonly locale: string
  readonly about: EmailAbout
  readonly link: string | undefined
  readonly code: string | undefined
  /** When the event happened, in milliseconds since the epoch. */
  readonly at: number
}

export type WriteEmail = (facts: EmailFacts) => Promise<Pick<Email, 'subject' | 'text' | 'html' | 'locale'>>

export interface EmailParts extends AttemptParts {
  readonly users: RecipientDirectory
  readonly links: EmailLinks
  readonly codes: Pick<MailCodes, 'make'>
  readonly mailer: Mailer
  readonly write: WriteEmail
  /** Returns the URL of the page that a link opens. */
  readonly hrefOf: (kind: NonNullable<(typeof EMAILS)[EmailKind]['link']>, token: string) => string
  readonly logger: Logger
}

/** How long the ledger shows an unsent email that anonymous clients can request, in milliseconds. */
const ANONYMOUS_REQUEST_MS = 3_600_000

/** Tries once to send an email (D-A6): creates the link, writes the message, and passes it to the mail server. */
export function emailAttempt(parts: EmailParts): Attempt<QueuedEmail> {
  const { users, mailer, now, random, logger } = parts
  const drop = (email: QueuedEmail, why: NoEmail): Promise<Delivery['state']> => {
    // A request that matches no user leaves no entry, like other anonymous requests (D-G12).
    const keepMs = email.kind !== 'recovery' ? LEDGER_MS : why === 'unknown' ? 0 : ANONYMOUS_REQUEST_MS
    return dropDelivery(parts, email, why, keepMs)
  }

  return async (lease) => {
    const email = lease.delivery
    const kind = email.kind as EmailKind
    if (isLate(kind, (now() - email.createdAt) / 1000)) return drop(email, 'late')
    const about = readAbout(email.about)
    const user = email.subject === '' ? undefined : await users.find(email.subject)
    const recipient = recipientOf(kind, user, about)
    if ('dropped' in recipient) return drop(email, recipient.dropped)
    const sent = await sendInTurn(
      parts,
      email,
      'mail',
      () => send(parts, email, kind, { user, about, to: recipient.to }),
      ({ outcome }) => outcome !== 'deferred',
    )
    if (sent === 'due') return sent
    const { outcome: handover, at, ms } = sent
    const verdict = decideEmail(kind, handover.outcome, email.tries + 1, random())
    const state = await conclude(parts, lease, verdict, { at, ms, answer: handover.answer })
    const fields = { kind, delivery: email.id, tries: email.tries + 1, ms, mailer: mailer.name }
    const answered = { response: handover.answer }
    if (state === 'delivered') logger.info({ code: 'email-delivered', ...fields }, 'email accepted for delivery')
    else if (state === 'failed')
      logger.warn({ code: 'email-failed', ...fields, ...answered }, 'failed to deliver email')
    else if (state !== 'leased') logger.warn({ code: 'email-retry', ...fields, ...answered }, 'email will be retried')
    return state
  }
}

async function send(
  { links, codes, mailer, write, hrefOf }: EmailParts,
  { id, locale, createdAt }: QueuedEmail,
  kind: EmailKind,
  { user, about, to }: { readonly user: Recipient | undefined; readonly about: EmailAbout; readonly to: string },
): Promise<Handover> {
  // A user who signs in with an external provider has no use for a new password, so the email contains no link.
  const page = kind === 'recovery' && user?.externalProvider !== undefined ? undefined : EMAILS[kind].link
  // A notice to an email address that an administrator has replaced contains no link.
  const hasSay = page !== 'not-me' || to === user?.email || to === user?.formerEmail?.address
  const token =
    page === undefined || user === undefined || !hasSay
      ? undefined
      : await links.issue({ kind: page, user, to, interaction: about.interaction })
  const link = page === undefined || token === undefined ? undefined : hrefOf(page, token)
  const code = kind === 'mail-code' && about.code !== undefined ? await codes.make(about.code) : undefined
  const written = await write({ kind, user, to, locale, about, link, code, at: createdAt })
  const secrets = { ...(link === undefined ? {} : { link }), ...(code === undefined ? {} : { code }) }
  const handover = await handOver(mailer, { id, kind, to, ...written, ...secrets })
  if (handover.outcome === 'accepted' && token !== undefined) await links.promote(token)
  return handover
}
