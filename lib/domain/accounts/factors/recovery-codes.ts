import { RECOVERY_CODE_GROUPS, RECOVERY_CODES, readRecoveryCode } from '../../../../policies/recovery-code.ts'
import type { Signer } from '../../keys/signer.ts'
import { readableGroups } from './passwords.ts'

/** Generates and checks recovery codes. The store holds only hashes, keyed from the root secret. */
export type RecoveryCodes = ReturnType<typeof recoveryCodes>

export function recoveryCodes({ sign, index }: Signer) {
  const textOf = (sub: string, code: string): string => `${sub}\n${code}`
  return {
    make(sub: string): { readonly codes: readonly string[]; readonly hashes: readonly string[] } {
      const codes = Array.from({ length: RECOVERY_CODES }, () => readableGroups(RECOVERY_CODE_GROUPS))
      return { codes, hashes: codes.map((code) => sign(textOf(sub, code.replaceAll('-', '')))) }
    },
    /** Index of the matching hash, or -1 if none matches. */
    find(sub: string, typed: string, hashes: readonly string[]): number {
      const code = readRecoveryCode(typed)
      if (code === undefined) return -1
      // Compare all hashes, so the timing does not reveal the index.
      return hashes.map((kept) => index(textOf(sub, code), kept) >= 0).indexOf(true)
    },
  }
}
