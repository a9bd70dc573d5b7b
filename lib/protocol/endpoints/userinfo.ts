import { releasedClaims, type ScopeClaims } from '../../../policies/claims.ts'
import { deny } from '../../../policies/verdict.ts'
import type { UserClaims } from '../../domain/accounts/further-claims.ts'
import type { Users } from '../../domain/accounts/user-directory.ts'
import type { AccessTokens } from '../../domain/tokens/verify.ts'
import { assertBearer, assertNoTokenInBody, bearerToken, refuseBearer } from '../../web/http/bearer.ts'
import { sendJson } from '../../web/http/responses.ts'
import type { Handler } from '../../web/request/request-context.ts'

/** GET and POST /userinfo (OIDC Core s5.3). Returns the user's current roles and permissions, not those at sign-in. */
export function userinfoEndpoint(
  tokens: AccessTokens,
  users: Users,
  { scopeClaims, claimsOf }: { readonly scopeClaims: ScopeClaims; readonly claimsOf: UserClaims },
): Handler {
  return async (context) => {
    if (context.req.method === 'POST') await assertNoTokenInBody(context)
    // To save time, look up the user while checking whether the token was revoked. If it was, the user is ignored.
    const verified = await tokens.verified(bearerToken(context))
    const lookup = verified === undefined ? undefined : users.find(verified.claims.sub)
    lookup?.catch(() => undefined)
    const { claims, client } = await assertBearer(context, tokens)
    // A scope that the client is no longer allowed to request releases no claims.
    const scopes = claims.scope.split(' ').filter((scope) => client.scopes.includes(scope))
    if (!scopes.includes('openid')) throw refuseBearer(deny('insufficient_scope', 'openid_scope_missing'))
    const user = await lookup
    if (user === undefined) throw refuseBearer(deny('invalid_token', 'account_inactive'))
    sendJson(context, 200, releasedClaims(scopes, await claimsOf(user, client, scopes), scopeClaims))
  }
}
