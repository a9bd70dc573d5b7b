/**
 * How often something may be requested, tried, or sent. This table defines every counter in the store. Each row
 * contains a key prefix, a limit per window, and what happens beyond the limit. An attempt is counted before it is
 * checked, and refunded if it succeeds. Counts include the current attempt.
 *
 * Spec      defaults for the settings `rateLimits` and `login.throttle`; D-A2, D-A6, D-G7, D-G12, D-G14
 * RFC       6585 s4 (429); NIST SP 800-63B-4 s3.2.2 (rate limiting); 4226 s7.3 (codes)
 * Deny      `refuse`: too_many_attempts 429 with Retry-After. `wait`: the page shows when to try again, HTTP 429.
 *           `slow`: the row above allows only one per window. `lock`, `untried`: the password is not checked, or its
 *           result is ignored, and the page reports a wrong password, HTTP 422. `restart`: the sign-in starts over.
 *           `unsent`: no email is sent, and the page shows this. `silent`: no email is sent, with no visible sign of
 *           it. `local`: the process decides, based on the secrets it has already verified
 * Enforced  lib/domain/limits/attempts.ts, lib/web/http/rate-limit.ts, lib/domain/accounts/sign-in-throttle.ts,
 *           lib/domain/emails/recovery-requests.ts, lib/domain/emails/mail-codes.ts,
 *           lib/domain/emails/address-proofs.ts, lib/domain/emails/user-notices.ts
 * Tests     test/policies/budgets.test.ts, test/protocol/endpoints/rate-limits.test.ts,
 *           test/flows/sign-in-throttle.test.ts
 */
export interface Limit {
  readonly limit: number
  readonly windowSeconds: number
}

export interface Budget extends Limit {
  readonly key: string
  readonly onExceeded: OnExceeded
}

export type OnExceeded = 'refuse' | 'wait' | 'slow' | 'lock' | 'untried' | 'restart' | 'unsent' | 'silent' | 'local'

