import { checkMayIntrospect } from '../../../policies/client-authentication.ts'
import { parameterMissing } from '../../../policies/parameters.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import { openPresented, type TokenIssuer } from '../../domain/tokens/issuer.ts'
import { refreshState } from '../../domain/tokens/refresh-state.ts'
import type { AccessTokenAnswer, AccessTokens } from '../../domain/tokens/verify.ts'
import { readParameters } from '../../web/http/body.ts'
import { authenticateClient } from '../../web/http/client-authentication.ts'
import { sendJson } from '../../web/http/responses.ts'
import { assertAllowed, type Handler, note, ProtocolError } from '../../web/request/request-context.ts'

const INACTIVE = { active: false }

/** POST /introspect (RFC 7662). Reads the calling client and the token from the store in one round trip. */
export function introspectionEndpoint(issuer: TokenIssuer, tokens: AccessTokens): Handler {
  return async (context) => {
    const form = await readParameters(context)
    const token = form.get('token')
    let answer: AccessTokenAnswer | undefined
    const caller = await authenticateClient(context, form, async (clientId) => {
      const found = await tokens.check(token ?? '', clientId)
      answer = found
      return found.caller
    })
    assertAllowed(checkMayIntrospect(caller))
    if (token === undefined || token === '') throw new ProtocolError(parameterMissing('token'))
    if (answer?.alive === true) {
      const { iss, aud, sub, sid, client_id, jti, iat, exp, token_use, scope } = answer.token.claims
      context.subject = sub
      return sendJson(context, 200, {
        active: true,
        token_type: 'Bearer',
        iss,
        aud,
        sub,
        sid,
        client_id,
        jti,
        iat,
        exp,
        token_use,
        scope,
      })
    }
    const refresh = await activeRefreshToken(issuer, caller, token)
    note(context.trace, 'token', refresh === undefined ? (answer?.why ?? 'unknown') : 'an active refresh token')
    sendJson(context, 200, refresh ?? INACTIVE)
  }
}

/** A refresh token is reported as active only to its own client, so others learn nothing about it (RFC 7662 s4). */
async function activeRefreshToken(issuer: TokenIssuer, caller: Client, token: string): Promise<object | undefined> {
  const opened = await openPresented(issuer, 'refresh', token)
  if (opened === undefined) return undefined
  const own = async (clientId: string): Promise<Client | undefined> =>
    clientId === caller.clientId ? caller : undefined
  const { family, state, expiresAt } = await refreshState(issuer, opened, own)
  if (family === undefined || state !== 'alive') return undefined
  return {
    active: true,
    client_id: family.clientId,
    sub: family.subject,
    sid: family.sid,
    scope: family.scopes.join(' '),
    iat: family.usedAt,
    exp: expiresAt,
    iss: issuer.issuer,
    token_use: 'refresh',
  }
}
