/**
 * Emails to users: which kinds exist, how long each may wait for the mail server, and which link it contains. An email
 * that is not sent in time is dropped, because its link would arrive too late to be useful.
 *
 * Spec      email outbox; D-A6
 * RFC       5321 s4.5.4.1
 * Deny      none
 * Enforced  lib/domain/emails/email-attempt.ts, lib/domain/emails/email-links.ts
 * Tests     test/policies/emails.test.ts, test/flows/emails.test.ts
 */
import { type DeliveryVerdict, retriedAfter } from './delivery-retry.ts'

export type LinkKind = 'recovery' | 'invitation' | 'address' | 'not-me'

/** Notices that the user did not request. */
interface ByNoticeKind<Value> {
  /** A sign-in from a browser that is new to the account. */
  readonly 'new-browser': Value
  /** The password was changed. */
  readonly 'password-changed': Value
  /** A passkey, an authenticator app, or a new set of recovery codes was added. */
  readonly 'factor-added': Value
  /** A passkey or an authenticator app was removed. */
  readonly 'factor-removed': Value
  /** A recovery code was used. */
  readonly 'recovery-code-used': Value
  /** The email address was changed; sent to the former one. */
  readonly 'address-changed': Value
  /** An identity at an external provider was linked. */
  readonly 'identity-linked': Value
  /** An identity at an external provider was unlinked. */
  readonly 'identity-unlinked': Value
}

/** A value for each kind of email. */
export interface ByEmailKind<Value> extends ByNoticeKind<Value> {
  /** Link for choosing a new password; none if the user signs in with an external provider. */
  readonly recovery: Value
  /** Link for a new user to choose a password or a passkey. */
  readonly invitation: Value
  /** Link that verifies an email address. */
  readonly address: Value
  /** Code that a sign-in requires after the password, if `login.mailCode` is set. */
  readonly 'mail-code': Value
  /** A rule to come requires a second factor, and the user has none. */
  readonly 'second-factor-due': Value
  /** The user has not signed in for a while, and the account will be suspended. */
  readonly inactive: Value
  /** A user's request for access to an app; sent to the app's owner. */
  readonly 'access-request': Value
  /** An administrator granted that request. */
  readonly 'access-granted': Value
  /** Test email from an administrator. */
  readonly test: Value
}

export type NoticeKind = keyof ByNoticeKind<unknown>
export type EmailKind = keyof ByEmailKind<unknown>

const [HOUR, DAY] = [3_600, 86_400]

export interface EmailRule {
  /** The kind of link that the email contains, if any. */
  readonly link?: LinkKind
  /** How long the email may wait to be sent, in seconds. */
  readonly keepSeconds: number
}

const NOTICE: EmailRule = { link: 'not-me', keepSeconds: 3 * DAY }

export const EMAILS: ByEmailKind<EmailRule> = {
  recovery: { link: 'recovery', keepSeconds: DAY },
  invitation: { link: 'invitation', keepSeconds: 7 * DAY },
  address: { link: 'address', keepSeconds: DAY },
  // Matches the lifetime of the page that waits for this email.
  'mail-code': { keepSeconds: 600 },
  'second-factor-due': { keepSeconds: DAY },
  inactive: { keepSeconds: 3 * DAY },
  'access-request': { keepSeconds: 3 * DAY },
  'access-granted': { keepSeconds: 3 * DAY },
  test: { keepSeconds: HOUR },
  'new-browser': NOTICE,
  'password-changed': NOTICE,
  'factor-added': NOTICE,
  'factor-removed': NOTICE,
  'recovery-code-used': NOTICE,
  'address-changed': NOTICE,
  'identity-linked': NOTICE,
  'identity-unlinked': NOTICE,
}

/** How long a link works after its email was sent, in seconds. */
export const LINK_SECONDS: Readonly<Record<LinkKind, number>> = {
  recovery: 20 * 60,
  invitation: 7 * DAY,
  address: 20 * 60,
  'not-me': 7 * DAY,
}

/** Seconds before each retry; the last one repeats until the email expires. */
const PAUSES: readonly number[] = [5, 30, 120, 600, 1_800, HOUR]

/** Whether the email had expired before this attempt. @param ageSeconds seconds since it was added to the outbox */
export const isLate = (kind: EmailKind, ageSeconds: number): boolean => ageSeconds >= EMAILS[kind].keepSeconds

/** @param tries number of attempts so far, including this one @param chance a number from 0 to 1, for the jitter */
export function decideEmail(
  kind: EmailKind,
  outcome: 'accepted' | 'deferred' | 'refused',
  tries: number,
  chance: number,
): DeliveryVerdict {
  if (outcome === 'accepted') return { state: 'delivered' }
  // A permanent rejection (5yz) is final. A test email is never retried, because only the first response matters.
  if (outcome === 'refused' || kind === 'test') return { state: 'failed' }
  return retriedAfter(PAUSES[Math.min(tries, PAUSES.length) - 1] as number, chance)
}
