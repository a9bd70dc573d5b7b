import { BUDGETS } from '../../../policies/budgets.ts'
import { rateAddress, rateSite } from '../../../policies/network-address.ts'
import {
  causeOf,
  decideDirectoryTry,
  decideTry,
  type ThrottleLimits,
  type TryDecision,
  waitsAfter,
} from '../../../policies/sign-in-throttle.ts'
import type { Storage } from '../../ports/storage.ts'
import { type Attempt, begin, beginSliding, checked, type Quota, refundSite } from '../limits/attempts.ts'
import { nameKey, resetOf, unknownKey, userKey } from '../limits/counters.ts'
import type { DirectoryUsers, NamedUser } from './directory-users.ts'
import type { SignInLockouts } from './sign-in-lockouts.ts'
import type { OnSubject } from './sign-in-names.ts'
import type { SignInPauses } from './sign-in-pauses.ts'

/** `address` is the client's IP address. */
export interface SignInTry {
  readonly username: string
  readonly address: string
}

export interface SignInAttempt extends Attempt {
  /** For the audit log, which combines an account's refusals from one IP address in one window into a single entry. */
  readonly refusal: { readonly key: string; readonly count: number; readonly past: number }
  /** Attempts from this IP address with this name, including this one. Does not reveal whether the account exists. */
  readonly typed: number
  readonly decision: TryDecision
  /** Replaces the password check if the directory service must not receive more wrong passwords for this account. */
  readonly untried: (() => Promise<undefined>) | undefined
  /** The decision, including any lockout, which is looked up during the password check unless the attempt must wait. */
  decided(): Promise<TryDecision>
  /** Call before sending the password to a directory service. If false, the attempt was canceled, so do not send it. */
  send(): boolean
}

/** Counts each attempt before the password check and refunds correct ones, so frequent sign-ins are not slowed down. */
export type SignInThrottle = ReturnType<typeof signInThrottle>

export interface NamedAccount {
  readonly subject: string | undefined
  /** @default 'local' */
  readonly checkedBy?: NamedUser['checkedBy']
  /** Whether the browser has proof of an earlier sign-in to this account. */
  readonly known: boolean
  /** The reset of the account's counters, if it was read with the name. */
  readonly reset?: Promise<string> | undefined
}

/** Looks up users by name. @throws DenialError 503 if a directory service is unavailable */
type NamesAtSignIn = Partial<Pick<DirectoryUsers, 'rejectUntried'>> & {
  userNamed(username: string, seen: OnSubject): Promise<NamedUser>
}

export interface SignInThrottleParts extends Pick<Storage, 'rates' | 'records'> {
  readonly limits: ThrottleLimits
  /** Finds the account for a name. If absent, attempts are counted only by the typed text. */
  readonly accounts?: NamesAtSignIn | undefined
  readonly lockouts: SignInLockouts
  readonly pauses: Pick<SignInPauses, 'note' | 'noteNetwork'>
  readonly now: () => number
}

