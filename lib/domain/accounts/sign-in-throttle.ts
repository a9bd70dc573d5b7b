import { createHash } from 'node:crypto'
import { rateAddress } from '../../../policies/rate-limits.ts'
import { decideTry, type NameHits, type ThrottleLimits, type TryDecision } from '../../../policies/sign-in-throttle.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import type { EmbeddedDirectory } from './embedded-directory.ts'

/** A try whose turn it is: the password counts, and when it was right the count is taken back. */
interface Turn {
  readonly outcome: 'open'
  succeeded(): Promise<void>
}

/**
 * Counts a try before the password is looked at, so that tries at the same moment all count, and takes the count back
 * when the password was right: who signs in often is not slowed down.
 */
export interface SignInThrottle {
  /** Whether tries count by account too, so that one may be made in vain. */
  readonly counts: 'names' | 'accounts'
  enter(username: string, address: string): Promise<Turn | Exclude<TryDecision, { readonly outcome: 'open' }>>
}

/** @param accounts where it is known whom a name means; elsewhere tries count by what was typed alone */
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
      // What is typed may be a password in the wrong field: it is not kept in clear.
      const typed = `login:${digestOf(canonicalUsername(username) ?? username)}`
      const meant = await accounts?.accountMeant(username)
      // Nobody is counted too: the work is the same whoever it is (A2).
      const user = meant === undefined ? `${typed}:nobody` : `login:person:${digestOf(meant.sub)}`
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

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 12).toString('base64url')
}
