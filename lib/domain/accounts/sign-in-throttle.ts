import { rateAddress } from '../../../policies/rate-limits.ts'
import { decideTry, type NameHits, type ThrottleLimits, type TryDecision } from '../../../policies/sign-in-throttle.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { digestOf } from '../keys/digest.ts'
import type { EmbeddedDirectory } from './embedded-directory.ts'

/** Bytes of a digest in a counter's key. */
const KEY_BYTES = 12

/** An attempt that is allowed; `succeeded` refunds its count. */
interface Attempt {
  readonly outcome: 'open'
  succeeded(): Promise<void>
}

/**
 * Counts an attempt before the password is checked, so that simultaneous attempts all count, and refunds it when the password
 * was right: a user who signs in often is not slowed down.
 */
export interface SignInThrottle {
  /** Whether attempts count by account too, so that the result of one may be ignored. */
  readonly counts: 'names' | 'accounts'
  enter(username: string, address: string): Promise<Attempt | Exclude<TryDecision, { readonly outcome: 'open' }>>
}

/** @param accounts finds the account of a name; without it attempts count by what was typed alone */
export function signInThrottle(
  rates: RateCounter,
  limits: ThrottleLimits,
  accounts?: Pick<EmbeddedDirectory, 'accountMeant'>,
): SignInThrottle {
  return {
    counts: accounts === undefined ? 'names' : 'accounts',
    async enter(username, address) {
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
      const meant = await accounts?.accountMeant(username)
      // An unknown name is counted too, so that the work is always the same (D-A2).
      const user = meant === undefined ? `${typed}:nobody` : `login:person:${digestOf(meant.sub, KEY_BYTES)}`
      const [byAddress, byName, byAccount] = await Promise.all([
        hit(`login:${from}`, 'address'),
        hitsOf(typed),
        accounts === undefined ? undefined : hitsOf(user),
      ])
      const decision = decideTry({ address: byAddress, typed: byName, meant: byAccount }, limits)
      if (decision.outcome !== 'open') return decision
      return {
        outcome: 'open',
        succeeded: async () => {
          await Promise.all(keys.map((key) => rates.refund(key)))
        },
      }
    },
  }
}
