/**
 * The six scopes, those that a deployment declares beside them, who may ask for which, and what a refresh may narrow.
 *
 * Spec      GET /authorize, POST /token; D-T6, D-T11, D-T16
 * RFC       6749 s3.3, s6
 * Deny      invalid_scope openid_missing, scope_unknown, scope_denied, scope_malformed
 * Enforced  policies/authorization-parameters.ts, policies/refresh-rotation.ts, policies/client-registration.ts
 * Tests     test/policies/scopes.test.ts, test/protocol/endpoints/authorize.test.ts, test/protocol/endpoints/token-refresh.test.ts
 */

import { ALLOW, type Deny, deny, denyAll, type Verdict } from './verdict.ts'

/** In the order in which granted scopes are written. */
export const SCOPES = ['openid', 'profile', 'email', 'offline_access', 'roles', 'permissions'] as const
export type StandardScope = (typeof SCOPES)[number]
/** One of the six, or one that the deployment declares. */
export type Scope = string

/** Splits a scope parameter; duplicates count once (RFC 6749 s3.3 gives order and repetition no meaning). */
function split(scope: string): readonly string[] | undefined {
  const parts = scope.split(' ').filter((part) => part !== '')
  return parts.length > 0 && /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/.test(scope) ? [...new Set(parts)] : undefined
}

export interface AllowedScopes {
  readonly allowed: true
  readonly scopes: readonly Scope[]
}
export type ScopeDecision = AllowedScopes | Deny

/** What an authorization request asks for, against what the client may ask for. @param known all scopes, in the order in which they are written */
export function decideRequestedScopes(
  scope: string,
  allowed: readonly string[],
  known: readonly string[] = SCOPES,
): ScopeDecision {
  const requested = split(scope)
  if (requested === undefined) return deny('invalid_scope', 'scope_malformed')
  const faults: Deny[] = []
  if (requested.some((part) => !known.includes(part))) faults.push(deny('invalid_scope', 'scope_unknown'))
  if (!requested.includes('openid')) faults.push(deny('invalid_scope', 'openid_missing'))
  const denied = known.filter((part) => requested.includes(part) && !allowed.includes(part))
  if (denied.length > 0) faults.push(scopesDenied(denied, 'not allowed for the client'))
  const [first, ...others] = faults
  if (first !== undefined) return denyAll([first, ...others])
  return { allowed: true, scopes: known.filter((part) => requested.includes(part)) }
}

/**
 * What a refresh yields: a subset of what was granted, all of it still allowed to the client (D-T6).
 * Without the parameter the whole grant is meant, and it is denied if the client has lost one of its scopes. One without a value
 * counts as left out (RFC 6749 s3.2).
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
  // offline_access is what permits the refresh, whether or not it is named again.
  const still = decideGrantedScopes([...wanted, 'offline_access'], allowed)
  return still.allowed ? { allowed: true, scopes: granted.filter((scope) => wanted.includes(scope)) } : still
}

/**
 * What an earlier grant yields when its code is issued or redeemed: all of it, or nothing. A client that has lost a scope
 * meanwhile gets no token for it (D-C4), and must send a new request for what it may still have.
 */
export function decideGrantedScopes(granted: readonly Scope[], allowed: readonly string[]): ScopeDecision {
  const lost = [...new Set(granted)].filter((scope) => !allowed.includes(scope))
  if (lost.length > 0) return scopesDenied(lost, 'no longer allowed for the client')
  return { allowed: true, scopes: granted }
}

/** @param scopes declared ones: an answer names no other */
function scopesDenied(scopes: readonly Scope[], why: string): Deny {
  const said = `${scopes.length === 1 ? 'the scope' : 'the scopes'} ${scopes.join(', ')} ${scopes.length === 1 ? 'is' : 'are'} ${why}`
  return deny('invalid_scope', 'scope_denied', said, said)
}

/** For the registry: a client's own list. */
export function checkClientScopes(scopes: readonly string[], known: readonly string[] = SCOPES): Verdict {
  if (scopes.some((scope) => !known.includes(scope))) return deny('invalid_scope', 'scope_unknown')
  return scopes.includes('openid') ? ALLOW : deny('invalid_scope', 'openid_missing')
}
