/**
 * Users without a sign-in get an email, and later their accounts are suspended. Administrators are never suspended.
 *
 * Spec      setting `inactive`; D-A10
 * RFC       none
 * Deny      none; a suspended account cannot sign in
 * Enforced  lib/domain/management/inactive-users.ts
 * Tests     test/policies/inactivity.test.ts, test/flows/inactive-users.test.ts
 */
export interface InactivityRule {
  readonly suspendAfterDays: number
  readonly emailAfterDays?: number
}

const DAY_MS = 86_400_000

/** All times in milliseconds since the epoch. */
export interface Inactivity {
  /** The last sign-in, or the last change of the account if that is later. */
  readonly activeAt: number
  /** When the user was last sent the email. */
  readonly emailedAt: number | undefined
  /** Whether the user can get emails. */
  readonly hasEmail: boolean
  readonly now: number
}

/** The user has the days between the email and the suspension, even if the rule is new. */
export function decideInactivity(
  { suspendAfterDays, emailAfterDays }: InactivityRule,
  { activeAt, emailedAt, hasEmail, now }: Inactivity,
): 'none' | 'email' | 'suspend' {
  const isIdle = (days: number): boolean => now >= activeAt + days * DAY_MS
  if (emailAfterDays === undefined || !hasEmail) return isIdle(suspendAfterDays) ? 'suspend' : 'none'
  if (!isIdle(emailAfterDays)) return 'none'
  if (emailedAt === undefined || emailedAt < activeAt) return 'email'
  return isIdle(suspendAfterDays) && now >= emailedAt + (suspendAfterDays - emailAfterDays) * DAY_MS
    ? 'suspend'
    : 'none'
}
