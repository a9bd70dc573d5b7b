/**
 * Who is offered a passkey on the way into an app: a user without one, after a password, in a browser that can create one, and
 * then not again for 30 days, whatever they answered. A sign-in that skipped the second step gets no offer: a passkey is two factors, and one
 * factor would become two for good.
 *
 * Spec      sign-in: a passkey offered after a password
 * RFC       WebAuthn s5.1.7 (isUserVerifyingPlatformAuthenticatorAvailable), asked by the page's script
 * Deny      none: the sign-in goes on
 * Enforced  lib/protocol/interaction/passkey-offer-due.ts
 * Tests     test/policies/passkey-offer.test.ts, test/flows/passkey-offer.test.ts
 */
import type { decideRecentSignIn } from './recent-sign-in.ts'

/** Seconds in which nobody is offered one twice. */
export const PASSKEY_OFFER_PAUSE_SECONDS = 30 * 86_400

export interface PasskeyOfferFacts {
  /** Whether the deployment offers them at all. */
  readonly enabled: boolean
  /** As the page's script found; without scripts nothing can be created. */
  readonly browser: 'can' | 'cannot'
  /** Passkeys of the user. */
  readonly passkeys: number
  /** Whether the sign-in used the factors that the user has (policies/recent-sign-in.ts). */
  readonly signIn: ReturnType<typeof decideRecentSignIn>
}

/** Whether an offer may be made; that none was made lately is for the store to say. */
export function mayOfferPasskey({ enabled, browser, passkeys, signIn }: PasskeyOfferFacts): boolean {
  return enabled && browser === 'can' && passkeys === 0 && signIn === 'enough'
}
