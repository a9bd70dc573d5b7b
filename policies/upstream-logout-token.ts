/**
 * What a logout token of an upstream provider must say to end sessions here. The signature is another matter, and so is whether it
 * came before.
 *
 * Spec      POST /upstream/{id}/backchannel-logout; D-A5, D-S9
 * RFC       OIDC Back-Channel Logout s2.4, s2.6; 8725 s3.11
 * Deny      invalid_request logout_token_invalid 400
 * Enforced  lib/protocol/upstream/backchannel-logout.ts
 * Tests     test/policies/upstream-logout-token.test.ts, test/flows/upstream-logout.test.ts
 */
import { LOGOUT_EVENT, TOKEN_TYPES } from './signing.ts'

/** Clocks may differ by so much. */
const SKEW_SECONDS = 60
const AGE_MAX_SECONDS = 120
/** OIDC Core s2: a `sub` has 255 characters at most; `sid` and `jti` are kept to the same. */
const NAME_MAX_LENGTH = 255
/** Many providers type them as any other JWT, or not at all: what they are, their `events` say. */
const TYPES: readonly string[] = [TOKEN_TYPES.logout, 'jwt']

export interface LogoutClaims {
  readonly subject?: string
  readonly sid?: string
  readonly jti: string
  /** Seconds since the epoch, from which on it would be refused for its age. */
  readonly until: number
}

type Claims = Readonly<Record<string, unknown>>

/** What is wrong with it, or what it says. @param type of the header @param now seconds since the epoch */
export function judgeLogoutClaims(
  claims: Claims,
  type: unknown,
  { issuer, clientId }: { readonly issuer: string; readonly clientId: string },
  now: number,
): LogoutClaims | string {
  const { iss, aud, iat, exp, jti, sub, sid, events } = claims
  if (!isTyped(type)) return 'typ'
  if (iss !== issuer) return 'iss'
  if (!(Array.isArray(aud) ? aud : [aud]).includes(clientId)) return 'aud'
  if (typeof iat !== 'number' || iat > now + SKEW_SECONDS) return 'iat'
  if (exp !== undefined && typeof exp !== 'number') return 'exp'
  const until = Math.min(iat + AGE_MAX_SECONDS, exp ?? Number.POSITIVE_INFINITY) + SKEW_SECONDS
  if (now >= until) return 'iat or exp'
  if (!isName(jti)) return 'jti'
  // With a nonce it is an ID token (s2.4).
  if (Object.hasOwn(claims, 'nonce')) return 'nonce'
  if (!hasEvent(events)) return 'events'
  if (sub === undefined && sid === undefined) return 'sub or sid'
  if ((sub !== undefined && !isName(sub)) || (sid !== undefined && !isName(sid))) return 'sub or sid'
  return { jti, until, ...(sub === undefined ? {} : { subject: sub }), ...(sid === undefined ? {} : { sid }) }
}

/** `application/` may stand before it (RFC 7515 s4.1.9). */
const isTyped = (type: unknown): boolean =>
  type === undefined || (typeof type === 'string' && TYPES.includes(type.toLowerCase().replace(/^application\//, '')))

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= NAME_MAX_LENGTH

/** A member of that name whose value is an object (s2.4). */
const hasEvent = (events: unknown): boolean =>
  isObject(events) && Object.hasOwn(events, LOGOUT_EVENT) && isObject(events[LOGOUT_EVENT])

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
