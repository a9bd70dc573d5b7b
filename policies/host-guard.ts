/**
 * Whether a signed-in user may see a page of the host: by role, by the strength of the sign-in, by its age. A stronger sign-in is asked
 * for once: who has no second factor to offer comes back as they were, and is told so instead of being sent round for ever.
 *
 * Spec      the host's own pages (`sso.guard`); D-S11
 * RFC       OIDC Core s3.1.2.1 (max_age, acr_values)
 * Deny      login_required sign_in_required, step_up_required; access_denied access_rule, too_weak
 * Enforced  lib/apps/host/guard.ts
 * Tests     test/policies/host-guard.test.ts, test/flows/host-guard.test.ts
 */
import { ACR_VALUES, decideStepUp } from './authentication-context.ts'

export interface GuardDemand {
  /**
   * The user needs one of them; absent: whoever is signed in.
   * @default every signed-in user
   * @example ['finance']
   */
  readonly roles?: readonly string[] | undefined
  /**
   * Authentication context that the sign-in must have reached (`acr`).
   * @default any sign-in
   * @example 'urn:portico:acr:2'
   */
  readonly acr?: string | undefined
  /**
   * How old the sign-in may be, in seconds.
   * @default any age
   * @example 300
   */
  readonly maxAge?: number | undefined
}

/** A shorter age would be over before the page is there. */
export const MAX_AGE_MIN_SECONDS = 30

export interface GuardedSession {
  readonly roles: readonly string[]
  readonly acr: string | undefined
  /** Seconds since the epoch. */
  readonly authTime: number
  /** The `acr` that was asked for at its sign-in. */
  readonly asked: string | undefined
}

/** `sign-in`: nobody is signed in; `again`: they must sign in once more, for age or strength; `too-weak`: they did, in vain. */
export type GuardDecision = 'pass' | 'sign-in' | 'again' | 'no-role' | 'too-weak'

/** @param now seconds since the epoch */
export function decideGuard(session: GuardedSession | undefined, demand: GuardDemand, now: number): GuardDecision {
  if (session === undefined) return 'sign-in'
  const { roles, acr, maxAge } = demand
  if (roles !== undefined && !roles.some((role) => session.roles.includes(role))) return 'no-role'
  if (acr !== undefined && decideStepUp(acr, session.acr) === 'more-is-asked')
    return session.asked === acr ? 'too-weak' : 'again'
  return maxAge !== undefined && now - session.authTime > maxAge ? 'again' : 'pass'
}

/** What makes a demand one that nobody could meet; undefined where all is well. */
export function demandIssue({ roles, acr, maxAge }: GuardDemand): string | undefined {
  if (roles !== undefined && roles.length === 0) return 'roles must name a role; leave it out for whoever is signed in'
  if (acr !== undefined && !(ACR_VALUES as readonly string[]).includes(acr))
    return `acr must be one of ${ACR_VALUES.join(', ')}`
  if (maxAge !== undefined && !(Number.isInteger(maxAge) && maxAge >= MAX_AGE_MIN_SECONDS))
    return `maxAge must be a whole number of seconds, ${MAX_AGE_MIN_SECONDS} or more`
  return undefined
}
