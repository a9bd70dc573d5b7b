import { deny } from '../../../policies/verdict.ts'
import type { FrontchannelTickets } from '../../domain/sessions/frontchannel.ts'
import type { AccessTokens } from '../../domain/tokens/verify.ts'
import { bearerToken, refuseBearer } from '../../web/http/bearer.ts'
import { sendJson } from '../../web/http/responses.ts'
import type { Pages } from '../../web/pages/pages.ts'
import { prefersHtml } from '../../web/request/negotiation.ts'
import { type Handler, queryParameters, type RequestContext } from '../../web/request/request-context.ts'
import { iconsOf, NO_APPS } from './ended-apps.ts'
import { type SignedOutPages, showSigningOut } from './signed-out.ts'
import { byApp } from './signing-out-view.tsx'

/** GET /connect/logout/frontchannel: sends the logout URIs that the browser must load after a centralized logout. */
export function frontchannelLogoutEndpoint(
  pages: Pages,
  signedOut: SignedOutPages,
  tokens: AccessTokens,
  tickets: FrontchannelTickets,
): Handler {
  return async (context) => {
    const ticket = queryParameters(context.query).get('ticket')
    const logouts = ticket === undefined ? await forBearer(context, tokens, tickets) : await tickets.redeem(ticket)
    if (logouts === undefined)
      throw refuseBearer(deny('invalid_token', ticket === undefined ? 'token_invalid' : 'ticket_invalid'))
    if (!prefersHtml(context.req))
      return sendJson(context, 200, { iframes: logouts.map(({ client_id, sid, uri }) => ({ client_id, sid, uri })) })
    if (logouts.length === 0) return signedOut.show(context, NO_APPS)
    const continueHref = await signedOut.continueHref({
      ...NO_APPS,
      framed: byApp(logouts),
      icons: iconsOf(logouts.map(({ name, icon }) => ({ clientName: name, icon }))),
    })
    return showSigningOut(pages, context, logouts, continueHref, true)
  }
}

/** Accepts the token that was used for a recent logout, even though the logout has revoked it. */
async function forBearer(context: RequestContext, tokens: AccessTokens, tickets: FrontchannelTickets) {
  const token = await tokens.verified(bearerToken(context))
  return token === undefined ? undefined : tickets.forToken(token.claims.jti)
}
