import { createHash } from 'node:crypto'
import { rateAddress } from '../../policies/rate-limits.ts'
import { decideThrottle } from '../../policies/sign-in-throttle.ts'
import type { ThrottleLimits } from '../../policies/sign-in-throttle.ts'
import { canonicalUsername } from '../../policies/username.ts'
import type { RateCounter } from '../ports/rate-counter.ts'

/**
 * Counts a try before the password is looked at, so that tries at the same moment all count, and takes the count back
 * when the password was right: who signs in often is not slowed down.
 */
export interface SignInThrottle {
  enter(username: string, address: string): Promise<{ readonly allowed: true; succeeded(): Promise<void> } | { readonly allowed: false; readonly retryAfterSeconds: number }>
}

export function signInThrottle(rates: RateCounter, limits: ThrottleLimits): SignInThrottle {
  return {
    async enter(username, address) {
      const from = rateAddress(address)
      // What is typed may be a password in the wrong field: it is not kept in clear.
      const account = createHash('sha256').update(canonicalUsername(username) ?? username).digest().subarray(0, 12).toString('base64url')
      const keys = { accountAndAddress: `login:${account}:${from}`, address: `login:${from}`, account: `login:${account}` }
      const windowMs = (name: keyof ThrottleLimits): number => limits[name].windowSeconds * 1000
      const [accountAndAddress, byAddress, byAccount] = await Promise.all([
        rates.hit(keys.accountAndAddress, windowMs('accountAndAddress')), rates.hit(keys.address, windowMs('address')), rates.hit(keys.account, windowMs('account')),
      ])
      const verdict = decideThrottle({ accountAndAddress, address: byAddress, account: byAccount }, limits)
      if (!verdict.allowed) return verdict
      return { allowed: true, succeeded: async () => { await Promise.all([rates.refund(keys.accountAndAddress), rates.refund(keys.address), rates.refund(keys.account)]) } }
    },
  }
}
