/**
 * A browser that a user trusts: for 30 days after a second step, the right password is enough to sign in there. The
 * browser's cookie replaces only the second step. The second step is still required if the request asks for two factors
 * (`acr_values`) or a recent sign-in (`prompt=login`, `max_age`), for example before a sensitive operation.
 *
 * The trust lasts until its basis changes: the subject's revocation version (all sessions ended, account suspended or
 * reset), the password, or the set of second factors. Using the trust does not extend it.
 *
 * A sign-in from a trusted browser counts as a password sign-in: acr 1, amr pwd. A cookie does not prove possession
 * of a key (RFC 8176 s2 defines no value for it), and the second factor was not used. The sign-in is not enough for a
 * sensitive operation (recent-sign-in.ts).
 *
 * Spec      second step of a sign-in, ID token (acr, amr); D-T2, D-T12
 * RFC       8176 s2; OIDC Core s2, s3.1.2.1; 6265 s5.4
 * Deny      the second step is required
 * Enforced  lib/domain/accounts/trusted-devices.ts, lib/protocol/interaction/trusted-browser.ts
 * Tests     test/policies/trusted-device.test.ts, test/flows/trusted-device.test.ts
 */
import { ACR_PASSWORD, decideStepUp } from './authentication-context.ts'

export const TRUST_SECONDS = 30 * 24 * 3600
/** Maximum number of trusted browsers per user. Adding one more replaces the oldest. */
export const TRUSTED_DEVICES_MAX = 10
/** Maximum number of users who can trust the same browser. */
export const USERS_PER_BROWSER_MAX = 5

export interface Trust {
  /** Digest of the subject's revocation version, password stamp, and second factors at the time of the second step. */
  readonly binding: string
  /** When the trust expires, in milliseconds since the epoch. */
  readonly until: number
}

export interface Trusted {
  readonly trust: Trust | undefined
  readonly binding: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The authorization request's parameters that set requirements for the sign-in, as sent. */
export interface RequestedSignIn {
  readonly acr_values?: string | undefined
  readonly prompt?: string | undefined
  readonly max_age?: string | undefined
}

/** Whether the trust is still valid, regardless of the request. */
export function decideTrust({ trust, binding, now }: Trusted): 'valid' | 'revoked' {
  return trust !== undefined && trust.binding === binding && now < trust.until ? 'valid' : 'revoked'
}

export function decideSecondStepFor(asked: RequestedSignIn): 'trust-is-enough' | 'asked' {
  const fresh = asked.max_age !== undefined || (asked.prompt ?? '').split(' ').includes('login')
  return fresh || decideStepUp(asked.acr_values, ACR_PASSWORD) === 'more-is-asked' ? 'asked' : 'trust-is-enough'
}
