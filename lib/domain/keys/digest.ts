import { hash } from 'node:crypto'

/**
 * The first bytes of SHA-256 in base64url, in place of a value in the store and in URLs. 16 bytes resist a second
 * preimage. Use fewer only for values that no attacker chooses.
 */
export function digestOf(text: string | Uint8Array, bytes = 32): string {
  return hash('sha256', text, 'buffer').subarray(0, bytes).toString('base64url')
}
