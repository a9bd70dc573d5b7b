/** Tokens about a sign-in: the ID token that starts a session, and the logout token that ends it. */
import { validateUpstreamIdToken } from '../../policies/upstream-id-token.ts'
import { checkLogoutClaims, type LogoutClaims } from '../../policies/upstream-logout-token.ts'
import { ClientError } from './client-error.ts'
import type { Settings } from './options.ts'
import { algorithmsOf, type JsonObject } from './provider.ts'

export function verifiedTokens({ issuer, clientId, clock, provider }: Settings) {
  const verify = async (token: string) => ({
    ...(await provider.verify(token, algorithmsOf(await provider.metadata()))),
    now: Math.floor(clock() / 1000),
  })
  return {
    /** OIDC Core s3.1.3.7. @param nonce undefined for the token of a refresh (s12.2) */
    async idToken(token: string, nonce?: string): Promise<JsonObject & { readonly sub: string }> {
      if (token === '') throw new ClientError(502, 'invalid_id_token', 'The provider sent no ID token.')
      const { type, claims, now } = await verify(token)
      const expected = { issuer, clientId, nonce: nonce ?? (claims.nonce as string), startedAt: now, now }
      const verdict = validateUpstreamIdToken(type, claims, expected)
      if ('refuse' in verdict)
        throw new ClientError(502, 'invalid_id_token', `The ID token is not valid (${verdict.refuse}).`)
      return { ...claims, sub: verdict.subject }
    },
    /** OIDC Back-Channel Logout s2.6, apart from replay. @throws ClientError 400, or 503, after which it is repeated */
    async logoutToken(token: string): Promise<LogoutClaims> {
      const { type, claims, now } = await verify(token).catch((error: ClientError) => {
        throw error.status === 401 ? new ClientError(400, 'invalid_request', error.message, error) : error
      })
      const checked = checkLogoutClaims(claims, type, { issuer, clientId }, now)
      if (typeof checked === 'string')
        throw new ClientError(400, 'invalid_request', `The logout token is not valid (${checked}).`)
      return checked
    },
  }
}
