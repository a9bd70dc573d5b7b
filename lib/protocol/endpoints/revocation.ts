import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import { revokeToken } from '../../domain/tokens/revoke.ts'
import type { AccessTokens } from '../../domain/tokens/verify.ts'
import { readForm } from '../../web/http/body.ts'
import { authenticateClient } from '../../web/http/client-authentication.ts'
import { sendJson } from '../../web/http/responses.ts'
import { singleParameters } from '../../web/request/parameters.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { Handler } from '../../web/request/request-context.ts'

/**
 * POST /revocation (RFC 7009; decision T10): always 200 and an empty object, also for a stranger or a token that never
 * was. Only what the store could not do is told: 503, because 200 would be a lie (G10).
 */
export function revocationEndpoint(issuer: TokenIssuer, tokens: AccessTokens): Handler {
  return async (context) => {
    try {
      const form = singleParameters(await readForm(context.req))
      const client = await authenticateClient(context, form, (clientId) => issuer.storage.clients.find(clientId))
      const token = form.get('token')
      if (token !== undefined && token !== '') await revokeToken(issuer, tokens, context, client, token)
    } catch (fault) {
      if (!(fault instanceof ProtocolError) || fault.status === 413 || fault.status === 503) throw fault
      context.refusal = fault.denial
    }
    sendJson(context, 200, {})
  }
}
