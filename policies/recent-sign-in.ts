/**
 * Sign-in that a sensitive operation requires: it is recent, and it used a second factor if the account has one.
 * A sign-in that skipped the second step in a trusted browser is not enough. A sign-in from before the first factor was
 * added could be the attacker's. Only the session that added the factor counts as having used it.
 *
 * Spec      every form of the panel that writes, security pages of the portal, passkey offer after a sign-in
 * RFC       NIST SP 800-63B-4 s4.1.2.1 (binding an additional authenticator requires those that are there)
 * Deny      the page leads to a sign-in with all steps; no passkey is offered
 * Enforced  lib/apps/first-party/app.ts, lib/protocol/interaction/passkey-offer-due.ts
 * Tests     test/policies/recent-sign-in.test.ts, test/flows/panel-access.test.ts, test/flows/passkey-offer.test.ts
 */
import { ACR_TWO_FACTORS } from './authentication-context.ts'

/** Maximum age of a recent sign-in, in seconds. */
export const RECENT_SIGN_IN_SECONDS = 600

export interface SignInFacts {
  readonly acr: string | undefined
  /** Seconds since the epoch. */
  readonly signedInAt: number
  /** Whether the account has a second factor now. */
  readonly hasFactor: boolean
  /** Seconds since the epoch. */
  readonly now: number
}

export function decideRecentSignIn({
  acr,
  signedInAt,
  hasFactor,
  now,
}: SignInFacts): 'enough' | 'old' | 'factor-unused' {
  if (now - signedInAt > RECENT_SIGN_IN_SECONDS) return 'old'
  return hasFactor && acr !== ACR_TWO_FACTORS ? 'factor-unused' : 'enough'
}
