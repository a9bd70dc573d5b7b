/**
 * Scopes that a deployment declares in addition to the six standard ones, and the claims they release. Names that
 * belong to the protocol, to the standard scopes' claims, or to `Object.prototype` are rejected at startup.
 *
 * Spec      setting `scopes`; D-T16
 * RFC       6749 s3.3; 9068 s2.2; OIDC Core s2, s5.1, s5.4
 * Deny      the issue with the name; Portico does not start
 * Enforced  lib/config/checks/scopes.ts, lib/compose/tokens.ts, lib/domain/seed/static-clients.ts
 * Tests     test/policies/declared-scopes.test.ts, test/flows/declared-scopes.test.ts
 */
import { SCOPE_CLAIMS, type ScopeClaims } from './claims.ts'
import { SCOPES } from './scopes.ts'

const SCOPE_NAME = /^[A-Za-z][A-Za-z0-9_.:/-]{0,63}$/
/** Allows URLs, because a claim name can be a URL. */
const CLAIM_NAME = /^[A-Za-z][A-Za-z0-9_.:/-]{0,199}$/

/** Claims that are reserved for tokens and introspection. */
const PROTOCOL_CLAIMS: ReadonlySet<string> = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti', 'sid', 'auth_time', 'nonce', 'acr', 'amr', 'azp'],
  ...['at_hash', 'c_hash', 's_hash', 'client_id', 'scope', 'token_use', 'token_type', 'active', 'events', 'cnf', 'act'],
  ...['may_act', 'sub_jwk', 'sub_id', 'username', 'typ', '_claim_names', '_claim_sources'],
])
const STANDARD_CLAIMS: ReadonlySet<string> = new Set(Object.values(SCOPE_CLAIMS).flat())

export type DeclaredNameIssue = 'malformed' | 'reserved'

/** Names on `Object.prototype` are rejected, because a lookup in a plain object would always find them. */
const isInherited = (name: string): boolean => name in Object.prototype

export function declaredScopeIssue(name: string): DeclaredNameIssue | undefined {
  if ((SCOPES as readonly string[]).includes(name) || isInherited(name)) return 'reserved'
  return SCOPE_NAME.test(name) ? undefined : 'malformed'
}

export function declaredClaimIssue(claim: string): DeclaredNameIssue | undefined {
  if (PROTOCOL_CLAIMS.has(claim) || STANDARD_CLAIMS.has(claim) || isInherited(claim)) return 'reserved'
  return CLAIM_NAME.test(claim) ? undefined : 'malformed'
}

export type DeclaredScopes = Readonly<Record<string, { readonly claims: readonly string[] }>>

/** The claims for every scope: the six standard scopes first, then the declared ones in their declared order. */
export function scopeClaimsWith(declared: DeclaredScopes): ScopeClaims {
  const own = Object.entries(declared).map(([name, { claims }]) => [name, claims] as const)
  return { ...SCOPE_CLAIMS, ...Object.fromEntries(own) }
}
