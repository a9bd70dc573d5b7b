import { accessTokenDenied } from '../../../policies/token-family.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { note } from '../../web/request/trace.ts'
import type { Client } from '../clients/client-record.ts'
import { amendFamily, parseFamily } from './families.ts'
import type { TokenIssuer } from './issuer.ts'
import type { AccessTokens } from './verify.ts'

/**
 * Revokes what the client holds (T10): an access token alone, a refresh token with its whole family. What is unknown,
 * or somebody else's, is left as it is, and the caller cannot tell the difference. The hint is not needed: the two
 * kinds cannot be taken for one another.
 */
export async function revokeToken(
  issuer: TokenIssuer,
  tokens: AccessTokens,
  context: RequestContext,
  client: Client,
  token: string,
): Promise<void> {
  const refresh = issuer.values.open('refresh', token)
  if (refresh !== undefined) {
    const family = parseFamily(await issuer.storage.families.read(refresh.familyId))
    if (family === undefined || family.clientId !== client.clientId)
      return note(context.trace, 'revocation', 'nothing of this client')
    context.subject = family.subject
    context.sid = family.sid
    await issuer.storage.families.revoke(refresh.familyId)
    context.event = 'token.revoked'
    return note(context.trace, 'revocation', 'the family is revoked')
  }
  const access = await tokens.genuine(token)
  if (access === undefined || access.claims.client_id !== client.clientId)
    return note(context.trace, 'revocation', 'nothing of this client')
  context.subject = access.claims.sub
  context.sid = access.claims.sid
  const now = issuer.seconds()
  await amendFamily(issuer.storage, access.familyId, issuer.lifetimes, now, (family) =>
    access.claims.exp <= now || family.denied.some(([serial]) => serial === access.serial)
      ? family
      : accessTokenDenied(family, access.serial, access.claims.exp, now),
  )
  note(context.trace, 'revocation', 'the access token is revoked')
  context.event = 'token.revoked'
}
