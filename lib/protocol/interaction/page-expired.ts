import { deny } from '../../../policies/verdict.ts'
import { findClient } from '../../domain/clients/client-record.ts'
import { wayBackTo } from '../../web/pages/client-view.ts'
import { prefersHtml } from '../../web/request/negotiation.ts'
import { ProtocolError, type RequestContext } from '../../web/request/request-context.ts'
import type { InteractionServices } from './open-interaction.ts'
import { PageExpired } from './page-expired-view.tsx'

type Services = Pick<InteractionServices, 'pages' | 'engine' | 'site' | 'recent' | 'storage'>

/**
 * Shows that a sign-in page has expired or was already used. If the sign-in was completed, nothing has to be repeated.
 * The link back to the app comes from a signed cookie, never from the request's parameters.
 */
export async function expired(services: Services, context: RequestContext): Promise<void> {
  const { pages, engine, site, recent, storage } = services
  if (!prefersHtml(context.req)) throw new ProtocolError(deny('invalid_request', 'interaction_expired'))
  const { clientId, isCurrent } = recent.recall(context, context.rest)
  const client = wayBackTo(await findClient(storage.clients, clientId), pages.view(context))
  const isUsed = isCurrent && !(await engine.isStored(context, context.rest))
  if (isUsed && (await engine.browserSession(context)) !== undefined)
    return pages.show(context, 200, PageExpired, { client, signedIn: { accountHref: site.accountHref } })
  context.refusal = deny('invalid_request', 'interaction_expired')
  return pages.show(context, 400, PageExpired, { client })
}
