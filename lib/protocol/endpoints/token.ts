import type { ServerResponse } from 'node:http'
import { checkGrantAllowed, checkGrantType, type GrantType } from '../../../policies/grants.ts'
import { missingForCode, missingForRefresh, missingGrantType } from '../../../policies/token-request.ts'
import { deny } from '../../../policies/verdict.ts'
import { unavailable } from '../../domain/denial-error.ts'
import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import { redeemCode } from '../../domain/tokens/redeem.ts'
import { refreshTokens } from '../../domain/tokens/refresh.ts'
import { readParameters } from '../../web/http/body.ts'
import { authenticateClient } from '../../web/http/client-authentication.ts'
import { tokensOf } from '../../web/http/grant-record.ts'
import { sendJson } from '../../web/http/responses.ts'
import { isGone } from '../../web/request/hung-up.ts'
import { assertAllowed, type Handler, ProtocolError } from '../../web/request/request-context.ts'

/** POST /token, for both grant types. Reads the client and the token family from the store in one round trip. */
export function tokenEndpoint(issuer: TokenIssuer): Handler {
  return async (context) => {
    const form = await readParameters(context)
    const grantType = form.get('grant_type')
    const value = form.get(grantType === 'refresh_token' ? 'refresh_token' : 'code')
    const opened =
      value === undefined || value === ''
        ? undefined
        : issuer.values.open(grantType === 'refresh_token' ? 'refresh' : 'code', value)
    let record: string | undefined
    const client = await authenticateClient(context, form, async (clientId) => {
      const state = await issuer.storage.tokenState.look({
        clients: [clientId],
        ...(opened === undefined ? {} : { family: opened.familyId }),
      })
      record = state.family
      return state.clients[0]
    })
    // The client is already authenticated, so this error reveals nothing to an attacker.
    if (opened === undefined && value !== undefined && issuer.values.hasForm(value))
      await issuer.otherSecrets.assertNoneUnknown()
    const asked = { code: form.get('code'), redirectUri: form.get('redirect_uri'), verifier: form.get('code_verifier') }
    if (grantType === undefined || grantType === '')
      throw new ProtocolError(missingGrantType(asked, form.get('refresh_token')))
    assertAllowed(checkGrantType(grantType))
    assertAllowed(checkGrantAllowed(grantType as GrantType, client, opened !== undefined && record !== undefined))
    if (opened === undefined) {
      const missing = grantType === 'refresh_token' ? missingForRefresh(value) : missingForCode(asked)
      throw new ProtocolError(missing ?? deny('invalid_grant', 'invalid_grant', 'the value was not issued by Portico'))
    }
    const presented = { familyId: opened.familyId, record }
    const result =
      grantType === 'refresh_token'
        ? await refreshTokens(issuer, client, {
            ...presented,
            sent: { refreshHash: opened.hash, endsAt: opened.endsAt, scope: form.get('scope') },
          })
        : await redeemCode(issuer, client, {
            ...presented,
            sent: {
              codeHash: opened.hash,
              endsAt: opened.endsAt,
              redirectUri: asked.redirectUri,
              verifier: asked.verifier,
            },
          })
    if (result.outcome === 'issued') await takeBackIfUnsent(context.res, result.takeBack)
    const tokens = tokensOf(context, grantType === 'refresh_token' ? 'refresh token' : 'code', result)
    sendJson(context, 200, tokens, { 'Cache-Control': 'no-store', Pragma: 'no-cache' })
  }
}

/**
 * A client that has gone before the first byte of its response can use the same code or refresh token again (D-T15).
 * A host such as Koa sends the response later, so the client can still go after this check.
 */
async function takeBackIfUnsent(res: ServerResponse, takeBack: () => Promise<void>): Promise<void> {
  if (isGone(res)) {
    await takeBack()
    throw unavailable('store_unavailable', 'the client has gone, so its tokens were taken back')
  }
  res.once('close', () => {
    if (!res.headersSent) void takeBack().catch(() => undefined)
  })
}
