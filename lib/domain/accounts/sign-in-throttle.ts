import { DIRECTORY_TRIES, decideDirectoryTry } from '../../../policies/directory-lockout.ts'
import { rateAddress, rateSite } from '../../../policies/rate-limits.ts'
import { decideTry, type NameHits, type ThrottleLimits, type TryDecision } from '../../../policies/sign-in-throttle.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { digestOf } from '../keys/digest.ts'
import type { DirectoryTries } from './directory-tries.ts'
import type { MeantUser } from './directory-users.ts'
import type { SignInPauses } from './sign-in-pauses.ts'

/** Bytes of a digest in a counter's key. */
const KEY_BYTES = 12

/** Who tries, and from where. */
export interface SignInTry {
  readonly username: string
  readonly address: string
}

/** What a try that counts comes to. */
export interface CountedAttempt {
  /** For the audit trail: refusals of one account from one address within one window are one entry. */
  readonly refusal: { readonly key: string; readonly count: number }
  /** Tries from this address under the name as it was typed, this one included: nobody learns from it whose name it is. */
  readonly typed: number
  readonly decision: TryDecision
  /** The directory service is to hear of no more wrong passwords of this account: to be done instead of trying this one. */
  readonly untried: (() => Promise<undefined>) | undefined
  /**
   * The same, and whether the account's sign-ins pause. It is found out while the password is checked: a try that has to wait is
   * not one of the account's row.
   */
  decided(): Promise<TryDecision>
  /** The password was right. */
  succeeded(): Promise<void>
  /** It was wrong, or is taken for wrong. */
  failed(): Promise<void>
  /** The password is about to be sent to a directory service. False: the try is undone, and nobody waits for it. */
  send(): boolean
  /** Nobody could judge it: as if it had not been made. What a directory service may have heard stays one of its tries. */
  undo(): Promise<void>
}

/**
 * Counts an attempt before the password is checked, so that simultaneous attempts all count, and refunds it when the password
 * was right: a user who signs in often is not slowed down.
 */
export interface SignInThrottle {
  /** Whether attempts count by account too, so that the result of one may be ignored. */
  readonly counts: 'names' | 'accounts'
  /**
   * The account that a name means. No subject: there is none, or names are all that is known.
   * @throws DenialError 503 when a directory service cannot say
   */
  meant(username: string): Promise<MeantUser>
  /** @throws DenialError 503 when too many passwords of an account are judged at a directory service */
  enter(attempt: SignInTry, meant: MeantAccount): Promise<CountedAttempt>
}

export interface MeantAccount {
  readonly subject: string | undefined
  /** Absent: here. */
  readonly judge?: MeantUser['judge']
  /** The browser has proved that its user has signed in to this very account with it before. */
  readonly known: boolean
}

/** Whom names mean. @throws DenialError 503 when a directory service cannot say */
export interface NamesAtSignIn {
  meant(username: string): Promise<MeantUser>
  /** At a directory service, as much work as a wrong password makes; none is tried. */
  rejectUntried?(username: string): Promise<void>
}

