/**
 * Codes from an authenticator app: six digits that change every 30 seconds. Clocks may be one step ahead or behind. A
 * code must be newer than the last accepted one, so an observed code cannot be replayed.
 *
 * Spec      second step of a sign-in, "Passkeys and two-step sign-in" in the portal
 * RFC       6238 s4, s5.2; 4226 s5.3; NIST SP 800-63B-4 s3.1.4.2 (single use)
 * Deny      the page reports that the code is wrong or already used, and prompts again, HTTP 422
 * Enforced  lib/domain/accounts/factors/totp.ts, lib/web/pages/new-authenticator.ts
 * Tests     test/policies/authenticator-code.test.ts, test/flows/second-step.test.ts,
 *           test/flows/second-step-races.test.ts
 */
export const CODE_DIGITS = 6
export const CODE_STEP_SECONDS = 30
/** As long as a SHA-1 hash, as RFC 4226 s4 recommends. */
export const SECRET_BYTES = 20
const DRIFT_STEPS = 1

/** Returns six ASCII digits: drops spaces and hyphens, and converts Arabic and Persian digits. */
export function readCode(typed: string): string | undefined {
  const digits = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** The time steps whose codes are valid at the given time. @param seconds since the epoch */
export function stepsAt(seconds: number): readonly number[] {
  const step = Math.floor(seconds / CODE_STEP_SECONDS)
  return Array.from({ length: 2 * DRIFT_STEPS + 1 }, (_, index) => step - DRIFT_STEPS + index)
}

export type CodeDecision =
  | { readonly outcome: 'accepted'; readonly step: number }
  | { readonly outcome: 'used' | 'wrong' }

/** @param matched steps whose code equals the input @param lastUsed the step of the last accepted code */
export function decideCode(matched: readonly number[], lastUsed: number): CodeDecision {
  if (matched.length === 0) return { outcome: 'wrong' }
  const step = Math.max(...matched)
  return step > lastUsed ? { outcome: 'accepted', step } : { outcome: 'used' }
}
