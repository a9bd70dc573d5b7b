/**
 * Tokens are signed with ES256 only, and access tokens have one audience. There are three kinds of tokens, none of
 * which is accepted in place of another.
 *
 * Spec      access token, ID token, logout token, JWKS; D-T1, D-T2, D-T13
 * RFC       7515, 7518 s3.4, 9068 s2, 8725 s3.11 (explicit typing)
 * Deny      invalid_token token_invalid
 * Enforced  lib/domain/tokens/mint.ts, lib/domain/keys/jws.ts, lib/domain/tokens/verify.ts,
 *           lib/domain/tokens/id-token-hint.ts, lib/domain/sessions/backchannel.ts
 * Tests     test/policies/signing.test.ts, test/protocol/endpoints/token-contents.test.ts
 */
export const SIGNING_ALGORITHM = 'ES256'
export const RESOURCE_AUDIENCE = 'sso-resource-api'
export const TOKEN_TYPES = { access: 'at+jwt', id: 'JWT', logout: 'logout+jwt' } as const
export const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Maximum difference between two nodes' clocks, in seconds. Beyond it, one node rejects the other's tokens. */
export const CLOCK_TOLERANCE_SECONDS = 5

export interface AccessTokenClaims {
  readonly iss: string
  readonly aud: string
  readonly sub: string
  readonly client_id: string
  readonly sid: string
  readonly jti: string
  readonly iat: number
  readonly nbf: number
  readonly exp: number
  readonly scope: string
  readonly token_use: 'access'
}

/** Checks the decoded contents of an access token; the caller verifies the signature. */
export function isAccessToken(
  header: Readonly<Record<string, unknown>>,
  claims: Readonly<Record<string, unknown>>,
  issuer: string,
  now: number,
): boolean {
  return (
    header.alg === SIGNING_ALGORITHM &&
    header.typ === TOKEN_TYPES.access &&
    claims.iss === issuer &&
    claims.aud === RESOURCE_AUDIENCE &&
    claims.token_use === 'access' &&
    [claims.sub, claims.client_id, claims.sid, claims.jti, claims.scope].every((claim) => typeof claim === 'string') &&
    typeof claims.exp === 'number' &&
    now < claims.exp &&
    typeof claims.nbf === 'number' &&
    now + CLOCK_TOLERANCE_SECONDS >= claims.nbf
  )
}
