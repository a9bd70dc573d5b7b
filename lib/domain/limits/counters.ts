/** Keys of the counters of one user or name. A reset changes all of them, whatever network or spelling they include. */
import { randomBytes } from 'node:crypto'
import { BUDGETS } from '../../../policies/budgets.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { digestOf } from '../keys/digest.ts'

const KIND = 'counter-reset'
/** Length of a digest in a counter's key, in bytes. */
const KEY_BYTES = 12
/** A reset lasts as long as the longest window, so no counter from before it is used again. */
const RESET_MS = BUDGETS.account.inARow.windowSeconds * 1000

export const userKey = (sub: string): string => `user:${digestOf(sub, KEY_BYTES)}`
/** Users may type a password into the wrong field, so only a digest is stored. */
export const nameKey = (typed: string): string => `name:${digestOf(canonicalUsername(typed) ?? typed, KEY_BYTES)}`
export const unknownKey = (typed: string): string => `unknown:${nameKey(typed)}`

/** Suffix for each of the user's or name's counter keys; empty without a reset. */
export async function resetOf(records: Pick<EphemeralStore, 'read'>, key: string): Promise<string> {
  const reset = await records.read(KIND, key)
  return reset === undefined ? '' : `:${reset}`
}

export const resetCounters = (records: Pick<EphemeralStore, 'put'>, key: string): Promise<void> =>
  records.put(KIND, key, randomBytes(9).toString('base64url'), RESET_MS)
