/**
 * How many passwords may be tried: per account and address, per address, per account. Guessing becomes slow, and no user is
 * locked out of their own account: an account under a distributed attack still allows each address one attempt, so the user,
 * who types the right password, gets in (until sign-in-pause.ts says otherwise, in a browser that they have not used before).
 *
 * A browser that the user has signed in with before has a count of its own, which nobody else's attempts use up.
 *
 * Attempts count twice: by the name that was typed, and by the account that it identifies. Past a limit of the name the page
 * says to wait. Past a limit of the account alone, under another of its names, the password is checked and the result ignored,
 * and the answer looks like any other: "wait" would disclose that both names are of one account, and that it exists.
 *
 * Spec      sign-in page; D-A2, D-G14
 * RFC       NIST SP 800-63B s5.2.2 (rate limiting)
 * Deny      the sign-in page says when to try again, HTTP 429
 * Enforced  lib/domain/accounts/sign-in-throttle.ts
 * Tests     test/policies/sign-in-throttle.test.ts, test/flows/sign-in-throttle.test.ts
 */
import { siteLimit } from './rate-limits.ts'

interface Limit {
  readonly limit: number
  readonly windowSeconds: number
}

export interface ThrottleLimits {
  /** Failed attempts for one account from one address. */
  readonly accountAndAddress: Limit
  /** Failed attempts from one address, whatever the account. */
  readonly address: Limit
  /** Failed attempts for one account from anywhere; past it an address that has failed before must wait. */
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

/** Counts include the present attempt. */
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
  return { allowed: false, retryAfterSeconds: retryAfter(over) }
}

/** Counts under one key, a name or an account. */
export interface NameHits {
  readonly accountAndAddress: Hits
  readonly account: Hits
}

export type TryDecision =
  | { readonly outcome: 'open' }
  /** The page says so. */
  | { readonly outcome: 'wait'; readonly retryAfterSeconds: number }
  /** The password is checked and the result ignored; the answer does not show it. */
  | { readonly outcome: 'ignored'; readonly retryAfterSeconds: number }

export interface TryHits {
  readonly address: Hits
  /** Of the /48 of an IPv6 address, which may have eight times as many. */
  readonly site?: Hits | undefined
  readonly typed: NameHits
  /** Absent where it is not known which names belong to one account. */
  readonly meant: NameHits | undefined
  /** Of the browsers that the account knows, where this is one of them. */
  readonly ofBrowser?: Hits | undefined
  /** The account has had too many wrong passwords in a row (sign-in-pause.ts). */
  readonly paused?: boolean
}

export function decideTry(hits: TryHits, limits: ThrottleLimits): TryDecision {
  const { typed, meant = typed, ofBrowser, paused = false } = hits
  if (ofBrowser !== undefined) {
    if (ofBrowser.count <= limits.accountAndAddress.limit) return { outcome: 'open' }
    return { outcome: 'wait', retryAfterSeconds: retryAfter([ofBrowser]) }
  }
  const isSitePast = hits.site !== undefined && hits.site.count > siteLimit(limits.address).limit
  const address = isSitePast ? (hits.site as Hits) : hits.address
  const byName = decideThrottle({ ...typed, address }, limits)
  if (!byName.allowed) return { outcome: 'wait', retryAfterSeconds: byName.retryAfterSeconds }
  const byAccount = decideThrottle({ ...meant, address }, limits)
  if (!byAccount.allowed) return { outcome: 'ignored', retryAfterSeconds: byAccount.retryAfterSeconds }
  return paused ? { outcome: 'ignored', retryAfterSeconds: LONGEST_LOCKOUT_SECONDS } : { outcome: 'open' }
}

const retryAfter = (over: readonly Hits[]): number =>
  Math.min(LONGEST_LOCKOUT_SECONDS, Math.max(1, ...over.map(({ resetMs }) => Math.ceil(resetMs / 1000))))
