/**
 * What the ID token of an upstream provider must say for its user to come in here. The signature is another matter.
 *
 * Spec      /upstream/{id}/callback; D-A5
 * RFC       OIDC Core s3.1.3.7 (validation), s2 (sub, auth_time), s3.1.2.1 (max_age)
 * Deny      the causes below, each with its page
 * Enforced  lib/protocol/upstream/identity.ts
 * Tests     test/policies/upstream-id-token.test.ts, test/adapters/upstream/lies.test.ts, test/flows/upstream.test.ts
 */
import type { UpstreamRef } from './upstream-refusal.ts'

/** Clocks may differ by so much. */
const SKEW_SECONDS = 60
const SUBJECT_MAX_LENGTH = 255

export interface ExpectedOfIdToken {
  readonly issuer: string
  readonly clientId: string
  readonly nonce: string
  /** Claims that it must have, with these values. */
  readonly require: Readonly<Record<string, string>>
  /** A fresh sign-in was asked for: of this age at most. */
  readonly asked?: { readonly maxAgeSeconds: number } | undefined
}

type Claims = Readonly<Record<string, unknown>>

/** @param now seconds since the epoch */
export function judgeIdToken(claims: Claims, expected: ExpectedOfIdToken, now: number): 'allowed' | UpstreamRef {
  const { iss, nonce, sub } = claims
  if (iss !== expected.issuer) return 'upstream_issuer'
  if (!isForClient(claims, expected.clientId)) return 'upstream_audience'
  if (nonce !== expected.nonce) return 'upstream_nonce'
  const time = judgeTimes(claims, expected, now)
  if (time !== 'allowed') return time
  if (typeof sub !== 'string' || sub.length < 1 || sub.length > SUBJECT_MAX_LENGTH) return 'upstream_token_invalid'
  const lacks = Object.entries(expected.require).some(([claim, value]) => claims[claim] !== value)
  return lacks ? 'upstream_claim_required' : 'allowed'
}

/** Of several audiences one must be the party that it was issued to, and that is the client (OIDC Core s3.1.3.7). */
function isForClient({ aud, azp }: Claims, clientId: string): boolean {
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  if (!audiences.includes(clientId)) return false
  return azp === undefined ? audiences.length === 1 : azp === clientId
}

function judgeTimes(claims: Claims, { asked }: ExpectedOfIdToken, now: number): 'allowed' | UpstreamRef {
  const { exp, iat, nbf, auth_time: authTime } = claims
  if (!isTime(exp) || !isTime(iat)) return 'upstream_token_invalid'
  if (now >= exp + SKEW_SECONDS) return 'upstream_token_expired'
  if (iat > now + SKEW_SECONDS) return 'upstream_token_invalid'
  if (nbf !== undefined && (!isTime(nbf) || nbf > now + SKEW_SECONDS)) return 'upstream_token_invalid'
  if (asked === undefined) return 'allowed'
  // The user may have taken ten minutes at the pages of the provider: it signs the token right after.
  if (!isTime(authTime) || authTime < iat - asked.maxAgeSeconds - SKEW_SECONDS) return 'upstream_token_invalid'
  return 'allowed'
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
