import { TOKEN_TYPES } from '../../../policies/signing.ts'
import { decodeJwt, verifySignature } from '../keys/jws.ts'
import type { TokenIssuer } from './issuer.ts'

/** Claims from an `id_token_hint`. They were true when it was issued but may be outdated. */
export interface IdTokenHint {
  readonly sub: string
  readonly sid: string
  readonly aud: string
}

/**
 * Verifies an ID token from this service for use as a hint. Expired tokens are accepted (RP-Initiated Logout s2).
 * @returns undefined for anything that this service did not sign as an ID token
 */
export async function readIdTokenHint({ issuer, keys }: TokenIssuer, token: string): Promise<IdTokenHint | undefined> {
  const jwt = decodeJwt(token)
  // `hintKey` throws if the store is unavailable, so a valid hint is not mistaken for a forged one.
  const key = jwt?.header.typ === TOKEN_TYPES.id ? await keys.hintKey(jwt.kid) : undefined
  if (jwt === undefined || key === undefined || !verifySignature(jwt, key)) return undefined
  const { iss, sub, sid, aud } = jwt.claims
  if (iss !== issuer || typeof sub !== 'string' || typeof sid !== 'string' || typeof aud !== 'string') return undefined
  return { sub, sid, aud }
}
