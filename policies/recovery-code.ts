/**
 * Recovery codes: for the day on which the phone is gone. Ten at a time, each good once, shown when they are made and never
 * again. They are long enough not to be guessed, and their letters are not taken for one another.
 *
 * Spec      ux.md A2, C4
 * RFC       NIST SP 800-63B-4 s3.1.2 (look-up secrets)
 * Deny      the page says that the code is not right and asks again, HTTP 422
 * Enforced  lib/domain/accounts/factors/recovery-codes.ts
 * Tests     test/policies/recovery-code.test.ts, test/flows/second-step.test.ts, test/flows/second-step-races.test.ts
 */
export const RECOVERY_CODES = 10
/** Groups of four letters: 59 bits. */
export const RECOVERY_CODE_GROUPS = 3
/** Fewer left than this, and the portal says so. */
export const RECOVERY_CODES_LOW = 3

/** What was typed, as it was given out but for its dashes; undefined for what can be no code. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u200e\u200f\u2010-\u2015-]/g, '')
  return /^[a-z2-9]{12}$/.test(code) ? code : undefined
}
