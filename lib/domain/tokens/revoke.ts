import { isOfFamily } from '../../../policies/access-token-status.ts'
import { accessTokenDenied } from '../../../policies/token-family.ts'
import type { Client } from '../clients/client-record.ts'
import { amendFamily, parseFamily } from './families.ts'
import { openPresented, type TokenIssuer } from './issuer.ts'
import type { AccessTokens } from './verify.ts'

/** The revoked family or token, for the log and the audit trail. */
export type Revocation =
  | { readonly outcome: 'family' | 'access-token'; readonly subject: string; readonly sid: string }
  | { readonly outcome: 'nothing' }

/**
 * Revokes a client's token: an access token by itself, a refresh token along with its family. Unknown tokens and other
 * clients' tokens are ignored, with the same response. `token_type_hint` is not needed to tell the two kinds apart.
 */
export async function revokeToken(
  issuer: TokenIssuer,
  tokens: AccessTokens,
  client: Client,
  token: string,
): Promise<Revocation> {
  const refresh = await openPresented(issuer, 'refresh', token)
  if (refresh !== undefined) {
    const family = parseFamily(await issuer.storage.families.read(refresh.familyId))
    if (family === undefined || family.clientId !== client.clientId) return { outcome: 'nothing' }
    await issuer.storage.families.revoke(refresh.familyId)
    return { outcome: 'family', subject: family.subject, sid: family.sid }
  }
  const access = await tokens.verified(token)
  if (access === undefined || access.claims.client_id !== client.clientId) return { outcome: 'nothing' }
  const { claims, serial, familyId } = access
  const now = issuer.seconds()
  await amendFamily(issuer.storage, familyId, issuer.lifetimes, now, (family) =>
    claims.exp <= now || !isOfFamily(claims, family) || family.denied.some(([denied]) => denied === serial)
      ? family
      : accessTokenDenied(family, serial, claims.exp, now),
  )
  return { outcome: 'access-token', subject: claims.sub, sid: claims.sid }
}
