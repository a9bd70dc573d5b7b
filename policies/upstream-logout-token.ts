/**
 * Claims that an external provider's logout token must contain to end sessions in Portico. The caller checks the
 * signature and prevents replay.
 *
 * Spec      POST /upstream/{id}/backchannel-logout; D-A5, D-S9
 * RFC       OIDC Back-Channel Logout s2.4, s2.6; 8725 s3.11
 * Deny      invalid_request logout_token_invalid 400
 * Enforced  lib/protocol/upstream/backchannel-logout.ts
 * Tests     test/policies/upstream-logout-token.test.ts, test/flows/upstream-logout.test.ts
 */
import { LOGOUT_EVENT, TOKEN_TYPES } from './signing.ts'
import { isTyped, isUpstreamIdentifier, UPSTREAM_SKEW_SECONDS, type UpstreamClaims } from './upstream-id-token.ts'

const AGE_MAX_SECONDS = 120
/** Accepts the generic type, because many providers use it. The `events` claim identifies a logout token. */
const TYPES: readonly string[] = [TOKEN_TYPES.logout, 'jwt']

export interface LogoutClaims {
  readonly subject?: string
  readonly sid?: string
  readonly jti: string
  /** When the token becomes too old, in seconds since the epoch. */
  readonly until: number
}

/**
 * @returns the claims, or the name of the invalid claim @param type from the header @param now seconds since the epoch
 */
export function checkLogoutClaims(
  claims: UpstreamClaims,
  type: unknown,
  { issuer, clientId }: { readonly issuer: string; readonly clientId: string },
  now: number,
): LogoutClaims | string {
  const { iss, aud, iat, exp, jti, sub, sid, events } = claims
  if (!isTyped(type, TYPES)) return 'typ'
  if (iss !== issuer) return 'iss'
  if (!(Array.isArray(aud) ? aud : [aud]).includes(clientId)) return 'aud'
  if (typeof iat !== 'number' || iat > now + UPSTREAM_SKEW_SECONDS) return 'iat'
  if (exp !== undefined && typeof exp !== 'number') return 'exp'
  const until = Math.min(iat + AGE_MAX_SECONDS, exp ?? Number.POSITIVE_INFINITY) + UPSTREAM_SKEW_SECONDS
  if (now >= until) return 'iat or exp'
  if (!isUpstreamIdentifier(jti)) return 'jti'
  // A token with a nonce is an ID token (s2.4).
  if (Object.hasOwn(claims, 'nonce')) return 'nonce'
  if (!hasEvent(events)) return 'events'
  if (sub === undefined && sid === undefined) return 'sub or sid'
  if ((sub !== undefined && !isUpstreamIdentifier(sub)) || (sid !== undefined && !isUpstreamIdentifier(sid)))
    return 'sub or sid'
  return { jti, until, ...(sub === undefined ? {} : { subject: sub }), ...(sid === undefined ? {} : { sid }) }
}

/** Whether the logout event is present, with an object as its value (s2.4). */
const hasEvent = (events: unknown): boolean =>
  isObject(events) && Object.hasOwn(events, LOGOUT_EVENT) && isObject(events[LOGOUT_EVENT])

const isObject = (value: unknown): value is UpstreamClaims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
