import { compactVerify, errors } from 'jose'
import { SIGNING_ALGORITHM, TOKEN_TYPES } from '../../../policies/signing.ts'
import type { TokenIssuer } from './issuer.ts'

/** The claims of an `id_token_hint`: true when it was issued, possibly outdated. */
export interface IdTokenHint {
  readonly sub: string
  readonly sid: string
  readonly aud: string
}

/** Accepts only base64url, and only one spelling of a token. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/

/**
 * Verifies an ID token of this service as a hint. Expired ones are accepted (RP-Initiated Logout s2).
 * @returns undefined for anything that this service did not sign as an ID token
 */
export async function readIdTokenHint(issuer: TokenIssuer, token: string): Promise<IdTokenHint | undefined> {
  const claims = COMPACT.test(token) ? await verifiedClaims(issuer, token) : undefined
  if (claims?.iss !== issuer.issuer) return undefined
  const { sub, sid, aud } = claims
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof aud !== 'string') return undefined
  return { sub, sid, aud }
}

async function verifiedClaims(
  { keys }: TokenIssuer,
  token: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const { payload } = await compactVerify(
      token,
      async ({ kid, typ }) => {
        const key = kid === undefined || typ !== TOKEN_TYPES.id ? undefined : await keys.hintKey(kid)
        if (key === undefined) throw new errors.JWKSNoMatchingKey()
        return key
      },
      { algorithms: [SIGNING_ALGORITHM] },
    )
    return JSON.parse(new TextDecoder().decode(payload)) as Readonly<Record<string, unknown>>
  } catch (error) {
    // An unavailable store is no reason to call a hint forged.
    if (error instanceof errors.JOSEError || error instanceof SyntaxError) return undefined
    throw error
  }
}
