import type { DeliveryWorker } from '../../domain/outbox/delivery-worker.ts'
import type { SessionEnding } from '../../domain/sessions/ending.ts'
import {
  type FrontchannelLogout,
  type FrontchannelTickets,
  frontchannelLogouts,
} from '../../domain/sessions/frontchannel.ts'
import type { AccessTokens } from '../../domain/tokens/verify.ts'
import type { LogoutNotice } from '../../ports/deliveries.ts'
import { assertBearer } from '../../web/http/bearer.ts'
import { sendJson } from '../../web/http/responses.ts'
import { type Handler, note } from '../../web/request/request-context.ts'

export interface CentralizedLogoutServices {
  readonly issuerUrl: string
  readonly tokens: AccessTokens
  readonly ending: SessionEnding
  readonly worker: DeliveryWorker
  readonly tickets: FrontchannelTickets
  /** How long the response waits for clients to be notified, in milliseconds. */
  readonly waitMs: number
}

/** POST /connect/logout with a Bearer token: ends all of the user's sessions and tokens, on all devices. */
export function centralizedLogoutEndpoint(services: CentralizedLogoutServices): Handler {
  return async (context) => {
    context.api = true
    const { claims } = await assertBearer(context, services.tokens)
    const ended = await services.ending.endEverything(claims.sub)
    context.event = 'logout.everywhere'
    note(context.trace, 'logout', `${ended.sessions.length} sessions ended, ${ended.deliveries.length} notifications`)
    const frontchannel = frontchannelLogouts(services.issuerUrl, ended.clients)
    const issued = await services.tickets.issue(claims.jti, frontchannel)
    const ticket = issued === 'lost' ? undefined : issued
    if (issued === 'lost') note(context.trace, 'logout', 'the list of front-channel logouts could not be stored')
    const states = await services.worker.resolved(
      ended.deliveries.map(({ id }) => id),
      services.waitMs,
    )
    sendJson(context, 200, {
      signed_out: true,
      sid: claims.sid,
      sids: [...new Set([claims.sid, ...ended.sessions.flatMap(({ clients }) => clients.map(({ sid }) => sid))])],
      notifications: notifications(ended.deliveries, states, frontchannel, issued === 'lost' ? 'failed' : 'pending'),
      ...(ticket === undefined
        ? {}
        : {
            frontchannel_logout_url: `${services.issuerUrl}/connect/logout/frontchannel`,
            frontchannel_ticket: ticket,
          }),
    })
  }
}

/** Lists the outcome per client and sid. A client that supports both channels is notified via the back channel. */
function notifications(
  deliveries: readonly LogoutNotice[],
  states: ReadonlyMap<string, LogoutNotice['state']>,
  frontchannel: readonly FrontchannelLogout[],
  inBrowser: 'pending' | 'failed',
): readonly object[] {
  const notified = new Set(deliveries.map(({ clientId, sid }) => `${clientId} ${sid}`))
  return [
    ...deliveries.map(({ id, clientId, sid }) => ({
      client_id: clientId,
      sid,
      channel: 'backchannel',
      status: statusOf(states.get(id)),
    })),
    ...frontchannel
      .filter(({ client_id, sid }) => !notified.has(`${client_id} ${sid}`))
      .map(({ client_id, sid }) => ({ client_id, sid, channel: 'frontchannel', status: inBrowser })),
  ]
}

function statusOf(state: LogoutNotice['state'] | undefined): 'delivered' | 'pending' | 'failed' {
  if (state === 'delivered') return 'delivered'
  return state === 'failed' || state === 'dropped' ? 'failed' : 'pending'
}