const MINUTE = 60
const QUARTER = 15 * MINUTE
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const BUDGETS = {
  /** Requests from one network to one endpoint; an endpoint's aliases share its limit (D-G7, D-G12). */
  requests: {
    discovery: { key: 'discovery', limit: 60, windowSeconds: MINUTE, onExceeded: 'refuse' },
    jwks: { key: 'jwks', limit: 60, windowSeconds: MINUTE, onExceeded: 'refuse' },
    authorize: { key: 'authorize', limit: 20, windowSeconds: MINUTE, onExceeded: 'refuse' },
    token: { key: 'token', limit: 30, windowSeconds: MINUTE, onExceeded: 'refuse' },
    userinfo: { key: 'userinfo', limit: 60, windowSeconds: MINUTE, onExceeded: 'refuse' },
    revocation: { key: 'revocation', limit: 30, windowSeconds: MINUTE, onExceeded: 'refuse' },
    introspection: { key: 'introspection', limit: 30, windowSeconds: MINUTE, onExceeded: 'refuse' },
    logout: { key: 'logout', limit: 30, windowSeconds: MINUTE, onExceeded: 'refuse' },
    frontchannelLogout: { key: 'frontchannelLogout', limit: 30, windowSeconds: MINUTE, onExceeded: 'refuse' },
    registerSession: { key: 'registerSession', limit: 30, windowSeconds: MINUTE, onExceeded: 'refuse' },
    pages: { key: 'pages', limit: 120, windowSeconds: MINUTE, onExceeded: 'refuse' },
    metrics: { key: 'metrics', limit: 60, windowSeconds: MINUTE, onExceeded: 'refuse' },
  },
  /** Wrong secrets sent from one network for a known backend (known-backends.ts; D-G7). */
  backends: { failures: { key: 'backend-failure', limit: 30, windowSeconds: MINUTE, onExceeded: 'local' } },
  /** Failed password attempts, counted by the name as typed and by account (sign-in-throttle.ts; D-A2). */
  signIn: {
    /** Failed password attempts from one network, for any account. */
    address: { key: 'login:from', limit: 50, windowSeconds: QUARTER, onExceeded: 'wait' },
    /** Failed password attempts for one account from one network, or from the account's known browsers. */
    accountAndAddress: { key: 'login:at', limit: 10, windowSeconds: QUARTER, onExceeded: 'wait' },
    /** Failed password attempts for one account, from any network. */
    account: { key: 'login:to', limit: 20, windowSeconds: QUARTER, onExceeded: 'slow' },
  },
  /** Wrong passwords for one account, from any network (D-G14). */
  account: {
    /** Consecutive failures since the last success (NIST SP 800-63B-4 s3.2.2 allows 100). */
    inARow: { key: 'login:row', limit: 100, windowSeconds: 30 * DAY, onExceeded: 'lock' },
    /** Wrong passwords sent to an LDAP server. The server's own lockout usually starts at 5 (D-A1). */
    directory: { key: 'directory-try', limit: 4, windowSeconds: QUARTER, onExceeded: 'untried' },
  },
  /** Wrong codes for one account (RFC 4226 s7.3; D-A2). */
  secondStep: {
    quarter: { key: 'step:quarter', limit: 10, windowSeconds: QUARTER, onExceeded: 'wait' },
    day: { key: 'step:day', limit: 30, windowSeconds: DAY, onExceeded: 'slow' },
    /** Wrong entries for one emailed code during its lifetime. */
    mailCode: { key: 'mail-code', limit: 5, windowSeconds: 10 * MINUTE, onExceeded: 'restart' },
  },
  /** Emails to a user, and requests for them (D-A6). */
  emails: {
    recoveryRequests: { key: 'recovery', limit: 20, windowSeconds: QUARTER, onExceeded: 'wait' },
    recoveryInHour: { key: 'recovery:hour', limit: 5, windowSeconds: HOUR, onExceeded: 'silent' },
    recoveryInQuarter: { key: 'recovery:quarter', limit: 2, windowSeconds: QUARTER, onExceeded: 'silent' },
    /** A short window, because an attacker who has the password can use up the limit and lock the user out (D-A2). */
    mailCodes: { key: 'email:code', limit: 5, windowSeconds: QUARTER, onExceeded: 'unsent' },
    /** Verification emails, counted by user and by email address, because the address may belong to another user. */
    proofsOfUser: { key: 'email:proof-of', limit: 5, windowSeconds: HOUR, onExceeded: 'unsent' },
    proofsOfAddress: { key: 'email:proof-to', limit: 5, windowSeconds: HOUR, onExceeded: 'unsent' },
    /** Requests of one user for one app, and of all users for one app. */
    accessRequests: { key: 'email:access', limit: 3, windowSeconds: DAY, onExceeded: 'unsent' },
    accessRequestsToApp: { key: 'email:access-to', limit: 100, windowSeconds: DAY, onExceeded: 'unsent' },
    /** Other notices need no limit, because they follow password or second-factor attempts, which are limited. */
    signInNotices: { key: 'email:sign-in', limit: 10, windowSeconds: HOUR, onExceeded: 'silent' },
  },
} as const satisfies Record<string, Record<string, Budget>>

export type RateBucket = keyof (typeof BUDGETS)['requests']
export type RateLimits = Readonly<Record<RateBucket, Limit>>

export interface Hits {
  readonly count: number
  readonly resetMs: number
}

export type LimitVerdict = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number }

export function checkLimit({ limit, windowSeconds }: Limit, { count, resetMs }: Hits): LimitVerdict {
  if (count <= limit) return { allowed: true }
  return { allowed: false, retryAfterSeconds: Math.min(windowSeconds, Math.max(1, Math.ceil(resetMs / 1000))) }
}

/** The limit that applies to a budget. It is reduced to 1 once the `slow` limit is exceeded. */
export const slowedBy = (budget: Limit, slow: Limit, count: number): Limit =>
  count > slow.limit ? { ...budget, limit: 1 } : budget
