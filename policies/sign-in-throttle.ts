/**
 * How many passwords and codes may be tried in a sign-in. Guessing becomes slow, and no user is locked out of their own account.
 *
 * - An account under a distributed attack allows each address one password, so its user gets in. A browser that the user has signed in with
 *   before has a count of its own.
 * - Passwords count by the name that was typed, and by the account that it identifies. Past a limit of the name the page says to wait. Past
 *   one of the account alone the result is ignored: "wait" would disclose that both names are of one account, and that it exists.
 * - Wrong passwords in a row from anywhere make an account's sign-ins pause, in browsers that it does not know; a passkey still signs in. An
 *   attacker who keeps guessing can keep those browsers waiting: that is the price of the bound.
 * - A directory service gets fewer wrong passwords than its own lockout counts, or an attacker here would lock the account everywhere else.
 *   One that was sent and not answered counts too, for it may have been checked.
 * - Three of a million codes are valid at a time, so codes count per account, from any address. Only an attacker who knows the password can
 *   use these tries up. Past the limit of a day one is allowed every quarter of an hour.
 *
 * Spec      sign-in page, second step; D-A1, D-A2, D-G14
 * RFC       NIST SP 800-63B s5.2.2 (no more than 100 consecutive failed attempts), 800-63B-4 s3.2.2; 4226 s7.3
 * Deny      the page says when to try again, HTTP 429; or that name or password is wrong, HTTP 422
 * Enforced  lib/domain/accounts/sign-in-throttle.ts, lib/domain/accounts/sign-in-pauses.ts
 * Tests     test/policies/sign-in-throttle.test.ts, test/policies/second-step-throttle.test.ts, test/policies/sign-in-pause.test.ts,
 *           test/policies/directory-lockout.test.ts, test/flows/sign-in-throttle.test.ts, test/flows/second-step.test.ts,
 *           test/flows/sign-in-pause.test.ts, test/flows/directory-lockout.test.ts
 */
import { BUDGETS, checkLimit, type Hits, type Limit, type LimitVerdict, slowedBy } from './budgets.ts'
import { siteLimit } from './network-address.ts'

/** No throttle lasts longer. */
export const LONGEST_LOCKOUT_SECONDS = 900

/** As the setting `login.throttle` has them. */
export type ThrottleLimits = Readonly<Record<keyof typeof BUDGETS.signIn, Limit>>

/** Counts under one key, a name or an account. */
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
  /** The account has had too many wrong passwords in a row. */
  readonly paused?: boolean
}

export function decideTry(hits: TryHits, limits: ThrottleLimits): TryDecision {
  const { typed, meant = typed, ofBrowser, paused = false, site } = hits
  if (ofBrowser !== undefined) return outcomeOf(checkLimit(limits.accountAndAddress, ofBrowser), 'wait')
  const address = site !== undefined && site.count > siteLimit(limits.address).limit ? site : hits.address
  const byName = decideThrottle({ ...typed, address }, limits)
  if (!byName.allowed) return outcomeOf(byName, 'wait')
  const byAccount = decideThrottle({ ...meant, address }, limits)
  const isPaused = paused && byAccount.allowed
  return isPaused ? { outcome: 'ignored', retryAfterSeconds: LONGEST_LOCKOUT_SECONDS } : outcomeOf(byAccount, 'ignored')
}

const outcomeOf = (verdict: LimitVerdict, past: 'wait' | 'ignored'): TryDecision =>
  verdict.allowed ? { outcome: 'open' } : { outcome: past, retryAfterSeconds: verdict.retryAfterSeconds }

export const FAILURES_BEFORE_PAUSE = BUDGETS.account.inARow.limit
export const FAILURES_BETWEEN_PAUSES = 10
export const PAUSE_SECONDS = LONGEST_LOCKOUT_SECONDS

export interface Row {
  /** Tries since the last right password, the present one included. */
  readonly tries: number
  /** How many are open before the next pause. */
  readonly open: number
  readonly paused: boolean
}

export const decidePause = ({ tries, open, paused }: Row): 'open' | 'paused' =>
  paused || tries > open ? 'paused' : 'open'

/** What a wrong password leads to: the last that was open begins a pause, after which some more are open. */
export const afterFailure = ({ tries, open }: Omit<Row, 'paused'>): 'go-on' | { readonly open: number } =>
  tries < open ? 'go-on' : { open: open + FAILURES_BETWEEN_PAUSES }

/** One try to sign in, as far as it is checked. */
export interface DirectoryAttempt {
  /** Who checks the password. */
  readonly judge: 'here' | 'directory'
  /** The user has signed in with this browser before. */
  readonly known: boolean
  /** By the counts of all sign-ins. */
  readonly outcome: TryDecision['outcome']
}

/**
 * `take`: it needs one of the directory service's tries, and is not sent when there is none. `untried`: it is not sent, because its result
 * is ignored anyway. `free`: nothing is bounded here; one that has to wait is not sent either.
 */
export function decideDirectoryTry({ judge, known, outcome }: DirectoryAttempt): 'take' | 'untried' | 'free' {
  if (judge === 'here' || known || outcome === 'wait') return 'free'
  return outcome === 'ignored' ? 'untried' : 'take'
}

/**
 * Recovery codes cannot be guessed and have a count of their own: they remain usable. The last two are those of a recovery by email: an
 * attacker who reads a user's email must not use up the tries of a sign-in.
 */
export type StepKind = 'code' | 'recovery-code' | 'code-by-letter' | 'recovery-code-by-letter'

export type StepVerdict = { readonly outcome: 'try' } | { readonly outcome: 'wait'; readonly retryAfterSeconds: number }

export function decideSecondStep(kind: StepKind, hits: { readonly quarter: Hits; readonly day: Hits }): StepVerdict {
  const { quarter, day } = BUDGETS.secondStep
  const isGuessed = kind === 'code' || kind === 'code-by-letter'
  const verdict = checkLimit(isGuessed ? slowedBy(quarter, day, hits.day.count) : quarter, hits.quarter)
  return verdict.allowed ? { outcome: 'try' } : { outcome: 'wait', retryAfterSeconds: verdict.retryAfterSeconds }
}
