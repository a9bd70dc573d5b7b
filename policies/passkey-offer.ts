/**
 * Which users are offered a passkey during a sign-in. They have none, signed in with a password in a browser that can
 * create one, and are asked at most once every 30 days. A sign-in that skipped the second step gets no offer, because a
 * passkey counts as two factors, and one factor must not be enough to obtain a permanent second one. A browser can also
 * create one without a question (`silent`). Such a passkey signs the user in only with user verification, and does not
 * make the password insufficient, which may be all that the user has in another browser.
 *
 * Spec      passkey offer after a password sign-in
 * RFC       WebAuthn s5.1.7 (isUserVerifyingPlatformAuthenticatorAvailable) and s5.1.3 (conditional mediation), called
 *           by the pages' scripts
 * Deny      none: the sign-in continues
 * Enforced  lib/protocol/interaction/passkey-offer-due.ts
 * Tests     test/policies/passkey-offer.test.ts, test/flows/passkey-offer.test.ts
 */
import type { decideRecentSignIn } from './recent-sign-in.ts'

/** Minimum seconds between two offers to the same user. */
export const PASSKEY_OFFER_PAUSE_SECONDS = 30 * 86_400

/** Minimum seconds between two attempts to create a passkey without a question, which only costs a moment. */
export const SILENT_PASSKEY_PAUSE_SECONDS = 86_400

export interface PasskeyOfferFacts {
  /** Whether the deployment offers passkeys. */
  readonly enabled: boolean
  /** Whether the browser can create a passkey, as detected by a script on the page; `cannot` without JavaScript. */
  readonly browser: 'can' | 'cannot'
  readonly passkeys: number
  /** Whether the sign-in used the factors that the user has (policies/recent-sign-in.ts). */
  readonly signIn: ReturnType<typeof decideRecentSignIn>
}

/** Whether the user may be offered a passkey. The store separately checks how long ago the last offer was. */
export function mayOfferPasskey({ enabled, browser, passkeys, signIn }: PasskeyOfferFacts): boolean {
  return enabled && browser === 'can' && passkeys === 0 && signIn === 'enough'
}
