import { REFERENCES } from '../../../policies/errors.ts'
import { homeOf } from '../../domain/clients/client-home.ts'
import type { ErrorPage } from '../http/errors.ts'
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
    const sent = context.trace.facts.redirect_uri_sent
    const ref = body.error_ref
    const { client } = context
    const homeHref = client && homeOf(client)
    return pages.render(context, ErrorScreen, {
      body,
      at: new Date(now()),
      received: typeof sent === 'string' ? [['redirect_uri', sent]] : undefined,
      client: client === undefined || homeHref === undefined ? undefined : { name: client.clientName, homeHref },
      // When the service is in trouble, the portal is as well.
      accountHref: status < 500 ? accountHref : undefined,
      retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
      explainHref: ref !== undefined && Object.hasOwn(REFERENCES, ref) ? `${issuerUrl}/errors/${ref}` : undefined,
    })
  }
}
