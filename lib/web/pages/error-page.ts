import { recordedText } from '../../../policies/untrusted-text.ts'
import { homeOf } from '../../domain/clients/client-home.ts'
import { type ErrorPage, errorUri } from '../http/errors.ts'
import type { RequestContext } from '../request/request-context.ts'
import { ErrorPage as ErrorScreen } from './error-page-view.tsx'
import type { Pages } from './pages.ts'

/**
 * Renders an error as a page, with values from the request but never with registered ones.
 * @param accountHref the portal's URL; undefined if there is no portal
 */
export function errorPage(
  pages: Pages,
  issuerUrl: string,
  now: () => number,
  accountHref: string | undefined,
): ErrorPage {
  return (context, status, body, headers) => {
    const retryAfter = headers['Retry-After']
    const { client, refusal, backHref } = context
    const homeHref = client && homeOf(client)
    // Drop the query of a request that exceeded a limit, so that an attacker cannot make the page expensive to render.
    const isPast = refusal?.ref === 'too_many_attempts' || refusal?.ref === 'address_too_long'
    return pages.render(isPast ? { ...context, query: '' } : context, ErrorScreen, {
      body,
      missing: refusal?.missing,
      at: new Date(now()),
      received: isPast ? [] : receivedBy(context),
      client: client === undefined || homeHref === undefined ? undefined : { name: client.clientName, homeHref },
      backHref,
      // Omits the link to the portal if the page already links back, or if the portal would fail too (server error).
      accountHref: status < 500 && backHref === undefined ? accountHref : undefined,
      retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
      explainHref: refusal === undefined ? undefined : errorUri(issuerUrl, context, refusal),
    })
  }
}

/** Values that help a developer identify the request: the client ID that was sent, and the rejected redirect URI. */
function receivedBy({ query, trace }: RequestContext): readonly (readonly [name: string, value: string])[] {
  const clientId = new URLSearchParams(query).get('client_id')
  const address = trace.facts.redirect_uri_sent
  return [
    ...(clientId === null ? [] : [['client_id', recordedText(clientId)] as const]),
    ...(typeof address === 'string' ? [['redirect_uri', address] as const] : []),
  ]
}
