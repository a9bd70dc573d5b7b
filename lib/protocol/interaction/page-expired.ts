import { deny } from '../../../policies/verdict.ts'
import { readClient } from '../../domain/clients/client-record.ts'
import { wayBackTo } from '../../web/pages/shown-names.ts'
import { prefersHtml } from '../../web/request/negotiation.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { Exchange } from '../../web/request/request-context.ts'
import type { InteractionServices } from './interaction.ts'
import { PageExpired, type PageExpiredProps } from './page-expired-view.tsx'

/**
 * The page is of no use any more (A10): too old, or used before. Whoever used it and is signed in has nothing to repeat. Nothing
 * in the request is believed but what we have signed: which app the browser came from, if that app is still there.
 */
export async function expired(services: InteractionServices, exchange: Exchange): Promise<void> {
  const { pages, engine, accountHref } = services
  if (!prefersHtml(exchange.req)) throw new ProtocolError(deny('invalid_request', 'interaction_expired'))
  const [end, client] = await Promise.all([
    engine.interactionEnd(exchange, exchange.rest),
    lastClientOf(services, exchange),
  ])
  if (end === 'finished' && (await engine.browserSession(exchange)) !== undefined)
    return pages.show(exchange, 200, PageExpired, { client, signedIn: { accountHref } })
  exchange.refusal = deny('invalid_request', 'interaction_expired')
  return pages.show(exchange, 400, PageExpired, { client })
}

async function lastClientOf(
  { lastClient, clients, pages }: InteractionServices,
  exchange: Exchange,
): Promise<PageExpiredProps['client']> {
  const id = lastClient.recall(exchange)
  const record = id === undefined ? undefined : await clients.find(id)
  return wayBackTo(record === undefined ? undefined : readClient(record), pages.view(exchange))
}
