import { BUDGETS } from '../../../policies/budgets.ts'
import { canonicalAddress } from '../../../policies/sign-in-address.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { digestOf } from '../keys/digest.ts'
import { exceededBy } from '../limits/attempts.ts'
import type { EmailOutbox } from './email-outbox.ts'

export type AddressProofs = ReturnType<typeof addressProofs>

export function addressProofs(rates: RateCounter, outbox: EmailOutbox) {
  return {
    /** Queues a verification email. The recipient is whichever address is unverified at the time of handover. */
    async send(sub: string, address: string): Promise<'queued' | 'too-many'> {
      const exceeded = await Promise.all([
        exceededBy(rates, BUDGETS.emails.proofsOfUser, digestOf(sub, 12)),
        exceededBy(rates, BUDGETS.emails.proofsOfAddress, digestOf(canonicalAddress(address) ?? address, 12)),
      ])
      if (exceeded.some((one) => one !== undefined)) return 'too-many'
      await outbox.queue({ kind: 'address', subject: sub })
      return 'queued'
    },
  }
}
