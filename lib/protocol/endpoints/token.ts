import { checkGrantAllowed, checkGrantType, type GrantType } from '../../../policies/grants.ts'
import { deny } from '../../../policies/verdict.ts'
import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import { redeemCode } from '../../domain/tokens/redeem.ts'
import { refreshTokens } from '../../domain/tokens/refresh.ts'
import { readForm } from '../../web/http/body.ts'
import { authenticateClient } from '../../web/http/client-authentication.ts'
import { tokensOf } from '../../web/http/grant-record.ts'
import { sendJson } from '../../web/http/responses.ts'
import { singleParameters } from '../../web/request/parameters.ts'
import { assertAllowed, ProtocolError } from '../../web/request/protocol-error.ts'
import type { Handler } from '../../web/request/request-context.ts'

/** POST /token: the two grants. The client and the family are read in one round trip. */
export function tokenEndpoint(issuer: TokenIssuer): Handler {
  return async (context) => {
    const form = singleParameters(await readForm(context.req))
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
    assertAllowed(checkGrantType(grantType))
    assertAllowed(checkGrantAllowed(grantType as GrantType, client, opened !== undefined && record !== undefined))
    if (value === undefined || value === '')
      throw new ProtocolError(
        deny('invalid_request', 'parameter_missing', grantType === 'refresh_token' ? 'refresh_token' : 'code'),
      )
    if (opened === undefined)
      throw new ProtocolError(deny('invalid_grant', 'invalid_grant', 'not a value that this service issued'))
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
              redirectUri: form.get('redirect_uri'),
              verifier: form.get('code_verifier'),
            },
          })
    const tokens = tokensOf(context, grantType === 'refresh_token' ? 'refresh token' : 'code', result)
    sendJson(context, 200, tokens, { 'Cache-Control': 'no-store', Pragma: 'no-cache' })
  }
}
