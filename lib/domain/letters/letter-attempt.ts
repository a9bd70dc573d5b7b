import { decideLetter, isLate, LETTERS, type LetterKind } from '../../../policies/letters.ts'
import type { Delivery, QueuedLetter } from '../../ports/deliveries.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Handover, Letter, Mailer } from '../../ports/mailer.ts'
import {
  type Attempt,
  type AttemptParts,
  conclude,
  dropDelivery,
  LEDGER_MS,
  sendInTurn,
} from '../outbox/delivery-attempt.ts'
import { addresseeOf, type NoLetter } from './addressee.ts'
import type { Correspondent, Correspondents } from './correspondent.ts'
import { handOver } from './hand-over.ts'
import { type LetterAbout, readAbout } from './letter-about.ts'
import type { LetterLinks } from './letter-links.ts'
import type { MailCodes } from './mail-codes.ts'

export interface LetterFacts {
  readonly kind: LetterKind
  readonly user: Correspondent | undefined
  readonly to: string
  readonly locale: string
  readonly about: LetterAbout
  readonly link: string | undefined
  readonly code: string | undefined
  /** When the event happened, milliseconds since the epoch. */
  readonly at: number
}

export type WriteLetter = (facts: LetterFacts) => Promise<Pick<Letter, 'subject' | 'text' | 'html' | 'locale'>>

export interface LetterParts extends AttemptParts {
  readonly users: Correspondents
  readonly links: LetterLinks
  readonly codes: Pick<MailCodes, 'make'>
  readonly mailer: Mailer
  readonly write: WriteLetter
  /** URL of the page that a link opens. */
  readonly hrefOf: (kind: NonNullable<(typeof LETTERS)[LetterKind]['link']>, token: string) => string
  readonly logger: Logger
}

/** How long the ledger shows an unsent email that anonymous clients can request, in milliseconds. */
const ASKED_BY_ANYBODY_MS = 3_600_000

/** One attempt to send an email (D-A6): makes its link, writes its text and hands it to the mail server. */
export function letterAttempt(parts: LetterParts): Attempt<QueuedLetter> {
  const { users, mailer, now, random, logger } = parts
  const drop = (letter: QueuedLetter, why: NoLetter): Promise<Delivery['state']> => {
    // Text that matches no user leaves no entry, like other anonymous requests (D-G12).
    const keepMs = letter.kind !== 'recovery' ? LEDGER_MS : why === 'unknown' ? 0 : ASKED_BY_ANYBODY_MS
    return dropDelivery(parts, letter, why, keepMs)
  }

  return async (lease) => {
    const letter = lease.delivery
    const kind = letter.kind as LetterKind
    if (isLate(kind, (now() - letter.createdAt) / 1000)) return drop(letter, 'late')
    const about = readAbout(letter.about)
    const user = letter.subject === '' ? undefined : await users.find(letter.subject)
    const addressee = addresseeOf(kind, user, about)
    if ('dropped' in addressee) return drop(letter, addressee.dropped)
    const sent = await sendInTurn(
      parts,
      letter,
      'mail',
      () => send(parts, letter, kind, { user, about, to: addressee.to }),
      ({ outcome }) => outcome !== 'deferred',
    )
    if (sent === 'due') return sent
    const { outcome: handover, at, ms } = sent
    const verdict = decideLetter(kind, handover.outcome, letter.tries + 1, random())
    const state = await conclude(parts, lease, verdict, { at, ms, answer: handover.answer })
    const fields = { letter: kind, delivery: letter.id, tries: letter.tries + 1, ms, mailer: mailer.name }
    if (state === 'delivered') logger.info(fields, 'letter handed over')
    else if (state !== 'leased')
      logger.warn(
        { ...fields, answer: handover.answer },
        state === 'failed' ? 'letter refused' : 'letter will be tried again',
      )
    return state
  }
}

async function send(
  { links, codes, mailer, write, hrefOf }: LetterParts,
  { id, locale, createdAt }: QueuedLetter,
  kind: LetterKind,
  { user, about, to }: { readonly user: Correspondent | undefined; readonly about: LetterAbout; readonly to: string },
): Promise<Handover> {
  // The user signs in at an external provider: a new password would be useless.
  const page = kind === 'recovery' && user?.elsewhere !== undefined ? undefined : LETTERS[kind].link
  // A notice to an email address that an administrator has replaced has no link.
  const hasSay = page !== 'not-me' || to === user?.email || to === user?.formerEmail?.address
  const token =
    page === undefined || user === undefined || !hasSay ? undefined : await links.issue({ kind: page, user, to })
  const link = page === undefined || token === undefined ? undefined : hrefOf(page, token)
  const code = kind === 'mail-code' && about.code !== undefined ? await codes.make(about.code) : undefined
  const written = await write({ kind, user, to, locale, about, link, code, at: createdAt })
  const secrets = { ...(link === undefined ? {} : { link }), ...(code === undefined ? {} : { code }) }
  const handover = await handOver(mailer, { id, kind, to, ...written, ...secrets })
  if (handover.outcome === 'accepted' && token !== undefined) await links.promote(token)
  return handover
}
