/**
 * How strong a sign-in with an external provider is considered to be. It is two factors if its `acr` or `amr` is in the
 * connector's list, otherwise one, whatever the provider claims. Portico does not pass on authentication methods that
 * it has not verified itself.
 *
 * Spec      setting login.upstreams[].secondFactor; D-A5, D-T2
 * RFC       8176 s2; OIDC Core s2 (acr, amr)
 * Deny      none: Portico asks users for their second factor, if they have one
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
