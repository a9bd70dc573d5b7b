import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { EphemeralStore } from '../../../ports/ephemeral.ts'

/** How long a person may take to find their passkey, in seconds. */
export const CHALLENGE_SECONDS = 600

/**
 * Challenges of WebAuthn (s13.4.3): random, good once, for ten minutes, and only where they were given: in one interaction,
 * or in one session of the portal. They carry their own proof of origin, so asking for one writes nothing to the store.
 */
export interface Challenges {
  /** @param binding what the challenge belongs to */
  issue(binding: string): string
  /** Uses a challenge up. `void`: not ours, not of this place, too old, or used before. */
  redeem(challenge: string, binding: string): Promise<'fresh' | 'void'>
}

const USED = 'passkey-challenge'
const NONCE_BYTES = 16
const TIME_BYTES = 6

export function challenges(
  keys: readonly [Buffer, ...Buffer[]],
  records: EphemeralStore,
  now: () => number,
): Challenges {
  const tag = (key: Buffer, head: Buffer, binding: string): Buffer =>
    createHmac('sha256', key).update(head).update(binding).digest()
  return {
    issue(binding) {
      const head = Buffer.alloc(NONCE_BYTES + TIME_BYTES)
      randomBytes(NONCE_BYTES).copy(head)
      head.writeUIntBE(now() + CHALLENGE_SECONDS * 1000, NONCE_BYTES, TIME_BYTES)
      return Buffer.concat([head, tag(keys[0], head, binding)]).toString('base64url')
    },
    async redeem(challenge, binding) {
      const bytes = Buffer.from(challenge, 'base64url')
      const head = bytes.subarray(0, NONCE_BYTES + TIME_BYTES)
      const sent = bytes.subarray(NONCE_BYTES + TIME_BYTES)
      const genuine = keys.some((key) => {
        const expected = tag(key, head, binding)
        return expected.length === sent.length && timingSafeEqual(expected, sent)
      })
      if (!genuine || head.readUIntBE(NONCE_BYTES, TIME_BYTES) <= now()) return 'void'
      // The text is what was sent: one way of writing it, or the same bytes would count as two.
      const claim = await records.claim(USED, bytes.toString('base64url'), '1', CHALLENGE_SECONDS * 1000)
      return claim === 'claimed' ? 'fresh' : 'void'
    },
  }
}
