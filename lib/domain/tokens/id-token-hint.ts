import { TOKEN_TYPES } from '../../../policies/signing.ts'
import { deny } from '../../../policies/verdict.ts'
import { DenialError } from '../denial-error.ts'
import { decodeJwt, verifySignature } from '../keys/jws.ts'
import type { TokenIssuer } from './issuer.ts'

/** The claims of an `id_token_hint`. They were true when it was issued, and need not be now. */
export interface IdTokenHint {
  readonly sub: string
  readonly sid: string
  readonly aud: string
}

/**
 * Verifies an ID token of this service as a hint. Expired ones are accepted (RP-Initiated Logout s2).
 * @returns undefined for anything that this service did not sign as an ID token
 */
export async function readIdTokenHint(issuer: TokenIssuer, token: string): Promise<IdTokenHint | undefined> {
  const jwt = decodeJwt(token)
  if (jwt === undefined || jwt.header.typ !== TOKEN_TYPES.id || jwt.claims.iss !== issuer.issuer) return undefined
  const { sub, sid, aud } = jwt.claims
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof aud !== 'string') return undefined
  const key = await issuer.keys.publicKey(jwt.kid)
  return key !== undefined && verifySignature(jwt, key) ? { sub, sid, aud } : undefined
}

/** The form in which the engine takes a hint at authorize. @throws DenialError invalid_request id_token_hint_invalid */
export async function verifyIdTokenHint(
  issuer: TokenIssuer,
  jwt: string,
  clientId: string,
): Promise<{ readonly payload: IdTokenHint }> {
  const hint = await readIdTokenHint(issuer, jwt)
  if (hint === undefined || hint.aud !== clientId)
    throw new DenialError(deny('invalid_request', 'id_token_hint_invalid'))
  return { payload: hint }
}
