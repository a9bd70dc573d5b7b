/**
 * Whether an account is well protected, in up to four checks. The password is not very old, there is a passkey or an
 * authenticator app, enough recovery codes are left, and no device is new. Checks that do not apply to the account are
 * skipped, so the page never suggests something that the user cannot do, nor claims what it cannot check.
 *
 * Spec      portal home and devices pages
 * RFC       NIST SP 800-63B-4 s3.1.1.2 (no periodic password changes: an old password is only flagged and blocks
 *           nothing)
 * Deny      none: the page only suggests what to improve
 * Enforced  lib/apps/portal/home.ts
 * Tests     test/policies/account-safety.test.ts, test/flows/portal-home.test.ts
 */
import { RECOVERY_CODES_LOW } from './recovery-code.ts'

/**
 * Whether the checks say enough to call an account well protected. Without a second step to check, another service
 * decides how the user signs in.
 */
export const isRated = (checks: readonly SafetyCheck[]): boolean => checks.includes('second-step')

const DAY_MS = 86_400_000
export const PASSWORD_OLD_MS = 730 * DAY_MS
/** How long a device is marked as new. */
export const NEW_DEVICE_MS = DAY_MS

export type SafetyCheck = 'password' | 'second-step' | 'recovery-codes' | 'devices'
export interface SafetyVerdict {
  readonly check: SafetyCheck
  readonly verdict: 'fine' | 'improve'
}

/** Facts about an account. A field is absent if the check that uses it does not apply. */
export interface AccountFacts {
  /** `ageMs` is absent if the date of the last change is unknown. */
  readonly password?: { readonly ageMs?: number }
  readonly secondStep?: 'on' | 'off'
  readonly recoveryCodes?: { readonly left: number }
  readonly newDevices: number
}

export function evaluateSafety(facts: AccountFacts): readonly SafetyVerdict[] {
  const { password, secondStep, recoveryCodes, newDevices } = facts
  const verdict = (check: SafetyCheck, fine: boolean): SafetyVerdict => ({ check, verdict: fine ? 'fine' : 'improve' })
  return [
    ...(password === undefined ? [] : [verdict('password', (password.ageMs ?? 0) < PASSWORD_OLD_MS)]),
    ...(secondStep === undefined ? [] : [verdict('second-step', secondStep === 'on')]),
    ...(recoveryCodes === undefined ? [] : [verdict('recovery-codes', recoveryCodes.left >= RECOVERY_CODES_LOW)]),
    verdict('devices', newDevices === 0),
  ]
}

export interface KnownDevice {
  readonly browser?: string | undefined
  readonly system?: string | undefined
  /** Milliseconds since the epoch. */
  readonly signedInAt: number
}

/** A device is new for a day if the user has earlier devices, but none with the same browser and operating system. */
export function isNewDevice(device: KnownDevice, all: readonly KnownDevice[], now: number): boolean {
  const { browser, system, signedInAt } = device
  if (now - signedInAt >= NEW_DEVICE_MS) return false
  const earlier = all.filter((other) => other.signedInAt < signedInAt)
  return earlier.length > 0 && !earlier.some((other) => other.browser === browser && other.system === system)
}
