/**
 * Requirements for passwords that users choose or sign in with. There are no composition rules, because such rules
 * lead to weaker passwords.
 *
 * Spec      D-A9; new-password page during a sign-in, password page in the portal
 * RFC       NIST SP 800-63B-4 s3.1.1.2
 * Deny      the page explains the issue and prompts again, HTTP 422; a sign-in shows the new-password page
 * Enforced  lib/protocol/interaction/new-password.ts, lib/protocol/interaction/password.ts,
 *           lib/protocol/recovery/choose.ts, lib/apps/portal/password.ts, lib/web/ui/assets/new-password.js
 * Tests     test/policies/new-password.test.ts, test/flows/password-rules.test.ts
 */
import { unpredictableLength, withoutWords } from './guessable-password.ts'
import { canonicalPassword } from './username.ts'

const MIN_LENGTH = { optional: 15, required: 8 } as const
export const NEW_PASSWORD_MAX_LENGTH = 1024
/** How long the new-password form is valid after the old password was entered, in seconds. */
export const NEW_PASSWORD_SECONDS = 600

/** What a password is checked against besides the list. A browser receives it, too. */
export interface PasswordLimits {
  readonly minLength: number
  /** The user's names and email address, the product's name and the host. */
  readonly words: readonly string[]
}

export interface PasswordFacts extends Pick<PasswordLimits, 'words'> {
  /** Whether a sign-in with this password always needs a second factor, too. */
  readonly secondFactor: keyof typeof MIN_LENGTH
  /** Whether the password is a variation of a common or compromised one. */
  readonly isListed: (password: string) => boolean
}

/** Whether a password misses a rule that does not need the list. */
export const MISSES = {
  too_short: (password: string, { minLength }: PasswordLimits) => [...canonicalPassword(password)].length < minLength,
  is_name: (password: string, { minLength, words }: PasswordLimits) => {
    const rest = withoutWords(password, words)
    return rest !== undefined && unpredictableLength(rest) < minLength / 2
  },
  predictable: (password: string, { minLength }: PasswordLimits) => unpredictableLength(password) < minLength / 2,
} as const satisfies Record<string, (password: string, limits: PasswordLimits) => boolean>

/** Why a password that a user signs in with must be replaced. */
export type PasswordWeakness = keyof typeof MISSES | 'listed'
export type NewPasswordIssue = PasswordWeakness | 'missing' | 'too_long' | 'repeat_differs' | 'is_old'

export const limitsOf = ({ secondFactor, words }: PasswordFacts): PasswordLimits => ({
  minLength: MIN_LENGTH[secondFactor],
  words,
})

export function passwordWeakness(password: string, facts: PasswordFacts): PasswordWeakness | undefined {
  const limits = limitsOf(facts)
  const missed = Object.entries(MISSES).find(([, misses]) => misses(password, limits))?.[0]
  return (missed as PasswordWeakness | undefined) ?? (facts.isListed(password) ? 'listed' : undefined)
}

/** Checks the password before its repetition. */
export function newPasswordIssue(
  { password, repeat }: { readonly password: string; readonly repeat: string },
  facts: PasswordFacts,
): NewPasswordIssue | undefined {
  const canonical = canonicalPassword(password)
  if (canonical === '') return 'missing'
  if ([...canonical].length > NEW_PASSWORD_MAX_LENGTH) return 'too_long'
  return passwordWeakness(password, facts) ?? (canonical === canonicalPassword(repeat) ? undefined : 'repeat_differs')
}
