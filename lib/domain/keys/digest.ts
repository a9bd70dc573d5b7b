import { hash } from 'node:crypto'

/**
 * The first bytes of the SHA-256 hash in base64url, used instead of the value in the store and in URLs. 16 bytes resist
 * second preimages. Use fewer only for values that an attacker cannot choose.
 */
export function digestOf(text: string | Uint8Array, bytes = 32): string {
  return hash('sha256', text, 'buffer').subarray(0, bytes).toString('base64url')
}
