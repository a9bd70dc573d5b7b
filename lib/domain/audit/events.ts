/** What the audit trail tells. A name is `group.what`; the panel filters by group. */
export const AUDIT_EVENTS = {
  'sign-in.succeeded': 'a person signed in',
  'sign-in.failed': 'a sign-in was refused',
  'sign-in.throttled': 'a sign-in had to wait',
  'sign-in.strengthened': 'a person who is signed in did a second step',
  'consent.given': 'a person allowed a client',
  'consent.declined': 'a person declined',
  'consent.withdrawn': 'a person took access back',
  'code.issued': 'an authorization code was issued',
  'token.issued': 'a code was exchanged for tokens',
  'token.refreshed': 'a refresh token was rotated',
  'token.replayed': 'a code or refresh token was used again, and its family revoked',
  'token.revoked': 'a client revoked a token',
  'request.refused': 'a request was refused',
  'logout.session': 'a browser session ended',
  'logout.everywhere': 'all sessions and tokens of a person ended',
  'client.created': 'a client was registered',
  'client.changed': 'a client was changed',
  'client.secret-rotated': 'a client got a new secret',
  'client.disabled': 'a client was disabled',
  'client.enabled': 'a client was enabled',
  'client.went-live': 'a client went live',
  'client.decommissioned': 'a client was removed',
  'client.tokens-revoked': 'all tokens of a client were revoked',
  'key.rotation-asked': 'the next signing key was asked for',
  'delivery.retried': 'a logout notification was sent again by hand',
  'delivery.tested': 'a client was sent a logout notification as a test',
  'account.created': 'an account was created',
  'account.changed': 'an account was changed',
  'account.suspended': 'an account was suspended',
  'account.reactivated': 'a suspended account was let in again',
  'account.roles-changed': 'an account got or lost a role',
  'account.password-reset': 'an account got a new one-time password',
  'account.password-change-asked': 'an account must choose a new password',
  'account.removed': 'an account was removed',
  'account.password-changed': 'a password was changed',
  'account.passkey-added': 'a person added a passkey',
  'account.passkey-renamed': 'a person renamed a passkey',
  'account.passkey-removed': 'a person removed a passkey',
  'account.authenticator-added': 'a person set up an authenticator app',
  'account.authenticator-removed': 'a person removed an authenticator app',
  'account.recovery-codes-made': 'a person got new recovery codes',
  'account.recovery-code-used': 'a recovery code was used up',
  'account.device-trusted': 'a person trusted a browser: the password alone signs in there',
  'account.device-forgotten': 'a person ended the trust in a browser',
  'account.second-factor-removed': 'an administrator removed a second factor of an account',
} as const satisfies Record<string, string>

export type AuditEventName = keyof typeof AUDIT_EVENTS

/** One entry. Never a secret, a code, a token or a password. */
export interface AuditEvent {
  readonly event: AuditEventName
  readonly result: 'ok' | 'refused'
  /** Who did it: a subject, a client, the command line. */
  readonly actor?: string
  readonly client?: string
  readonly user?: string
  readonly address?: string
  readonly requestId?: string
  /** A `sid`, or the browser session itself where no client has a part in it. */
  readonly sid?: string
  readonly error?: string
  readonly ref?: string
  readonly detail?: string
  /** What was before and after, for administrative acts. */
  readonly changes?: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
}
