import { hash } from 'node:crypto'

/**
 * The first bytes of SHA-256 in base64url: what the store and addresses contain instead of a value. 16 bytes are enough that
 * nobody finds a second value with the same digest; fewer serve only for values that no attacker chooses.
 */
export function digestOf(text: string | Uint8Array, bytes = 32): string {
  return hash('sha256', text, 'buffer').subarray(0, bytes).toString('base64url')
}
