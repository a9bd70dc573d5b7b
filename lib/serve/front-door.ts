/** Redirects a browser that opens `/` to the portal. Other clients get a 404, as for any unknown path. */

import type { Portico } from '../portico.ts'
import { newRequestId } from '../web/http/request-id.ts'
import { COMMON_HEADERS } from '../web/http/responses.ts'
import { headerText } from '../web/request/received-headers.ts'
import type { Handler } from './listening.ts'

export function withFrontDoor(sso: Portico): Handler {
  const answer = sso.callback()
  const { portal, portalUrl } = sso.configuration
  return (req, res) => {
    const isVisitor =
      req.method === 'GET' && pathOf(req.url) === '/' && headerText(req, 'accept')?.includes('text/html') === true
    if (!portal.enabled || !isVisitor) return answer(req, res)
    res
      .writeHead(303, {
        ...COMMON_HEADERS,
        Location: portalUrl,
        'Cache-Control': 'no-store',
        'X-Request-Id': newRequestId(),
      })
      .end()
  }
}

/** Removes the query, because links to `/` can contain parameters such as campaign tags. */
const pathOf = (url = ''): string => url.split('?', 1)[0] ?? ''
