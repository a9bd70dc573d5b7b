/**
 * How strong a sign-in at an upstream provider counts: two factors where its connector says which `acr` or `amr` mean that, otherwise
 * one, whatever the provider claims. Methods that nobody here has seen are not repeated.
 *
 * Spec      setting login.upstreams[].secondFactor; D-A5, D-T2
 * RFC       8176 s2; OIDC Core s2 (acr, amr)
 * Deny      nothing: users with a second factor here are asked for it
 * Enforced  lib/protocol/upstream/callback.ts
 * Tests     test/policies/upstream-context.test.ts, test/flows/upstream.test.ts
 */
import { ACR_PASSWORD, ACR_TWO_FACTORS, type Authentication } from './authentication-context.ts'

export interface SecondFactorRule {
  readonly acr?: readonly string[] | undefined
  readonly amr?: readonly string[] | undefined
}

export function upstreamAuthentication(
  { acr, amr }: { readonly acr?: string | undefined; readonly amr: readonly string[] },
  rule: SecondFactorRule | undefined,
): Authentication {
  const counts =
    (acr !== undefined && rule?.acr?.includes(acr) === true) ||
    amr.some((method) => rule?.amr?.includes(method) === true)
  return { acr: counts ? ACR_TWO_FACTORS : ACR_PASSWORD, amr: [] }
}
