/**
 * Which users must sign in with two factors, and whether a sign-in did. The deployment's rule applies to all clients, a
 * client's own rule to that client. The panel asks for two factors as soon as the deployment has a rule. A passkey with
 * user verification counts as two factors, and so does an external provider's factor if its connector says so
 * (upstream-context.ts). Users without a second factor set one up during the sign-in.
 *
 * Spec      settings login.secondFactor and clients[].access.secondFactor; D-A8
 * RFC       NIST SP 800-63B-4 s2.2 (AAL2), s4.1.2.1
 * Deny      interaction_required with prompt=none, invalid_grant second_factor_required; pages ask for a sign-in
 * Enforced  lib/domain/accounts/second-factor-requirement.ts, lib/domain/tokens/app-access.ts
 * Tests     test/policies/second-factor.test.ts, test/flows/second-factor-doors.test.ts,
 *           test/flows/second-factor-host.test.ts
 */
import { ACR_TWO_FACTORS } from './authentication-context.ts'
import { ADMIN_ROLE } from './panel-access.ts'

export type RequiredOf = 'nobody' | 'administrators' | 'everybody' | { readonly roles: readonly string[] }

export interface SecondFactorRule {
  readonly require: RequiredOf
  /** The rule applies from this time on, in milliseconds since the epoch; 0 if it always does. */
  readonly from: number
}

/** How a client takes part in the rules. */
export interface RuledClient {
  readonly isPanel: boolean
  /** The client's own rule. */
  readonly secondFactor: boolean
}

/** Whether the deployment's rule applies yet. @param now milliseconds since the epoch */
export const isInForce = ({ require, from }: SecondFactorRule, now: number): boolean =>
  require !== 'nobody' && now >= from

/** The users who must have two factors at a client. @param now milliseconds since the epoch */
export function requiredOf(rule: SecondFactorRule, client: RuledClient, now: number): RequiredOf {
  const applies = isInForce(rule, now)
  if (client.secondFactor || (client.isPanel && applies)) return 'everybody'
  return applies ? rule.require : 'nobody'
}

/** Whether the requirement includes a user with these roles. */
export function includes(required: RequiredOf, roles: readonly string[] = []): boolean {
  if (required === 'nobody' || required === 'everybody') return required === 'everybody'
  const named = required === 'administrators' ? [ADMIN_ROLE] : required.roles
  return named.some((role) => roles.includes(role))
}

/** Whether a change of a user's roles can include the user. */
export const isOfRoles = (required: RequiredOf): boolean => required !== 'nobody' && required !== 'everybody'

/** A sign-in, and the user's second factors as they are now. */
export interface FactorUse {
  readonly acr: string | undefined
  /** Seconds since the epoch. */
  readonly signedInAt: number
  /** When the oldest of the user's second factors was added, in milliseconds since the epoch; undefined without any. */
  readonly oldestFactorAt: number | undefined
  /** Whether the password is enough in a browser that the user trusts (trusted-device.ts). */
  readonly trustedBrowsers: boolean
}

/**
 * Whether a sign-in meets the requirement; otherwise, the user must use a second factor or set one up. A sign-in by
 * password after a factor was added can only have come from a trusted browser.
 */
export function decideSecondFactor(use: FactorUse): 'met' | 'use' | 'set-up' {
  const { acr, signedInAt, oldestFactorAt, trustedBrowsers } = use
  if (acr === ACR_TWO_FACTORS) return 'met'
  if (oldestFactorAt === undefined) return 'set-up'
  return trustedBrowsers && signedInAt * 1000 >= oldestFactorAt ? 'met' : 'use'
}

/** Whether a user's grace is still valid. @param lastDay its start, in milliseconds since the epoch, as `now` */
export const hasGrace = (lastDay: number | undefined, now: number): boolean =>
  lastDay !== undefined && now < lastDay + DAY_MS

/** The notice that is due to the users of a rule to come: the first 14 days before its day, the last two. */
export function noticeBefore({ require, from }: SecondFactorRule, now: number): 'first' | 'last' | undefined {
  if (require === 'nobody' || now >= from || now < from - 14 * DAY_MS) return undefined
  return now < from - 2 * DAY_MS ? 'first' : 'last'
}
const DAY_MS = 86_400_000
