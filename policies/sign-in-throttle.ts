/**
 * How many passwords and codes may be tried during a sign-in. Guessing is slowed down, but no user is locked out.
 *
 * - While an account is under a distributed attack, each IP address gets one password attempt, so the user can still
 *   sign in. The user's known browsers are counted separately.
 * - Passwords are counted by the name as typed and by the account that the name belongs to. Beyond the limit for the
 *   name, the page asks the user to wait. Beyond the limit for the account only, the result is ignored, because "wait"
 *   would reveal that the account exists.
 * - Too many wrong passwords in a row, from any network, lock an account's sign-ins in unknown browsers; a passkey
 *   still works. An attacker who keeps guessing can therefore delay those browsers, which is the price of the limit.
 * - An LDAP server gets fewer wrong passwords than would trigger its own lockout. Otherwise an attacker could lock the
 *   account in all other applications. Attempts without a response count too, because they may have been checked.
 * - Three out of a million codes are valid at a time, so codes are counted per account, from any IP address. Only an
 *   attacker who has the password can use these attempts up. Beyond the daily limit, one attempt is allowed every 15
 *   minutes.
 *
 * Spec      sign-in page, second step; D-A1, D-A2, D-G14
 * RFC       NIST SP 800-63B-4 s3.2.2 (disables a password after 100 consecutive failures; D-A2 pauses it); 4226 s7.3
 * Deny      the page shows when to try again, HTTP 429, or that the name or password is wrong, HTTP 422
 * Enforced  lib/domain/accounts/sign-in-throttle.ts, lib/domain/accounts/sign-in-lockouts.ts
 * Tests     test/policies/sign-in-throttle.test.ts, test/policies/second-step-throttle.test.ts,
 *           test/policies/sign-in-lockout.test.ts, test/policies/directory-lockout.test.ts,
 *           test/flows/sign-in-throttle.test.ts, test/flows/second-step.test.ts, test/flows/sign-in-lockout.test.ts,
 *           test/flows/directory-lockout.test.ts
 */
import { BUDGETS, checkLimit, type Hits, type Limit, type LimitVerdict, slowedBy } from './budgets.ts'
import { siteLimit } from './network-address.ts'

/** Maximum duration of a throttle, in seconds. */
export const LONGEST_LOCKOUT_SECONDS = 900

/** The shape of the `login.throttle` setting. */
export type ThrottleLimits = Readonly<Record<keyof typeof BUDGETS.signIn, Limit>>

/** Attempt counts for one name or account. */
export interface NameHits {
  readonly accountAndAddress: Hits
  readonly account: Hits
}

export function decideThrottle(
  { accountAndAddress, account, address }: NameHits & { readonly address: Hits },
  limits: ThrottleLimits,
): LimitVerdict {
  const here = slowedBy(limits.accountAndAddress, limits.account, account.count)
  const waits = [checkLimit(here, accountAndAddress), checkLimit(limits.address, address)].flatMap((verdict) =>
    verdict.allowed ? [] : [verdict.retryAfterSeconds],
  )
  return waits.length === 0 ? { allowed: true } : { allowed: false, retryAfterSeconds: Math.max(...waits) }
}

export type TryDecision =
  | { readonly outcome: 'open' }
  /** The page shows how long to wait. */
  | { readonly outcome: 'wait'; readonly retryAfterSeconds: number }
  /** The password is checked but the result is ignored; the response does not reveal this. */
  | { readonly outcome: 'ignored'; readonly retryAfterSeconds: number }

export interface TryHits {
  readonly address: Hits
  /** Counts for an IPv6 address's /48. The limit for a /48 is eight times as high as for a /64. */
  readonly site?: Hits | undefined
  readonly typed: NameHits
  /** Counts for the account with this name; undefined if names cannot be mapped to accounts. */
  readonly ofUser: NameHits | undefined
  /** Counts for the account's known browsers, if the attempt comes from one of them. */
  readonly ofBrowser?: Hits | undefined
  readonly locked?: boolean
}

export function decideTry(hits: TryHits, limits: ThrottleLimits): TryDecision {
  const { typed, ofUser = typed, ofBrowser, locked = false, site } = hits
  if (ofBrowser !== undefined) return outcomeOf(checkLimit(limits.accountAndAddress, ofBrowser), 'wait')
  const address = isSiteOver(site, limits) ? site : hits.address
  const byName = decideThrottle({ ...typed, address }, limits)
  if (!byName.allowed) return outcomeOf(byName, 'wait')
  const byAccount = decideThrottle({ ...ofUser, address }, limits)
  const isLocked = locked && byAccount.allowed
  return isLocked ? { outcome: 'ignored', retryAfterSeconds: LONGEST_LOCKOUT_SECONDS } : outcomeOf(byAccount, 'ignored')
}

const isSiteOver = (site: Hits | undefined, { address }: ThrottleLimits): site is Hits =>
  site !== undefined && site.count > siteLimit(address).limit

/** Attempts that caused a pause: the count of the limit that was reached. */
export interface Cause {
  readonly count: number
  /** Undefined for attempts in a row. */
  readonly windowSeconds?: number | undefined
}

