/**
 * Recovery codes, for users who have lost their second factor. There are ten at a time. Each code works once and is
 * shown only when it is created. The codes are too long to guess and contain no look-alike characters.
 *
 * Spec      second step of a sign-in, "Passkeys and two-step sign-in" in the portal
 * RFC       NIST SP 800-63B-4 s3.1.2.1, s3.1.2.2 (112 bits need no slow hash), s4.2.1.1; ASVS V6.5.2
 * Deny      the page reports that the code is wrong and prompts again, HTTP 422
 * Enforced  lib/domain/accounts/factors/recovery-codes.ts
 * Tests     test/policies/recovery-code.test.ts, test/flows/second-step.test.ts, test/flows/second-step-races.test.ts
 */
export const RECOVERY_CODES = 10
/** Each group has four characters, for 118 bits in total: the store keeps a keyed hash, not a password hash. */
export const RECOVERY_CODE_GROUPS = 6
/** The portal warns when fewer codes than this are left. */
export const RECOVERY_CODES_LOW = 3

/** Normalizes the input to the format in which codes are hashed, without dashes; undefined if it cannot be a code. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = withoutSigns(typed)
  return /^[a-z2-9]{24}$/.test(code) ? code : undefined
}

/** A one-time password of four groups as it is hashed, however its case, spaces, and dashes are typed. */
export function readOneTimePassword(typed: string): string | undefined {
  const groups = withoutSigns(typed)
  return /^[a-z2-9]{16}$/.test(groups) ? groups.replace(/(.{4})(?!$)/g, '$1-') : undefined
}

const withoutSigns = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
