import { recordedText } from '../../../policies/foreign-text.ts'
import { homeOf } from '../../domain/clients/client-home.ts'
import type { ErrorPage } from '../http/errors.ts'
import { errorUri } from '../http/errors.ts'
import type { RequestContext } from '../request/request-context.ts'
import { ErrorPage as ErrorScreen } from './error-page-view.tsx'
import type { Pages } from './pages.ts'

/**
 * The page form of an error. What was received is shown; what is registered never is.
 * @param accountHref the portal; undefined without one
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
    // A request past a limit costs nothing that grows with what it sent.
    const isPast = refusal?.ref === 'too_many_attempts' || refusal?.ref === 'address_too_long'
    return pages.render(isPast ? { ...context, query: '' } : context, ErrorScreen, {
      body,
      missing: refusal?.missing,
      at: new Date(now()),
      received: isPast ? [] : receivedBy(context),
      client: client === undefined || homeHref === undefined ? undefined : { name: client.clientName, homeHref },
      backHref,
      // When the service is in trouble, the portal is as well; and one way back is enough.
      accountHref: status < 500 && backHref === undefined ? accountHref : undefined,
      retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
      explainHref: refusal === undefined ? undefined : errorUri(issuerUrl, context, refusal),
    })
  }
}

/** What tells a developer which request this was: the client that it named, and the address that was refused. */
function receivedBy({ query, trace }: RequestContext): readonly (readonly [name: string, value: string])[] {
  const clientId = new URLSearchParams(query).get('client_id')
  const address = trace.facts.redirect_uri_sent
  return [
    ...(clientId === null ? [] : [['client_id', recordedText(clientId)] as const]),
    ...(typeof address === 'string' ? [['redirect_uri', address] as const] : []),
  ]
}