/** The limit that pauses an account once this attempt has failed. */
export function causeOf({ typed, ofUser = typed, ofBrowser }: TryHits, limits: ThrottleLimits): Cause {
  const { account, accountAndAddress: here } = limits
  if (ofUser.account.count >= account.limit && ofUser.accountAndAddress.count < here.limit)
    return { count: ofUser.account.count, windowSeconds: account.windowSeconds }
  const count = Math.max(ofUser.accountAndAddress.count, ofBrowser?.count ?? 0)
  return { count, windowSeconds: here.windowSeconds }
}

export interface Waits {
  /** For the account, from this network; 0 if it is open. */
  readonly account: number
  /** For all accounts, from this network; 0 if it is open. */
  readonly network: number
  readonly of: 'address' | 'site'
}

/** Seconds that the next attempt must wait once this one has failed. */
export function waitsAfter({ address, site, typed, ofUser, ofBrowser }: TryHits, limits: ThrottleLimits): Waits {
  const next = { typed: nextOf(typed), ofUser: ofUser && nextOf(ofUser), address: NO_HITS }
  const decisions = [next, { ...next, ofBrowser: ofBrowser && another(ofBrowser) }].map((hits) =>
    decideTry(hits, limits),
  )
  const nextSite = site && another(site)
  const isSite = isSiteOver(nextSite, limits)
  const network = checkLimit(limits.address, isSite ? nextSite : another(address))
  return {
    account: Math.max(...decisions.map((one) => (one.outcome === 'open' ? 0 : one.retryAfterSeconds))),
    network: network.allowed ? 0 : network.retryAfterSeconds,
    of: isSite ? 'site' : 'address',
  }
}

const NO_HITS: Hits = { count: 0, resetMs: 0 }
/** The count after one more attempt. */
export const another = (hits: Hits): Hits => ({ ...hits, count: hits.count + 1 })
const nextOf = ({ accountAndAddress, account }: NameHits): NameHits => ({
  accountAndAddress: another(accountAndAddress),
  account: another(account),
})

const outcomeOf = (verdict: LimitVerdict, past: 'wait' | 'ignored'): TryDecision =>
  verdict.allowed ? { outcome: 'open' } : { outcome: past, retryAfterSeconds: verdict.retryAfterSeconds }

export const FAILURES_BEFORE_LOCKOUT = BUDGETS.account.inARow.limit
export const FAILURES_BETWEEN_LOCKOUTS = 10
export const LOCKOUT_SECONDS = LONGEST_LOCKOUT_SECONDS

export interface Row {
  /** Attempts since the last correct password, including this one. */
  readonly tries: number
  /** Number of attempts before the next lockout. */
  readonly open: number
  readonly locked: boolean
}

export const decideLockout = ({ tries, open, locked }: Row): 'open' | 'locked' =>
  locked || tries > open ? 'locked' : 'open'

/** The last remaining attempt starts a lockout. Once the lockout ends, more attempts are allowed. */
export const afterFailure = ({ tries, open }: Omit<Row, 'locked'>): 'go-on' | { readonly open: number } =>
  tries < open ? 'go-on' : { open: open + FAILURES_BETWEEN_LOCKOUTS }

export interface DirectoryAttempt {
  /** Whether Portico or the LDAP server checks the password. */
  readonly checkedBy: 'local' | 'directory'
  /** Whether the user has signed in with this browser before. */
  readonly known: boolean
  /** The decision based on the counts across all sign-ins. */
  readonly outcome: TryDecision['outcome']
}

/**
 * `take`: the password uses one of the attempts allowed at the LDAP server and is not sent if none are left. `untried`:
 * the password is not sent, because its result would be ignored anyway. `free`: the attempt is not counted. If the
 * outcome is `wait`, the password is not sent either.
 */
export function decideDirectoryTry({ checkedBy, known, outcome }: DirectoryAttempt): 'take' | 'untried' | 'free' {
  if (checkedBy === 'local' || known || outcome === 'wait') return 'free'
  return outcome === 'ignored' ? 'untried' : 'take'
}

/**
 * Recovery codes cannot be guessed and are counted separately, so they stay usable. Recovery by email
 * uses the two `by-email` kinds. They are also counted separately, because an attacker who reads a user's email must
 * not be able to use up the attempts for a sign-in.
 */
export type StepKind = 'code' | 'recovery-code' | 'code-by-email' | 'recovery-code-by-email'

export type StepVerdict = { readonly outcome: 'try' } | { readonly outcome: 'wait'; readonly retryAfterSeconds: number }

export function decideSecondStep(kind: StepKind, hits: { readonly quarter: Hits; readonly day: Hits }): StepVerdict {
  const { quarter, day } = BUDGETS.secondStep
  const isGuessed = kind === 'code' || kind === 'code-by-email'
  const verdict = checkLimit(isGuessed ? slowedBy(quarter, day, hits.day.count) : quarter, hits.quarter)
  return verdict.allowed ? { outcome: 'try' } : { outcome: 'wait', retryAfterSeconds: verdict.retryAfterSeconds }
}
