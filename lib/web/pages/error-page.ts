import { recordedText } from '../../../policies/untrusted-text.ts'
import { homeOf } from '../../domain/clients/client-home.ts'
import { type ErrorPage, errorUri } from '../http/errors.ts'
import type { RequestContext } from '../request/request-context.ts'
import { ErrorPage as ErrorScreen } from './error-page-view.tsx'
import type { Pages } from './pages.ts'

/**
 * The page form of an error. It shows received values, never registered ones.
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
    // Requests above a limit must not cost more the longer their query is.
    const isPast = refusal?.ref === 'too_many_attempts' || refusal?.ref === 'address_too_long'
    return pages.render(isPast ? { ...context, query: '' } : context, ErrorScreen, {
      body,
      missing: refusal?.missing,
      at: new Date(now()),
      received: isPast ? [] : receivedBy(context),
      client: client === undefined || homeHref === undefined ? undefined : { name: client.clientName, homeHref },
      backHref,
      // During a server error, the portal fails too. With `backHref`, one link is enough.
      accountHref: status < 500 && backHref === undefined ? accountHref : undefined,
      retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
      explainHref: refusal === undefined ? undefined : errorUri(issuerUrl, context, refusal),
    })
  }
}

/** Values that help a developer to identify the request: the sent client id, and the denied redirect URI. */
function receivedBy({ query, trace }: RequestContext): readonly (readonly [name: string, value: string])[] {
  const clientId = new URLSearchParams(query).get('client_id')
  const address = trace.facts.redirect_uri_sent
  return [
    ...(clientId === null ? [] : [['client_id', recordedText(clientId)] as const]),
    ...(typeof address === 'string' ? [['redirect_uri', address] as const] : []),
  ]
}
