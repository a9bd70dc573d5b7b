/**
 * Claims that an external provider's ID token must contain before its user is trusted. The signature has already been
 * checked by then. A token for a different client, sign-in, or time proves nothing.
 *
 * Spec      GET /upstream/{id}/callback; D-A5
 * RFC       OIDC Core s2, s3.1.2.1 (max_age), s3.1.3.7; 8725 s3.11
 * Deny      upstream_issuer, upstream_audience, upstream_token_expired, upstream_token_invalid, upstream_nonce,
 *           upstream_claim_required
 * Enforced  lib/protocol/upstream/identity.ts
 * Tests     test/policies/upstream-id-token.test.ts, test/adapters/upstream/lies.test.ts, test/flows/upstream.test.ts
 */
import type { UpstreamRef } from './upstream-refusal.ts'

/** Seconds by which the provider's clock may differ from Portico's. */
export const UPSTREAM_SKEW_SECONDS = 60
/** OIDC Core s2: a `sub` is at most 255 ASCII characters long. */
const IDENTIFIER_LENGTH = 255

export type UpstreamClaims = Readonly<Record<string, unknown>>

export interface ExpectedIdToken {
  readonly issuer: string
  readonly clientId: string
  readonly nonce: string
  /** The `prompt` sent with the request. */
  readonly prompt?: string
  readonly maxAgeSeconds?: number
  /** Time of the request, in seconds since the epoch. */
  readonly startedAt: number
  /** Claims that the token must contain, each with this value or with a list that includes it. */
  readonly require?: Readonly<Record<string, string>>
  /** Seconds since the epoch. */
  readonly now: number
}

/** @param typ the header's `typ`; a token of a different type is not an ID token */
export function validateUpstreamIdToken(
  typ: unknown,
  claims: UpstreamClaims,
  expected: ExpectedIdToken,
): { readonly subject: string } | { readonly refuse: UpstreamRef } {
  const { sub } = claims
  const refuse =
    namesOf(claims, expected) ??
    (isTyped(typ, ['jwt']) ? undefined : 'upstream_token_invalid') ??
    timesOf(claims, expected.now) ??
    (claims.nonce === expected.nonce ? undefined : 'upstream_nonce') ??
    (isUpstreamIdentifier(sub) ? undefined : 'upstream_token_invalid') ??
    authenticationOf(claims, expected) ??
    (carries(claims, expected.require ?? {}) ? undefined : 'upstream_claim_required')
  return refuse === undefined ? { subject: sub as string } : { refuse }
}

/** Checks the issuer and the audience. */
function namesOf(
  { iss, aud, azp }: UpstreamClaims,
  { issuer, clientId }: Pick<ExpectedIdToken, 'issuer' | 'clientId'>,
): UpstreamRef | undefined {
  if (iss !== issuer) return 'upstream_issuer'
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  if (!audiences.includes(clientId)) return 'upstream_audience'
  // If `azp` is present, it must be Portico's client ID. Otherwise, Portico must be the only audience.
  const isOurs = azp === clientId || (azp === undefined && audiences.length === 1)
  return isOurs ? undefined : 'upstream_audience'
}

/** Whether `typ` is absent or one of these types, with or without `application/` (RFC 7515 s4.1.9). */
export function isTyped(typ: unknown, types: readonly string[]): boolean {
  return (
    typ === undefined || (typeof typ === 'string' && types.includes(typ.toLowerCase().replace(/^application\//, '')))
  )
}

export const isUpstreamIdentifier = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= IDENTIFIER_LENGTH

function timesOf({ exp, iat, nbf }: UpstreamClaims, now: number): UpstreamRef | undefined {
  if (typeof exp !== 'number' || typeof iat !== 'number') return 'upstream_token_invalid'
  if (now >= exp + UPSTREAM_SKEW_SECONDS) return 'upstream_token_expired'
  if (iat > now + UPSTREAM_SKEW_SECONDS) return 'upstream_token_invalid'
  const isInForce = nbf === undefined || (typeof nbf === 'number' && nbf <= now + UPSTREAM_SKEW_SECONDS)
  return isInForce ? undefined : 'upstream_token_invalid'
}

/** Whether the user's sign-in is as recent as requested. */
function authenticationOf(
  { auth_time: authTime }: UpstreamClaims,
  { prompt, maxAgeSeconds, now, startedAt }: ExpectedIdToken,
): UpstreamRef | undefined {
  const isAnew = prompt?.split(' ').includes('login') === true
  if (!isAnew && maxAgeSeconds === undefined) return undefined
  if (typeof authTime !== 'number' || authTime > now + UPSTREAM_SKEW_SECONDS) return 'upstream_token_invalid'
  const earliest = Math.max(isAnew ? startedAt : 0, maxAgeSeconds === undefined ? 0 : now - maxAgeSeconds)
  return authTime + UPSTREAM_SKEW_SECONDS < earliest ? 'upstream_token_expired' : undefined
}

function carries(claims: UpstreamClaims, require: NonNullable<ExpectedIdToken['require']>): boolean {
  return Object.entries(require).every(([name, wanted]) => {
    const claim = Object.hasOwn(claims, name) ? claims[name] : undefined
    return claim === wanted || (Array.isArray(claim) && claim.includes(wanted))
  })
}
