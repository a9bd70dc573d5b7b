import type { RateCounter } from '../../ports/rate-counter.ts'
import { digestOf } from '../keys/digest.ts'
import type { LetterOutbox } from './letter-outbox.ts'

/** Letters in an hour by which one user may prove addresses, and that one address may get: whoever enters somebody else's floods nobody. */
const LIMIT = 5
const WINDOW_MS = 3_600_000

/** Letters by which an address is proved to be a user's. */
export interface AddressProofs {
  /** Puts one into the outbox, for the address that waits to be proved when it is handed over. */
  send(sub: string, address: string): Promise<'queued' | 'too-many'>
}

export function addressProofs(rates: RateCounter, outbox: LetterOutbox): AddressProofs {
  return {
    async send(sub, address) {
      const counted = [`letters:address:${digestOf(sub, 12)}`, `letters:to:${digestOf(address.toLowerCase(), 12)}`]
      const hits = await Promise.all(counted.map((key) => rates.hit(key, WINDOW_MS)))
      if (hits.some(({ count }) => count > LIMIT)) return 'too-many'
      await outbox.queue({ kind: 'address', subject: sub })
      return 'queued'
    },
  }
}
