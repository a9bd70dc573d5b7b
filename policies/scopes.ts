/**
 * The six standard scopes, the declared scopes, which clients may request them, and how a refresh may narrow them.
 *
 * Spec      GET /authorize, POST /token; D-T6, D-T11, D-T16
 * RFC       6749 s3.3, s6
 * Deny      invalid_scope openid_missing, scope_unknown, scope_denied, scope_malformed
 * Enforced  policies/authorization-parameters.ts, policies/refresh-rotation.ts, policies/client-registration.ts
 * Tests     test/policies/scopes.test.ts, test/protocol/endpoints/authorize.test.ts,
 *           test/protocol/endpoints/token-refresh.test.ts
 */

import { ALLOW, type Deny, deny, denyAll, type Verdict } from './verdict.ts'

/** The standard scopes, in canonical order. Granted scopes are always listed in this order. */
export const SCOPES = ['openid', 'profile', 'email', 'offline_access', 'roles', 'permissions'] as const
export type StandardScope = (typeof SCOPES)[number]
/** One of the six standard scopes, or a declared one. */
export type Scope = string

/** Duplicates count once (RFC 6749 s3.3 gives no meaning to order or repetition). */
function split(scope: string): readonly string[] | undefined {
  const parts = scope.split(' ').filter((part) => part !== '')
  return parts.length > 0 && /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/.test(scope) ? [...new Set(parts)] : undefined
}

export interface AllowedScopes {
  readonly allowed: true
  readonly scopes: readonly Scope[]
}
export type ScopeDecision = AllowedScopes | Deny

/** Checks the requested scopes against the client's. @param known all scopes, in canonical order */
export function decideRequestedScopes(
  scope: string,
  allowed: readonly string[],
  known: readonly string[] = SCOPES,
): ScopeDecision {
  const requested = split(scope)
  if (requested === undefined) return deny('invalid_scope', 'scope_malformed')
  const denials: Deny[] = []
  if (requested.some((part) => !known.includes(part))) denials.push(deny('invalid_scope', 'scope_unknown'))
  if (!requested.includes('openid')) denials.push(deny('invalid_scope', 'openid_missing'))
  const denied = known.filter((part) => requested.includes(part) && !allowed.includes(part))
  if (denied.length > 0) denials.push(scopesDenied(denied, 'not allowed for the client'))
  const [first, ...others] = denials
  if (first !== undefined) return denyAll([first, ...others])
  return { allowed: true, scopes: known.filter((part) => requested.includes(part)) }
}

/**
 * The scopes for a refresh: a subset of the grant, all still allowed for the client (D-T6). If the parameter is absent
 * or empty (RFC 6749 s3.2), it means the whole grant, which is denied if the client has lost one of its scopes.
 */
export function decideRefreshScopes(
  requested: string | undefined,
  granted: readonly Scope[],
  allowed: readonly string[],
): ScopeDecision {
  const wanted = requested === undefined || requested === '' ? granted : split(requested)
  if (wanted === undefined) return deny('invalid_scope', 'scope_malformed')
  const wider = wanted.find((scope) => !granted.includes(scope))
  if (wider !== undefined) return deny('invalid_scope', 'scope_denied', 'the scope was not granted')
  // The refresh always requires offline_access, even if the parameter omits it.
  const still = decideGrantedScopes([...wanted, 'offline_access'], allowed)
  return still.allowed ? { allowed: true, scopes: granted.filter((scope) => wanted.includes(scope)) } : still
}

/**
 * Allows either all of a grant's scopes or none when its code is issued or redeemed. A client that has since lost one
 * of the scopes gets no token for the grant (D-C4) and must request its remaining scopes again.
 */
export function decideGrantedScopes(granted: readonly Scope[], allowed: readonly string[]): ScopeDecision {
  const lost = [...new Set(granted)].filter((scope) => !allowed.includes(scope))
  if (lost.length > 0) return scopesDenied(lost, 'no longer allowed for the client')
  return { allowed: true, scopes: granted }
}

/** @param scopes known scopes only, because the response repeats their names */
function scopesDenied(scopes: readonly Scope[], why: string): Deny {
  const said = `${scopes.length === 1 ? 'the scope' : 'the scopes'} ${scopes.join(', ')} ${scopes.length === 1 ? 'is' : 'are'} ${why}`
  return deny('invalid_scope', 'scope_denied', said, said)
}

/** Checks a client's scope list in the registry. */
export function checkClientScopes(scopes: readonly string[], known: readonly string[] = SCOPES): Verdict {
  if (scopes.some((scope) => !known.includes(scope))) return deny('invalid_scope', 'scope_unknown')
  return scopes.includes('openid') ? ALLOW : deny('invalid_scope', 'openid_missing')
}
