/**
 * A browser that a user trusts: for thirty days after a second step, the right password alone signs in there. The browser's cookie
 * replaces the second step, and nothing else. The second step is required all the same where more than an ordinary sign-in is
 * asked for: two factors (`acr_values`), or a recent sign-in (`prompt=login`, `max_age`), as portal and panel ask for before a
 * sensitive operation.
 *
 * The trust holds while nothing has changed that it was based on: the subject's revocation version (everything ended, suspended,
 * reset), the password, and the set of second factors. Using it does not renew it.
 *
 * Such a sign-in is a password sign-in: acr 1, amr pwd. A cookie proves no possession of a key (RFC 8176 s2 has no value for it),
 * and the second factor was not used; a client that needs it asks for it and gets it. For the same reason such a sign-in is not
 * enough for a sensitive operation (recent-sign-in.ts).
 *
 * Spec      second step of a sign-in, ID token (acr, amr); D-T2, D-T12
 * RFC       8176 s2; OIDC Core s2, s3.1.2.1; 6265 s5.4
 * Deny      the second step is asked for
 * Enforced  lib/domain/accounts/trusted-devices.ts, lib/protocol/interaction/trusted-browser.ts
 * Tests     test/policies/trusted-device.test.ts, test/flows/trusted-device.test.ts
 */
import { ACR_PASSWORD, decideStepUp } from './authentication-context.ts'

export const TRUST_SECONDS = 30 * 24 * 3600
/** Per user. One more replaces the oldest. */
export const TRUSTED_DEVICES_MAX = 10
/** Users who trust one and the same browser. */
export const USERS_PER_BROWSER_MAX = 5

/** What the trust was based on when it was given. */
export interface Trust {
  /** Digest of revocation version, password stamp and second factors at the second step. */
  readonly bond: string
  /** Milliseconds since the epoch. */
  readonly until: number
}

export interface Trusted {
  readonly trust: Trust | undefined
  readonly bond: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** What the authorization request demands of the sign-in, as it was sent. */
export interface RequestedSignIn {
  readonly acr_values?: string | undefined
  readonly prompt?: string | undefined
  readonly max_age?: string | undefined
}

/** Whether the trust still holds, whatever is asked for. */
export function decideTrust({ trust, bond, now }: Trusted): 'holds' | 'over' {
  return trust !== undefined && trust.bond === bond && now < trust.until ? 'holds' : 'over'
}

/** Whether trust is enough for this request. */
export function decideSecondStepFor(asked: RequestedSignIn): 'trust-is-enough' | 'asked' {
  const fresh = asked.max_age !== undefined || (asked.prompt ?? '').split(' ').includes('login')
  return fresh || decideStepUp(asked.acr_values, ACR_PASSWORD) === 'more-is-asked' ? 'asked' : 'trust-is-enough'
}