export interface SignInThrottleParts {
  readonly rates: RateCounter
  readonly limits: ThrottleLimits
  /** Finds the account of a name; without it attempts count by what was typed alone. */
  readonly accounts?: NamesAtSignIn | undefined
  readonly pauses: SignInPauses
  readonly directoryTries: DirectoryTries
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export function signInThrottle(parts: SignInThrottleParts): SignInThrottle {
  const { rates, limits, accounts, pauses, directoryTries, now } = parts
  return {
    counts: accounts === undefined ? 'names' : 'accounts',
    meant: async (username) => (await accounts?.meant(username)) ?? { subject: undefined, judge: 'here' },
    async enter({ username, address }, { subject, known, judge = 'here' }) {
      const from = rateAddress(address)
      const keys: string[] = []
      const hit = (key: string, name: keyof ThrottleLimits): ReturnType<RateCounter['hit']> => {
        keys.push(key)
        return rates.hit(key, limits[name].windowSeconds * 1000)
      }
      const hitsOf = async (key: string): Promise<NameHits> => {
        const [accountAndAddress, account] = await Promise.all([
          hit(`${key}:${from}`, 'accountAndAddress'),
          hit(key, 'account'),
        ])
        return { accountAndAddress, account }
      }
      // The text may be a password in the wrong field: it is not stored in clear.
      const typed = `login:${digestOf(canonicalUsername(username) ?? username, KEY_BYTES)}`
      // An unknown name is counted too, so that the work is always the same (D-A2).
      const user = subject === undefined ? `${typed}:nobody` : `login:person:${digestOf(subject, KEY_BYTES)}`
      // A browser that the account knows has a counter of its own: whoever guesses elsewhere does not lock it out.
      const site = rateSite(address)
      const [ofBrowser, byAddress, bySite, byName, byAccount] = await Promise.all([
        known ? hit(`${user}:known`, 'accountAndAddress') : undefined,
        hit(`login:${from}`, 'address'),
        site === undefined ? undefined : hit(`login:${site}`, 'address'),
        hitsOf(typed),
        accounts === undefined ? undefined : hitsOf(user),
      ])
      const hits = { address: byAddress, site: bySite, typed: byName, meant: byAccount, ofBrowser }
      const byHits = decideTry(hits, limits)
      const need = decideDirectoryTry({ judge, known, outcome: byHits.outcome })
      const undoHits = async (): Promise<unknown> => Promise.all(keys.map((key) => rates.refund(key)))
      const directoryTry =
        need !== 'take'
          ? undefined
          : await directoryTries.take(user).catch(async (error: unknown) => {
              await undoHits()
              throw error
            })
      const untried = need !== 'free' && directoryTry === undefined
      const decision: TryDecision = untried
        ? { outcome: 'ignored', retryAfterSeconds: DIRECTORY_TRIES.windowSeconds }
        : byHits
      // What one network is refused anyway uses up nothing of its neighbours'. Nobody undoes a try that had to wait.
      if (site !== undefined && decision.outcome === 'wait' && byAddress.count > limits.address.limit)
        await rates.refund(`login:${site}`)
      const counted =
        accounts === undefined || decision.outcome === 'wait'
          ? undefined
          : pauses.count(subject ?? `nobody ${typed}`, subject === undefined ? 'nobody' : 'account')
      // Whoever asks for it hears of it.
      counted?.catch(() => undefined)
      let password = 'here' as 'here' | 'sent' | 'kept back'
      const { count, resetMs } = (byAccount ?? byName).accountAndAddress
      const window = Math.round((now() + resetMs) / 60_000)
      return {
        decision,
        untried: untried ? async () => void (await accounts?.rejectUntried?.(username)) : undefined,
        typed: byName.accountAndAddress.count,
        refusal: { key: `${user}:${from}:${window}`, count },
        async decided() {
          const row = await counted
          return row === undefined || untried
            ? decision
            : decideTry({ ...hits, paused: row.outcome === 'paused' }, limits)
        },
        async succeeded() {
          const row = await counted
          const anew = row !== undefined && subject !== undefined && row.tries > 1
          await Promise.all([undoHits(), directoryTry?.giveBack(), anew ? pauses.end(subject) : row?.undo()])
        },
        async failed() {
          await Promise.all([directoryTry?.keep(), counted?.then((row) => row.failed())])
        },
        send() {
          if (password === 'here') password = 'sent'
          return password === 'sent'
        },
        async undo() {
          const heard = password === 'sent'
          if (!heard) password = 'kept back'
          const ofDirectory = heard ? directoryTry?.keep() : directoryTry?.giveBack()
          await Promise.all([undoHits(), ofDirectory, counted?.then((row) => row.undo())])
        },
      }
    },
  }
}
