/**
 * Whether a signed-in user may see one of the host's pages, based on role and on the strength and age of the sign-in. A
 * stronger sign-in is requested only once, so a user without a second factor gets an error instead of a redirect loop.
 *
 * Spec      the host's own pages (`sso.guard`); D-S11
 * RFC       OIDC Core s3.1.2.1 (max_age, acr_values)
 * Deny      login_required sign_in_required, step_up_required; access_denied access_rule, too_weak
 * Enforced  lib/apps/host/guard.ts
 * Tests     test/policies/host-guard.test.ts, test/flows/host-guard.test.ts
 */
import { ACR_VALUES, decideStepUp } from './authentication-context.ts'
import { optionsIssue } from './option-names.ts'

/** Requirements of a page. A user must meet all of them. */
export interface GuardRequirements {
  /**
   * The user needs at least one of these roles; if absent, every signed-in user may pass.
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

/** A shorter maximum age would be exceeded before the page loads. */
export const MAX_AGE_MIN_SECONDS = 30

export interface GuardedSession {
  readonly roles: readonly string[]
  readonly acr: string | undefined
  /** When the user signed in, in seconds since the epoch. */
  readonly authTime: number
  /** The `acr` that was requested for the sign-in. */
  readonly requestedAcr: string | undefined
}

/** `again`: the sign-in is too old or too weak, so a new one is needed. `too-weak`: the new one is too weak as well. */
export type GuardDecision = 'pass' | 'sign-in' | 'again' | 'no-role' | 'too-weak'

/** @param now seconds since the epoch */
export function decideGuard(
  session: GuardedSession | undefined,
  requirements: GuardRequirements,
  now: number,
): GuardDecision {
  if (session === undefined) return 'sign-in'
  const { roles, acr, maxAge } = requirements
  if (roles !== undefined && !roles.some((role) => session.roles.includes(role))) return 'no-role'
  if (acr !== undefined && decideStepUp(acr, session.acr) === 'more-is-asked')
    return session.requestedAcr === acr ? 'too-weak' : 'again'
  return maxAge !== undefined && now - session.authTime > maxAge ? 'again' : 'pass'
}

/** Explains why the requirements are unknown or no user could meet them; undefined if they are valid. */
export function requirementsIssue(
  requirements: GuardRequirements,
  names: readonly string[] = ['roles', 'acr', 'maxAge'],
): string | undefined {
  const issue = optionsIssue(requirements, names)
  if (issue !== undefined) return issue
  const { roles, acr, maxAge } = requirements
  if (roles !== undefined && !(Array.isArray(roles) && roles.length > 0))
    return 'roles must be a list of roles; leave it out for all signed-in users'
  if (acr !== undefined && !(ACR_VALUES as readonly string[]).includes(acr))
    return `acr must be one of ${ACR_VALUES.join(', ')}`
  if (maxAge !== undefined && !(Number.isInteger(maxAge) && maxAge >= MAX_AGE_MIN_SECONDS))
    return `maxAge must be a whole number of seconds, ${MAX_AGE_MIN_SECONDS} or more`
  return undefined
}
