/**
 * How strongly a user was authenticated: the context class (`acr`) that a sign-in reaches, the methods (`amr`) that it
 * names, and when a client that asks for more gets a further step. `acr_values` is a voluntary claim, because the
 * parameter `claims` is not supported. Any value of the list is enough. A user with a second factor is asked for it;
 * otherwise the client gets the level that was reached.
 *
 * Spec      GET /authorize (acr_values, interaction_required), ID token (acr, amr); D-T2, D-T12
 * RFC       8176 s2; OIDC Core s2, s3.1.2.1, s3.1.2.6, s5.5.1.1
 * Deny      interaction_required, where prompt=none forbids the step
 * Enforced  lib/protocol/interaction/password.ts, lib/protocol/interaction/passkey.ts,
 *           lib/protocol/interaction/second-step.ts, policies/authorization-step.ts,
 *           lib/protocol/endpoints/discovery.ts
 * Tests     test/policies/authentication-context.test.ts, test/flows/step-up.test.ts
 */
/** One factor: a password. */
export const ACR_PASSWORD = 'urn:portico:acr:1'
/** Two factors: a password and a second step, or a passkey with user verification. */
export const ACR_TWO_FACTORS = 'urn:portico:acr:2'
/** From weak to strong. */
export const ACR_VALUES = [ACR_PASSWORD, ACR_TWO_FACTORS] as const

/** How a user authenticated. A synced passkey may be copied to other devices. */
export type AuthenticationMethod =
  | 'password'
  | 'authenticator-code'
  | 'recovery-code'
  | 'synced-passkey'
  | 'device-passkey'

/** RFC 8176 s2: a synced passkey is a software key, a device-bound one a hardware key, by the device's own report. */
const METHODS: Readonly<Record<AuthenticationMethod, readonly string[]>> = {
  password: ['pwd'],
  'authenticator-code': ['otp'],
  // RFC 8176 has no value for a look-up secret.
  'recovery-code': [],
  'synced-passkey': ['swk', 'user'],
  'device-passkey': ['hwk', 'user'],
}

export interface Authentication {
  readonly acr: string
  readonly amr: readonly string[]
}

/** @param earlier `amr` of the authentication before this one, in the same sign-in or session */
export function authenticationOf(method: AuthenticationMethod, earlier: readonly string[] = []): Authentication {
  if (method === 'password') return { acr: ACR_PASSWORD, amr: METHODS.password }
  const methods = [...earlier.filter((value) => value !== 'mfa'), ...METHODS[method]]
  return { acr: ACR_TWO_FACTORS, amr: [...new Set(methods), 'mfa'] }
}

/** @param asked the parameter `acr_values`; unknown values are ignored */
export function decideStepUp(asked: string | undefined, reached: string | undefined): 'enough' | 'more-is-asked' {
  const strength = (value: string): number => ACR_VALUES.findIndex((known) => known === value)
  const wanted = (asked ?? '')
    .split(' ')
    .map(strength)
    .filter((level) => level >= 0)
  return wanted.length === 0 || strength(reached ?? '') >= Math.min(...wanted) ? 'enough' : 'more-is-asked'
}
