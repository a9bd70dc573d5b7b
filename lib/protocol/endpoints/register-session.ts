import { deny } from '../../../policies/verdict.ts'
import { defined } from '../../config/data/defined.ts'
import type { SessionClientEntry } from '../../domain/sessions/session-record.ts'
import { joinSession, sessionOf } from '../../domain/sessions/session-registry.ts'
import { sessionOfSid } from '../../domain/sessions/sid.ts'
import { writeRecord } from '../../domain/stored-record.ts'
import type { AccessTokens } from '../../domain/tokens/verify.ts'
import type { Storage } from '../../ports/storage.ts'
import { assertBearer } from '../../web/http/bearer.ts'
import { sendJson } from '../../web/http/responses.ts'
import { type Handler, ProtocolError } from '../../web/request/request-context.ts'

/**
 * POST /connect/register-session: a client asks to be notified when this session ends. The sign-in has already bound
 * the client's logout URIs to the session; this request only records that the client wants a notification.
 */
export function registerSessionEndpoint(storage: Storage, tokens: AccessTokens, now: () => number): Handler {
  return async (context) => {
    const { claims, client } = await assertBearer(context, tokens)
    if (client.backchannelLogoutUri === undefined && client.frontchannelLogoutUri === undefined)
      throw new ProtocolError(deny('invalid_client', 'logout_channel_missing'))
    const session = await sessionOf(storage, claims.sub, sessionOfSid(claims.sid))
    const known = session?.clients.find(({ clientId }) => clientId === client.clientId)
    if (session !== undefined && known?.registeredAt === undefined) {
      const { scopes, accessVersion, at = now() } = known ?? {}
      const entry: SessionClientEntry = {
        ...{ sid: claims.sid, at, registeredAt: now() },
        ...defined({ scopes, accessVersion }),
      }
      if ((await storage.sessions.amend(session.key, client.clientId, writeRecord(entry))) === 'missing')
        await joinSession(storage, session, client.clientId, entry)
    }
    sendJson(context, 200, { registered: true, client_id: client.clientId, sid: claims.sid })
  }
}
