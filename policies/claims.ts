/**
 * Which claims each scope releases at userinfo, and which clients also get them in the ID token.
 *
 * Spec      GET and POST /userinfo; `idTokenClaims`; D-T2, D-T11
 * RFC       OIDC Core s5.1, s5.4
 * Deny      none
 * Enforced  lib/protocol/endpoints/userinfo.ts, lib/domain/tokens/token-holder.ts, lib/apps/admin/clients/tester.ts
 * Tests     test/policies/claims.test.ts, test/protocol/endpoints/userinfo.test.ts
 */
import type { Scope, StandardScope } from './scopes.ts'

export const SCOPE_CLAIMS = {
  openid: ['sub'],
  profile: ['name', 'given_name', 'family_name', 'picture', 'preferred_username', 'locale', 'zoneinfo', 'updated_at'],
  email: ['email', 'email_verified'],
  offline_access: [],
  roles: ['roles'],
  permissions: ['permissions'],
} as const satisfies Record<StandardScope, readonly string[]>

/** Whether the ID token also contains the granted scopes' claims, or only the userinfo response does. */
export type IdTokenClaims = 'none' | 'scopes'

/**
 * A client's setting takes precedence over the deployment's, because some libraries read the user's name from the ID
 * token and never call userinfo.
 */
export const idTokenClaimsOf = (
  client: { readonly idTokenClaims?: IdTokenClaims },
  deployment: IdTokenClaims,
): IdTokenClaims => client.idTokenClaims ?? deployment

/** All scopes in a deployment, each with the claims that it releases. */
export type ScopeClaims = Readonly<Record<string, readonly string[]>>

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** The user's claims that the scopes release; missing ones are omitted, never null or empty. */
export function releasedClaims(
  scopes: readonly Scope[],
  user: Readonly<Record<string, unknown>>,
  scopeClaims: ScopeClaims = SCOPE_CLAIMS,
): Record<string, unknown> {
  const names = Object.entries(scopeClaims).flatMap(([scope, claims]) => (scopes.includes(scope) ? claims : []))
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(user, name) && isPresent(user[name])).map((name) => [name, user[name]]),
  )
}
