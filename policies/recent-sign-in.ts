/**
 * The sign-in that a sensitive operation requires: it must be recent, and it must have used a second factor if the
 * account has one. A sign-in that skipped the second step in a trusted browser is not enough. A sign-in from before the
 * first factor was added could be an attacker's, so only the session that added the factor counts as having used it.
 *
 * Spec      every panel form that writes, security and devices pages in the portal, passkey offer
 * RFC       NIST SP 800-63B-4 s4.1.2.1 (binding an additional authenticator requires the existing ones)
 * Deny      the page sends the user to a sign-in with all steps; no passkey is offered
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
  /** Whether the account currently has a second factor. */
  readonly hasFactor: boolean
  /** Seconds since the epoch. */
  readonly now: number
}

export function decideRecentSignIn(facts: SignInFacts): 'enough' | 'old' | 'factor-unused' {
  const { acr, signedInAt, hasFactor, now } = facts
  if (now - signedInAt > RECENT_SIGN_IN_SECONDS) return 'old'
  return hasFactor && acr !== ACR_TWO_FACTORS ? 'factor-unused' : 'enough'
}