export function signInThrottle(parts: SignInThrottleParts) {
  const { records, limits, accounts, lockouts, pauses, now } = parts
  const { directory } = BUDGETS.account
  return {
    /** `accounts`: attempts are also counted by account, so a lockout can cause an attempt's result to be ignored. */
    counts: accounts === undefined ? ('names' as const) : ('accounts' as const),
    /** The subject is undefined if no account matches or only names are counted. @throws DenialError 503 */
    userNamed: (username: string) => userNamed(parts, username),
    /** @throws DenialError 503 when a directory service is already checking too many passwords for the account */
    async begin(tried: SignInTry, named: NamedAccount): Promise<SignInAttempt> {
      const { counted, hits, from, refundSite, reset, user } = await count(parts, tried, named)
      const byHits = decideTry(hits, limits)
      const { subject, known, checkedBy = 'local' } = named
      const need = decideDirectoryTry({ checkedBy, known, outcome: byHits.outcome })
      const atDirectory =
        need === 'take' ? await checked(counted, () => beginSliding(records, directory, user, now)) : undefined
      const untried = need !== 'free' && atDirectory === undefined
      const decision: TryDecision = untried
        ? { outcome: 'ignored', retryAfterSeconds: directory.windowSeconds }
        : byHits
      // Refund the counter for the client's network here, because an attempt that must wait never completes.
      if (decision.outcome === 'wait' && hits.address.count > limits.address.limit) await refundSite()
      const waits = waitsAfter(hits, limits)
      const noteNetwork = async (): Promise<void> =>
        waits.network === 0 ? undefined : pauses.noteNetwork(user, from[waits.of], waits.network)
      if (decision.outcome === 'wait') await noteNetwork()
      const row =
        accounts === undefined || decision.outcome === 'wait'
          ? undefined
          : subject === undefined
            ? lockouts.begin(user, 'unknown')
            : lockouts.begin(`${subject}${reset}`, 'account')
      // Noted while the password is checked, so that the response takes the same time with or without a pause (D-A2).
      const noted =
        decision.outcome === 'wait' || waits.account === 0
          ? undefined
          : pauses.note(user, 'password', waits.account, causeOf(hits, limits))
      // Ignore the errors here, because `decided` and the functions that complete the attempt report them.
      for (const work of [row, noted]) work?.catch(() => undefined)
      let password = 'pending' as 'pending' | 'submitted' | 'withheld'
      const end = async (as: keyof Attempt, asAtDirectory = as): Promise<void> => {
        await Promise.all([
          counted[as](),
          atDirectory?.[asAtDirectory](),
          row?.then((tries) => tries[as]()),
          noted?.then((undo) => (as === 'failed' ? undefined : undo())),
        ])
      }
      const { count: triesOfUser, resetMs } = hits.ofUser.accountAndAddress
      const window = Math.round((now() + resetMs) / 60_000)
      return {
        decision,
        untried: untried ? async () => void (await accounts?.rejectUntried?.(tried.username)) : undefined,
        typed: hits.typed.accountAndAddress.count,
        refusal: {
          key: `${user}:${rateAddress(tried.address)}:${window}`,
          count: triesOfUser,
          past: Math.max(1, triesOfUser - limits.accountAndAddress.limit),
        },
        async decided() {
          const tries = await row
          return tries === undefined || untried
            ? decision
            : decideTry({ ...hits, locked: tries.outcome === 'locked' }, limits)
        },
        succeeded: () => end('succeeded'),
        failed: async () => void (await Promise.all([end('failed'), noteNetwork()])),
        send() {
          if (password === 'pending') password = 'submitted'
          return password === 'submitted'
        },
        cancelled() {
          if (password === 'pending') password = 'withheld'
          // A password that a directory service may have checked still counts toward the limit for that service.
          return end('cancelled', password === 'submitted' ? 'failed' : 'cancelled')
        },
      }
    },
  }
}

/**
 * Reads the resets of the counters beside the accounts, which costs no round trip: always two, one for each way to find
 * an account, so that time does not reveal whether there is one (D-A2).
 */
async function userNamed(
  { records, accounts }: SignInThrottleParts,
  username: string,
): Promise<NamedUser & Pick<NamedAccount, 'reset'>> {
  const resets = new Map<string, Promise<string>>()
  const found = await accounts?.userNamed(username, (sub) => {
    const key = keyOf(username, sub)
    const reset = resetOf(records, key)
    // `begin` reports the error.
    reset.catch(() => undefined)
    resets.set(key, reset)
  })
  const user: NamedUser = found ?? { subject: undefined, checkedBy: 'local' }
  return { ...user, reset: resets.get(keyOf(username, user.subject)) }
}

const keyOf = (username: string, subject: string | undefined): string =>
  subject === undefined ? unknownKey(username) : userKey(subject)

/** Updates all counters for an attempt in one round trip. */
async function count(
  { records, rates, limits, accounts }: SignInThrottleParts,
  { username, address }: SignInTry,
  { subject, known, reset: readReset }: NamedAccount,
) {
  const budget = (of: keyof ThrottleLimits): Quota => ({ ...limits[of], key: BUDGETS.signIn[of].key })
  const [ofAddress, here, anywhere] = [budget('address'), budget('accountAndAddress'), budget('account')]
  const [from, site] = [rateAddress(address), rateSite(address)]
  // Unknown names are counted too, so the work is always the same (D-A2).
  const bare = keyOf(username, subject)
  const reset = await (readReset ?? resetOf(records, bare))
  const [name, user] = [`${nameKey(username)}${reset}`, `${bare}${reset}`]
  const counted = await begin(rates, {
    address: [ofAddress, from],
    site: site === undefined ? undefined : [ofAddress, site],
    // The account's known browsers have a separate counter, so an attacker in a different browser cannot lock them out.
    ofBrowser: known ? [here, `known:${user}`] : undefined,
    nameHere: [here, `${name}:${from}`],
    name: [anywhere, name],
    userHere: accounts === undefined ? undefined : [here, `${user}:${from}`],
    user: accounts === undefined ? undefined : [anywhere, user],
  })
  const { nameHere, name: ofName, userHere = nameHere, user: ofUser = ofName, ...others } = counted.hits
  const typed = { accountAndAddress: nameHere, account: ofName }
  const hits = { ...others, typed, ofUser: { accountAndAddress: userHere, account: ofUser } }
  const refund = async (): Promise<void> => (site === undefined ? undefined : refundSite(rates, ofAddress, site))
  return { counted, hits, from: { address: from, site: site ?? from }, refundSite: refund, reset, user }
}
