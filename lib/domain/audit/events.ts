import type { SecurityEvent } from '../../ports/security-events.ts'

/** Events in the audit trail, named `group.what`; the panel filters by group. */
export const AUDIT_EVENTS = {
  'sign-in.succeeded': 'a user signed in',
  'sign-in.failed': 'a sign-in was refused',
  'sign-in.throttled': 'a sign-in had to wait',
  'sign-in.stepped-up': 'a user who is signed in did a second step',
  'consent.given': 'a user allowed a client',
  'consent.declined': 'a user declined a client',
  'consent.withdrawn': 'a user withdrew the access of a client',
  'code.issued': 'an authorization code was issued',
  'token.issued': 'a code was exchanged for tokens',
  /** Not stored in the trail, but counted in the statistics and sent to listeners. */
  'token.refreshed': 'a refresh token was rotated',
  'token.replayed': 'a code or refresh token was used again, and its family revoked',
  'token.revoked': 'a client revoked a token',
  'request.refused': 'a request was refused',
  'audit.gap': 'entries were lost while the store was away',
  'logout.session': 'a browser session ended',
  'logout.everywhere': 'all sessions and tokens of a user ended',
  'logout.upstream': 'a user signed out at the external provider, and the resulting sessions ended',
  'client.created': 'a client was registered',
  'client.changed': 'a client was changed',
  'client.secret-rotated': 'a client got a new secret',
  'client.disabled': 'a client was disabled',
  'client.enabled': 'a client was enabled',
  'client.went-live': 'a client went live',
  'client.decommissioned': 'a client was removed',
  'client.tokens-revoked': 'all tokens of a client were revoked',
  'attention.dismissed': 'an administrator dismissed a reason for attention',
  'attention.restored': 'an administrator restored a dismissed reason for attention',
  'key.rotation-asked': 'a key rotation was requested',
  'key.withdrawn': 'a signing key was withdrawn as compromised',
  'secret.resealed': 'signing keys and authenticator apps were sealed with another root secret',
  'delivery.retried': 'an administrator retried a logout notification',
  'delivery.tested': 'a client was sent a logout notification as a test',
  'account.created': 'an account was created',
  'account.changed': 'an account was changed',
  'account.suspended': 'an account was suspended',
  'account.reactivated': 'a suspended account was reactivated',
  'account.unlocked': 'an administrator ended the lockout of an account after many wrong passwords',
  'account.roles-changed': 'an account got or lost a role',
  'account.password-reset': 'an account got a new one-time password',
  'account.password-change-asked': 'an account must choose a new password',
  'account.reset-emailed': 'an administrator sent a user an email to choose a new password',
  'account.removed': 'an account was removed',
  'account.password-changed': 'a password was changed',
  'account.passkey-added': 'a user added a passkey',
  'account.passkey-renamed': 'a user renamed a passkey',
  'account.passkey-removed': 'a user removed a passkey',
  'account.authenticator-added': 'a user set up an authenticator app',
  'account.authenticator-removed': 'a user removed an authenticator app',
  'account.recovery-codes-made': 'a user got new recovery codes',
  'account.recovery-code-used': 'a recovery code was used up',
  'account.identity-linked': 'an identity at an external provider was linked to an account',
  'account.identity-unlinked': 'an identity at an external provider was unlinked from an account',
  'account.device-trusted': 'a user trusted a browser: the password alone signs in there',
  'account.device-forgotten': 'a user ended the trust in a browser',
  'account.invited': 'an account was created, and its user invited by email',
  'account.invitation-accepted': 'a user chose a first password or passkey by the invitation email',
  'account.password-recovered': 'a user chose a new password or passkey by a recovery email',
  'account.address-proved': 'a user verified an email address',
  'account.secured': 'a user reported an action as not theirs, and the account was secured',
  'email.retried': 'an administrator retried an email',
  'email.tested': 'an administrator sent a test email',
  'store.backed-up': 'the store was written into a backup',
  'store.restored': 'the store was restored from a backup',
  'store.upgraded': 'the store was raised to a later format; the previous release is refused',
  'store.issuer-changed': 'the store was moved to another issuer',
  'account.second-factor-removed': 'an administrator removed a second factor of an account',
  'second-factor.grace': 'an administrator granted a user time to set up a required second factor, or ended it',
  'account.import-started': 'an import of users and clients from a file began',
  'account.import-ended': 'an import of users and clients from a file ended; its users have no separate entries',
} as const satisfies Record<string, string>

/** Name of a security event, such as `sign-in.failed`. */
export type AuditEventName = keyof typeof AUDIT_EVENTS

/** Events that unauthenticated clients can cause. Stored apart from the trail, with their own budget (D-A7). */
const REFUSALS: ReadonlySet<AuditEventName> = new Set<AuditEventName>([
  'sign-in.failed',
  'sign-in.throttled',
  'consent.declined',
  'request.refused',
])

export const isRefusal = ({ event }: Pick<AuditEvent, 'event'>): boolean => REFUSALS.has(event)

export const isFailedSignIn = (event: AuditEventName | undefined): boolean =>
  event === 'sign-in.failed' || event === 'sign-in.throttled'

/** Why a sign-in failed. Never contains user input. */
export const FAILURE_REASONS = [
  'wrong_password',
  'suspended',
  'throttled',
  'password_changed',
  'second_step',
  'unknown_name',
] as const
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** An entry in the audit trail. It never contains a secret, a code, a token, or a password. */
export interface AuditEvent extends Omit<SecurityEvent<AuditEventName>, 'at' | 'reason' | 'changes'> {
  readonly detail?: string
  readonly details?: { readonly reason: FailureReason }
  /** The time of the last refusal, if the entry represents several refusals. */
  readonly lastAt?: number
  /** Values before and after an administrative operation. */
  readonly changes?: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
}
