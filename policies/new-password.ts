/**
 * Requirements for a new password: it must be long enough, the same in both fields, and different from the user name
 * and email address. There are no composition rules, because such rules lead to weaker passwords.
 *
 * Spec      new-password page during a sign-in, password page in the portal; D-A3
 * RFC       NIST SP 800-63B-4 s3.1.1.2
 * Deny      the page explains the issue and prompts again, HTTP 422
 * Enforced  lib/protocol/interaction/new-password.ts, lib/apps/portal/password.ts
 * Tests     test/policies/new-password.test.ts, test/flows/one-time-password.test.ts
 */
import { canonicalPassword, canonicalUsername } from './username.ts'

export const NEW_PASSWORD_MIN_LENGTH = 12
export const NEW_PASSWORD_MAX_LENGTH = 1024
/** How long the new-password form is valid after the one-time password was entered, in seconds. */
export const NEW_PASSWORD_SECONDS = 600

export type NewPasswordIssue = 'missing' | 'too_short' | 'too_long' | 'is_username' | 'repeat_differs' | 'is_old'

/** @param names the account's user name and email address */
export function newPasswordIssue(chosen: {
  readonly password: string
  readonly repeat: string
  readonly names: readonly string[]
}): NewPasswordIssue | undefined {
  const password = canonicalPassword(chosen.password)
  const { length } = [...password]
  if (length === 0) return 'missing'
  if (length < NEW_PASSWORD_MIN_LENGTH) return 'too_short'
  if (length > NEW_PASSWORD_MAX_LENGTH) return 'too_long'
  const name = canonicalUsername(password.trim())
  if (name !== undefined && chosen.names.some((own) => canonicalUsername(own) === name)) return 'is_username'
  return password === canonicalPassword(chosen.repeat) ? undefined : 'repeat_differs'
}
