import { RECOVERY_CODE_GROUPS, RECOVERY_CODES, readRecoveryCode } from '../../../../policies/recovery-code.ts'
import { signer } from '../../keys/signer.ts'
import { readableGroups } from './passwords.ts'

/** Makes and checks recovery codes. The store only has hashes under a key from the root secret. */
export type RecoveryCodes = ReturnType<typeof recoveryCodes>

/** @param keys newest first; hashes under each of them are accepted */
export function recoveryCodes(keys: readonly [Buffer, ...Buffer[]]) {
  const { sign, index } = signer(keys)
  const textOf = (sub: string, code: string): string => `${sub}\n${code}`
  return {
    make(sub: string): { readonly codes: readonly string[]; readonly hashes: readonly string[] } {
      const codes = Array.from({ length: RECOVERY_CODES }, () => readableGroups(RECOVERY_CODE_GROUPS))
      return { codes, hashes: codes.map((code) => sign(textOf(sub, code.replaceAll('-', '')))) }
    },
    /** Index of the code among the hashes; -1 if there is none. */
    find(sub: string, typed: string, hashes: readonly string[]): number {
      const code = readRecoveryCode(typed)
      if (code === undefined) return -1
      // All are compared, so that the time does not reveal the index.
      return hashes.map((kept) => index(textOf(sub, code), kept) >= 0).indexOf(true)
    },
  }
}
