/**
 * A browser that a person trusts: for thirty days after a second step, the right password alone signs in there. What the
 * browser holds takes the place of the second step, and of nothing else. It is asked for all the same where more than an
 * ordinary sign-in is wanted: two factors (`acr_values`), or a sign-in of a certain freshness (`prompt=login`, `max_age`), as
 * portal and panel want it before a disruptive act.
 *
 * The trust holds while nothing has changed that it was built on: the generation of the subject (everything ended, suspended,
 * reset), the password, and the set of second factors. It is used without being renewed.
 *
 * What a sign-in on such a browser has shown is a password: acr 1, amr pwd. A cookie proves no possession of a key (RFC 8176
 * s2 has no word for it), and the second factor was not there; a client that needs it asks for it and gets it. For the same
 * reason such a sign-in is not recent enough for a disruptive act.
 *
 * Spec      ux.md A2, C4; ID token (acr, amr); decisions T2, T12
 * RFC       8176 s2; OIDC Core s2, s3.1.2.1; 6265 s5.4
 * Deny      the second step is asked for
 * Enforced  lib/domain/accounts/trusted-devices.ts, lib/protocol/interaction/trusted-browser.ts, lib/apps/first-party/app.ts
 * Tests     test/policies/trusted-device.test.ts, test/flows/trusted-device.test.ts
 */
import { ACR_PASSWORD, decideStepUp } from './authentication-context.ts'

export const TRUST_SECONDS = 30 * 24 * 3600
/** Of one person. One more takes the place of the oldest. */
export const TRUSTED_DEVICES_MAX = 10
/** People who trust one and the same browser. */
export const TRUSTING_PEOPLE_MAX = 5

/** What the trust was built on, and what it would be built on now. */
export interface Trust {
  /** Stands for generation, password and second factors at the second step. */
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

/** What the request asks of the sign-in, as it was sent. */
export interface AskedSignIn {
  readonly acr_values?: string | undefined
  readonly prompt?: string | undefined
  readonly max_age?: string | undefined
}

/** Whether the trust still holds, whatever is asked for. */
export function decideTrust({ trust, bond, now }: Trusted): 'holds' | 'over' {
  return trust !== undefined && trust.bond === bond && now < trust.until ? 'holds' : 'over'
}

/** Whether trust is enough for this request. */
export function decideSecondStepFor(asked: AskedSignIn): 'trust-is-enough' | 'asked' {
  const fresh = asked.max_age !== undefined || (asked.prompt ?? '').split(' ').includes('login')
  return fresh || decideStepUp(asked.acr_values, ACR_PASSWORD) === 'more-is-asked' ? 'asked' : 'trust-is-enough'
}

export interface ShownSignIn {
  /** What the sign-in reached. */
  readonly acr: string | undefined
  /** Seconds since the epoch. */
  readonly signedInAt: number
  /** Milliseconds since the epoch, of each second factor that the person has. */
  readonly factorsSince: readonly number[]
}

/** Whether a second step was left out of a sign-in by somebody who could have done it then. */
export function decideStepOwed({ acr, signedInAt, factorsSince }: ShownSignIn): 'owed' | 'none' {
  return acr === ACR_PASSWORD && factorsSince.some((since) => since < signedInAt * 1000) ? 'owed' : 'none'
}
