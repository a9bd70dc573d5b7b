import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { EphemeralStore } from '../../../ports/ephemeral.ts'
import type { OtherSecrets } from '../../keys/secret-registry.ts'

/** Time allowed for presenting a passkey, in seconds. */
export const CHALLENGE_SECONDS = 600

/**
 * WebAuthn challenges (s13.4.3). Each challenge is random and can be used once, within ten minutes, in the interaction
 * or portal session it was issued for. An HMAC authenticates it, so issuing a challenge does not write to the store.
 */
export type Challenges = ReturnType<typeof challenges>

const USED = 'passkey-challenge'
const NONCE_BYTES = 16
const TIME_BYTES = 6
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES
const TAG_BYTES = 32

export function challenges(
  keys: readonly [Buffer, ...Buffer[]],
  records: EphemeralStore,
  now: () => number,
  others: OtherSecrets,
) {
  const tag = (key: Buffer, head: Buffer, binding: string): Buffer =>
    createHmac('sha256', key).update(head).update(binding).digest()
  return {
    /** @param binding the interaction or portal session that the challenge belongs to */
    issue(binding: string): string {
      const head = Buffer.alloc(HEAD_BYTES)
      randomBytes(NONCE_BYTES).copy(head)
      head.writeUIntBE(now() + CHALLENGE_SECONDS * 1000, NONCE_BYTES, TIME_BYTES)
      return Buffer.concat([head, tag(keys[0], head, binding)]).toString('base64url')
    },
    /** Consumes a challenge. `invalid`: not issued by Portico, issued for another binding, expired, or already used. */
    async redeem(challenge: string, binding: string): Promise<'valid' | 'invalid'> {
      const bytes = Buffer.from(challenge, 'base64url')
      const head = bytes.subarray(0, HEAD_BYTES)
      const sent = bytes.subarray(HEAD_BYTES)
      const verified = keys.some((key) => {
        const expected = tag(key, head, binding)
        return expected.length === sent.length && timingSafeEqual(expected, sent)
      })
      if (!verified && bytes.length === HEAD_BYTES + TAG_BYTES) await others.assertNoneUnknown()
      if (!verified || head.readUIntBE(NONCE_BYTES, TIME_BYTES) <= now()) return 'invalid'
      // Encode again, so a different base64url spelling of the same bytes does not count as a different challenge.
      const claim = await records.claim(USED, bytes.toString('base64url'), '1', CHALLENGE_SECONDS * 1000)
      return claim === 'claimed' ? 'valid' : 'invalid'
    },
  }
}
