/**
 * How strongly a user was authenticated: the context class (`acr`) that a sign-in reaches, the methods (`amr`) it
 * lists, and when a client's request for a higher level triggers an additional step. `acr_values` is treated as
 * voluntary, because only the `claims` parameter could make it essential, and Portico does not support that parameter.
 * Any value in the list satisfies the request. Users with a second factor are prompted for it; otherwise the client
 * gets the level that was achieved.
 *
 * Spec      GET /authorize (acr_values, interaction_required), ID token (acr, amr); D-T2, D-T12
 * RFC       8176 s2; OIDC Core s2, s3.1.2.1, s3.1.2.6, s5.5.1.1
 * Deny      interaction_required, if prompt=none rules out the step
 * Enforced  lib/protocol/interaction/password.ts, lib/protocol/interaction/passkey.ts,
 *           lib/protocol/interaction/second-step.ts, policies/authorization-step.ts,
 *           lib/protocol/endpoints/discovery.ts
 * Tests     test/policies/authentication-context.test.ts, test/flows/step-up.test.ts
 */
/** One factor: a password. */
export const ACR_PASSWORD = 'urn:portico:acr:1'
/** Two factors: a password and a second step, or a passkey with user verification. */
export const ACR_TWO_FACTORS = 'urn:portico:acr:2'
/** The supported `acr` values, from weakest to strongest. */
export const ACR_VALUES = [ACR_PASSWORD, ACR_TWO_FACTORS] as const

/** How a user authenticated. A synced passkey can be copied to other devices. */
export type AuthenticationMethod =
  | 'password'
  | 'authenticator-code'
  | 'recovery-code'
  | 'synced-passkey'
  | 'device-passkey'

/** RFC 8176 s2: a synced passkey is a software key, and a device-bound one is a hardware key, as the device reports. */
const METHODS: Readonly<Record<AuthenticationMethod, readonly string[]>> = {
  password: ['pwd'],
  'authenticator-code': ['otp'],
  // RFC 8176 defines no value for lookup secrets such as recovery codes.
  'recovery-code': [],
  'synced-passkey': ['swk', 'user'],
  'device-passkey': ['hwk', 'user'],
}

export const isAuthenticationMethod = (text: string): text is AuthenticationMethod => Object.hasOwn(METHODS, text)

export interface Authentication {
  readonly acr: string
  readonly amr: readonly string[]
}

/** @param earlier `amr` of the previous authentication in the same sign-in or session */
export function authenticationOf(method: AuthenticationMethod, earlier: readonly string[] = []): Authentication {
  if (method === 'password') return { acr: ACR_PASSWORD, amr: METHODS.password }
  const methods = [...earlier.filter((value) => value !== 'mfa'), ...METHODS[method]]
  return { acr: ACR_TWO_FACTORS, amr: [...new Set(methods), 'mfa'] }
}

/** @param asked the `acr_values` parameter; unknown values are ignored */
export function decideStepUp(asked: string | undefined, reached: string | undefined): 'enough' | 'more-is-asked' {
  const strength = (value: string): number => ACR_VALUES.findIndex((known) => known === value)
  const wanted = (asked ?? '')
    .split(' ')
    .map(strength)
    .filter((level) => level >= 0)
  return wanted.length === 0 || strength(reached ?? '') >= Math.min(...wanted) ? 'enough' : 'more-is-asked'
}
