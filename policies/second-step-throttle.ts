/**
 * How many codes may be tried in the second step of a sign-in. A code has a million values and three of them are valid at a
 * time, so attempts count per account, from any address: whoever gets here knows the password, so a stranger can lock nobody
 * out. After many attempts in a day one is allowed every quarter of an hour; nobody waits longer. Recovery codes cannot be
 * guessed and have a counter of their own: they remain usable.
 *
 * Spec      second step of a sign-in; D-A2
 * RFC       4226 s7.3; NIST SP 800-63B-4 s3.2.2
 * Deny      the page says when to try again, HTTP 429
 * Enforced  lib/domain/accounts/second-step-throttle.ts
 * Tests     test/policies/second-step-throttle.test.ts, test/flows/second-step.test.ts
 */
/** The last two are those of a recovery by mail: whoever reads the mail of a user must not use up the tries of a sign-in. */
export type StepKind = 'code' | 'recovery-code' | 'code-by-letter' | 'recovery-code-by-letter'

export const SECOND_STEP_LIMITS = {
  quarter: { limit: 10, windowSeconds: 900 },
  day: { limit: 30, windowSeconds: 86_400 },
} as const

interface Hits {
  readonly count: number
  readonly resetMs: number
}

export type StepVerdict = { readonly outcome: 'try' } | { readonly outcome: 'wait'; readonly retryAfterSeconds: number }

/** Counts include the present attempt. */
export function decideSecondStep(
  kind: StepKind,
  { quarter, day }: { readonly quarter: Hits; readonly day: Hits },
): StepVerdict {
  const { limit, windowSeconds } = SECOND_STEP_LIMITS.quarter
  const overDailyLimit = (kind === 'code' || kind === 'code-by-letter') && day.count > SECOND_STEP_LIMITS.day.limit
  if (quarter.count <= (overDailyLimit ? 1 : limit)) return { outcome: 'try' }
  return { outcome: 'wait', retryAfterSeconds: Math.min(windowSeconds, Math.max(1, Math.ceil(quarter.resetMs / 1000))) }
}
