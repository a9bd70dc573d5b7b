/**
 * How many passwords may be tried: per account and address, per address, per account. Guessing becomes slow, and nobody
 * is locked out of their own account: an account under attack from everywhere still lets each address try once, so its
 * owner, who types the right password, gets in.
 *
 * Tries count twice: by the name that was typed, and by the account that it means. Whoever is past a limit by name is told to
 * wait. Past it by account alone, under another of its names, a try is made in vain, and looks like any other: to be told to
 * wait would tell a stranger that the two names are of one account, and that it exists.
 *
 * Spec      decision A2; cases SES-06, V-39
 * RFC       NIST SP 800-63B s5.2.2 (rate limiting)
 * Deny      the sign-in page says when to try again, HTTP 429
 * Enforced  lib/domain/accounts/sign-in-throttle.ts
 * Tests     test/policies/sign-in-throttle.test.ts, test/flows/sign-in-throttle.test.ts
 */
interface Limit {
  readonly limit: number
  readonly windowSeconds: number
}

export interface ThrottleLimits {
  /** Failed tries for one account from one address. */
  readonly accountAndAddress: Limit
  /** Failed tries from one address, whatever the account. */
  readonly address: Limit
  /** Failed tries for one account from anywhere; past it an address that has failed before must wait. */
  readonly account: Limit
}

/** No throttle lasts longer. */
export const LONGEST_LOCKOUT_SECONDS = 900

export const SIGN_IN_THROTTLE: ThrottleLimits = {
  accountAndAddress: { limit: 10, windowSeconds: LONGEST_LOCKOUT_SECONDS },
  address: { limit: 50, windowSeconds: LONGEST_LOCKOUT_SECONDS },
  account: { limit: 20, windowSeconds: LONGEST_LOCKOUT_SECONDS },
}

interface Hits {
  readonly count: number
  readonly resetMs: number
}

/** Counts include the try that is judged. */
export function decideThrottle(
  hits: { readonly accountAndAddress: Hits; readonly address: Hits; readonly account: Hits },
  limits: ThrottleLimits,
): { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number } {
  const over = [
    ...(hits.accountAndAddress.count > limits.accountAndAddress.limit ? [hits.accountAndAddress] : []),
    ...(hits.address.count > limits.address.limit ? [hits.address] : []),
    ...(hits.account.count > limits.account.limit && hits.accountAndAddress.count > 1 ? [hits.accountAndAddress] : []),
  ]
  if (over.length === 0) return { allowed: true }
  return {
    allowed: false,
    retryAfterSeconds: Math.min(
      LONGEST_LOCKOUT_SECONDS,
      Math.max(1, ...over.map(({ resetMs }) => Math.ceil(resetMs / 1000))),
    ),
  }
}

/** Counts under one key, be it a name or an account. */
export interface NameHits {
  readonly accountAndAddress: Hits
  readonly account: Hits
}

export type TryDecision =
  | { readonly outcome: 'open' }
  /** Said to whoever tries. */
  | { readonly outcome: 'wait'; readonly retryAfterSeconds: number }
  /** The password is looked at and not heeded, and nobody can tell. */
  | { readonly outcome: 'in-vain'; readonly retryAfterSeconds: number }

/** @param hits `meant` is absent where nobody knows which names are of one account */
export function decideTry(
  hits: { readonly address: Hits; readonly typed: NameHits; readonly meant: NameHits | undefined },
  limits: ThrottleLimits,
): TryDecision {
  const { address, typed, meant = typed } = hits
  const told = decideThrottle({ ...typed, address }, limits)
  if (!told.allowed) return { outcome: 'wait', retryAfterSeconds: told.retryAfterSeconds }
  const kept = decideThrottle({ ...meant, address }, limits)
  return kept.allowed ? { outcome: 'open' } : { outcome: 'in-vain', retryAfterSeconds: kept.retryAfterSeconds }
}
