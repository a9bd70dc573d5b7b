/**
 * Whether a signed-in user may see a page of the host: by role, by the strength of the sign-in, by its age. A stronger
 * sign-in is requested once. A user without a second factor then gets an error, not an endless redirect.
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
   * The user needs one of them; absent: every signed-in user may pass.
   * @default every signed-in user
   * @example ['finance']
   */
  readonly roles?: readonly string[] | undefined
  /**
   * The authentication context that the sign-in must have reached (`acr`).
   * @default any sign-in
   * @example 'urn:portico:acr:2'
   */
  readonly acr?: string | undefined
  /**
   * Maximum age of the sign-in, in seconds.
   * @default any age
   * @example 300
   */
  readonly maxAge?: number | undefined
}

/** A shorter age would end before the page loads. */
export const MAX_AGE_MIN_SECONDS = 30

export interface GuardedSession {
  readonly roles: readonly string[]
  readonly acr: string | undefined
  /** Seconds since the epoch. */
  readonly authTime: number
  /** The `acr` that the sign-in requested. */
  readonly requestedAcr: string | undefined
}

/** `again`: a new sign-in is needed, for its age or strength; `too-weak`: the new sign-in was not strong enough. */
export type GuardDecision = 'pass' | 'sign-in' | 'again' | 'no-role' | 'too-weak'

/** @param now seconds since the epoch */
export function decideGuard(session: GuardedSession | undefined, demand: GuardDemand, now: number): GuardDecision {
  if (session === undefined) return 'sign-in'
  const { roles, acr, maxAge } = demand
  if (roles !== undefined && !roles.some((role) => session.roles.includes(role))) return 'no-role'
  if (acr !== undefined && decideStepUp(acr, session.acr) === 'more-is-asked')
    return session.requestedAcr === acr ? 'too-weak' : 'again'
  return maxAge !== undefined && now - session.authTime > maxAge ? 'again' : 'pass'
}

/** Why no user could meet the demand; undefined if it is valid. */
export function demandIssue({ roles, acr, maxAge }: GuardDemand): string | undefined {
  if (roles !== undefined && roles.length === 0) return 'roles must name a role; leave it out for all signed-in users'
  if (acr !== undefined && !(ACR_VALUES as readonly string[]).includes(acr))
    return `acr must be one of ${ACR_VALUES.join(', ')}`
  if (maxAge !== undefined && !(Number.isInteger(maxAge) && maxAge >= MAX_AGE_MIN_SECONDS))
    return `maxAge must be a whole number of seconds, ${MAX_AGE_MIN_SECONDS} or more`
  return undefined
}
