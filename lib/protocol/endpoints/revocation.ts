import type { ErrorRef } from '../../../policies/errors.ts'
import { DenialError } from '../../domain/denial-error.ts'
import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import { type Revocation, revokeToken } from '../../domain/tokens/revoke.ts'
import type { AccessTokens } from '../../domain/tokens/verify.ts'
import { isForm, readForm } from '../../web/http/body.ts'
import { authenticateClient } from '../../web/http/client-authentication.ts'
import { sendJson } from '../../web/http/responses.ts'
import { type Handler, note, type RequestContext, singleParameters } from '../../web/request/request-context.ts'

/**
 * POST /revocation (RFC 7009): always returns 200 with an empty object, even for an unknown client or token (s2.2).
 * The exceptions are 413, 503, and a form that cannot be read: a 200 would be wrong if the token was not revoked.
 */
export function revocationEndpoint(issuer: TokenIssuer, tokens: AccessTokens): Handler {
  return async (context) => {
    try {
      const form = singleParameters(await readForm(context.req))
      const client = await authenticateClient(context, form, (clientId) => issuer.storage.clients.find(clientId))
      const token = form.get('token')
      if (token !== undefined && token !== '') record(context, await revokeToken(issuer, tokens, client, token))
    } catch (error) {
      if (!(error instanceof DenialError) || error.status === 413 || error.status === 503) throw error
      if (UNREADABLE.has(error.denial.ref) && isForm(context.req)) throw error
      context.refusal = error.denial
    }
    sendJson(context, 200, {})
  }
}

/** Causes for which a form was sent, but its token is not known. */
const UNREADABLE: ReadonlySet<ErrorRef> = new Set(['content_type', 'body_timeout'])

const FOUND = {
  family: 'the family is revoked',
  'access-token': 'the access token is revoked',
  nothing: 'nothing of this client',
} as const

function record(context: RequestContext, revocation: Revocation): void {
  note(context.trace, 'revocation', FOUND[revocation.outcome])
  if (revocation.outcome === 'nothing') return
  Object.assign(context, { subject: revocation.subject, sid: revocation.sid, event: 'token.revoked' })
}
