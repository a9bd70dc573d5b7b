import type { Lifetimes } from '../../../policies/lifetimes.ts'
import type { Scope } from '../../../policies/scopes.ts'
import { type AccessTokenClaims, RESOURCE_AUDIENCE, TOKEN_TYPES } from '../../../policies/signing.ts'
import type { TokenFamily } from '../../../policies/token-family.ts'
import { unavailable } from '../denial-error.ts'
import { digestOf } from '../keys/digest.ts'
import { signJwt } from '../keys/jws.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import { FAMILY_ID_LENGTH } from './token-values.ts'
import type { VerifiedTokens } from './verified-tokens.ts'

export interface Minting {
  readonly issuer: string
  readonly lifetimes: Lifetimes
  readonly keys: KeyRing
  readonly verified: VerifiedTokens
}

/** The token response (RFC 6749 s5.1, OIDC Core s3.1.3.3). */
export interface TokenResponse {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly scope: string
  readonly id_token: string
  /** Present with the scope `offline_access`. */
  readonly refresh_token?: string
}

/** Parses a `jti`, which is the family ID followed by the access token's number in the family. */
export function parseAccessTokenId(jti: string): { readonly familyId: string; readonly serial: number } | undefined {
  const serial = jti.slice(FAMILY_ID_LENGTH)
  return /^[A-Za-z0-9_-]{22}[0-9a-z]{1,8}$/.test(jti)
    ? { familyId: jti.slice(0, FAMILY_ID_LENGTH), serial: parseInt(serial, 36) }
    : undefined
}

export interface TokenContents {
  readonly familyId: string
  readonly family: TokenFamily
  /** The scopes of this access token; a refresh may narrow them. */
  readonly scopes: readonly Scope[]
  /** Seconds since the epoch. */
  readonly now: number
  readonly nonce?: string
  readonly refreshToken?: string
  readonly profile?: Readonly<Record<string, unknown>>
}

/** Mints the access token (D-T1) and the ID token (D-T2) for one exchange or refresh. */
export async function mintTokens(minting: Minting, contents: TokenContents): Promise<TokenResponse> {
  const key = minting.keys.current()
  if (key === undefined) throw unavailable('not_ready', 'there is no signing key yet')
  const { family, now } = contents
  const scope = contents.scopes.join(' ')
  const claims = accessTokenClaims(minting, { family, scope, now }, contents.familyId + family.serial.toString(36))
  const accessToken = await signJwt(key, TOKEN_TYPES.access, claims)
  minting.verified.keep(accessToken, { claims, kid: key.kid, familyId: contents.familyId, serial: family.serial })
  const idToken = await signJwt(key, TOKEN_TYPES.id, idTokenClaims(minting, contents, digestOf(accessToken, 16)))
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: minting.lifetimes.accessToken,
    scope,
    id_token: idToken,
    ...(contents.refreshToken === undefined ? {} : { refresh_token: contents.refreshToken }),
  }
}

/** Returns the claims of an access token (D-T1). The panel's tester uses it, too. */
export const accessTokenClaims = (
  { issuer, lifetimes }: Pick<Minting, 'issuer' | 'lifetimes'>,
  about: { family: Pick<TokenFamily, 'subject' | 'clientId' | 'sid'>; scope: string; now: number },
  jti: string,
): AccessTokenClaims => ({
  iss: issuer,
  aud: RESOURCE_AUDIENCE,
  sub: about.family.subject,
  client_id: about.family.clientId,
  sid: about.family.sid,
  jti,
  iat: about.now,
  nbf: about.now,
  exp: about.now + lifetimes.accessToken,
  scope: about.scope,
  token_use: 'access',
})

/** Returns the claims of an ID token (D-T2). The panel's tester uses it to show a user's claims. */
export function idTokenClaims(
  { issuer, lifetimes }: Pick<Minting, 'issuer' | 'lifetimes'>,
  contents: Pick<TokenContents, 'now' | 'nonce' | 'profile'> & {
    readonly family: Pick<TokenFamily, 'subject' | 'clientId' | 'signedInAt' | 'sid' | 'acr' | 'amr'>
  },
  /** `at_hash` (OIDC Core s3.1.3.6): the left half of the access token's digest. */
  accessTokenHash: string,
): Readonly<Record<string, unknown>> {
  const { family, now, nonce, profile } = contents
  return {
    ...profile,
    iss: issuer,
    sub: family.subject,
    aud: family.clientId,
    iat: now,
    exp: now + lifetimes.idToken,
    auth_time: family.signedInAt,
    ...(nonce === undefined ? {} : { nonce }),
    sid: family.sid,
    at_hash: accessTokenHash,
    acr: family.acr,
    // Omit `amr` for federated users, because their sign-in methods are unknown.
    ...(family.amr.length === 0 ? {} : { amr: family.amr }),
  }
}
