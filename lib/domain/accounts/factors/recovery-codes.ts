import { createHmac, timingSafeEqual } from 'node:crypto'
import { RECOVERY_CODE_GROUPS, RECOVERY_CODES, readRecoveryCode } from '../../../../policies/recovery-code.ts'
import { readableGroups } from './passwords.ts'

/** Makes and checks recovery codes. The store only has hashes under a key from the root secret. */
export type RecoveryCodes = ReturnType<typeof recoveryCodes>

/** @param keys newest first; hashes under each of them are accepted */
export function recoveryCodes(keys: readonly [Buffer, ...Buffer[]]) {
  const hash = (key: Buffer, sub: string, code: string): Buffer =>
    createHmac('sha256', key).update(`${sub}\n${code}`).digest()
  return {
    make(sub: string): { readonly codes: readonly string[]; readonly hashes: readonly string[] } {
      const codes = Array.from({ length: RECOVERY_CODES }, () => readableGroups(RECOVERY_CODE_GROUPS))
      return { codes, hashes: codes.map((code) => hash(keys[0], sub, code.replaceAll('-', '')).toString('base64url')) }
    },
    /** Index of the code among the hashes; -1 if there is none. */
    find(sub: string, typed: string, hashes: readonly string[]): number {
      const code = readRecoveryCode(typed)
      if (code === undefined) return -1
      const expected = keys.map((key) => hash(key, sub, code))
      // All are compared, so that the time does not reveal the index.
      const matches = hashes.map((kept) => {
        const bytes = Buffer.from(kept, 'base64url')
        return expected.filter((one) => one.length === bytes.length && timingSafeEqual(one, bytes)).length > 0
      })
      return matches.indexOf(true)
    },
  }
}
