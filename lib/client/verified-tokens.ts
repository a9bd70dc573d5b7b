/** Tokens about a sign-in: the ID token that starts a session, and the logout token that ends it. */

import { validateUpstreamIdToken } from '../../policies/upstream-id-token.ts'
import { checkLogoutClaims, type LogoutClaims } from '../../policies/upstream-logout-token.ts'
import { ClientError } from './client-error.ts'
import type { Settings } from './options.ts'
import { algorithmsOf, type JsonObject, type Provider, type VerifiedToken } from './provider.ts'

export type VerifiedTokens = ReturnType<typeof verifiedTokens>

export function verifiedTokens({ issuer, clientId, clock }: Settings, provider: Provider) {
  const verify = async (token: string): Promise<VerifiedToken> =>
    provider.verify(token, algorithmsOf(await provider.metadata()))
  const seconds = (): number => Math.floor(clock() / 1000)
  return {
    /** OIDC Core s3.1.3.7. @param nonce undefined for the token of a refresh (s12.2) */
    async idToken(token: string | undefined, nonce?: string): Promise<JsonObject & { readonly sub: string }> {
      if (token === undefined) throw new ClientError(502, 'invalid_id_token', 'The provider sent no ID token.')
      const { type, claims } = await verify(token)
      const now = seconds()
      const expected = { issuer, clientId, nonce: nonce ?? (claims.nonce as string), startedAt: now, now }
      const verdict = validateUpstreamIdToken(type, claims, expected)
      if ('refuse' in verdict)
        throw new ClientError(502, 'invalid_id_token', `The ID token is not valid (${verdict.refuse}).`)
      return { ...claims, sub: verdict.subject }
    },
    /** OIDC Back-Channel Logout s2.6, apart from replay. */
    async logoutToken(token: string): Promise<LogoutClaims> {
      const { type, claims } = await verify(token)
      const checked = checkLogoutClaims(claims, type, { issuer, clientId }, seconds())
      if (typeof checked === 'string')
        throw new ClientError(400, 'invalid_request', `The logout token is not valid (${checked}).`)
      return checked
    },
  }
}
