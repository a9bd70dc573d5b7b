import { ERRORS, type ErrorRef, REFERENCES } from '../../../policies/errors.ts'
import { deny } from '../../../policies/verdict.ts'
import { sendJson } from '../../web/http/responses.ts'
import type { Pages } from '../../web/pages/pages.ts'
import { prefersHtml } from '../../web/request/negotiation.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { Handler } from '../../web/request/request-context.ts'
import { ErrorList } from './error-list-view.tsx'
import { ErrorReference } from './error-reference-view.tsx'

const CACHE = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept, Accept-Language, Cookie' }

/** GET /errors/:error_ref: what a cause means and what to check, without sign-in: every error answer links here. */
export function errorReferenceEndpoint(pages: Pages, issuerUrl: string): Handler {
  const rootHref = `${issuerUrl}/errors/`
  return (context) => {
    const ref = context.rest
    if (!Object.hasOwn(REFERENCES, ref)) {
      const missing = deny('not_found', 'not_found')
      if (!prefersHtml(context.req)) throw new ProtocolError(missing)
      if (ref === '') return pages.show(context, 200, ErrorList, { asked: 'all', rootHref })
      context.refusal = missing
      return pages.show(context, 404, ErrorList, { asked: 'unknown', rootHref })
    }
    const { description, advice, errors } = REFERENCES[ref as ErrorRef]
    if (prefersHtml(context.req)) {
      // A choice of language sets a cookie, and that belongs in no shared cache.
      const headers = new URLSearchParams(context.query).has('ui_locales') ? {} : CACHE
      return pages.show(context, 200, ErrorReference, { errorRef: ref as ErrorRef, listHref: rootHref }, { headers })
    }
    sendJson(
      context,
      200,
      { error_ref: ref, errors, description, advice, meaning: errors.map((error) => ERRORS[error].meaning) },
      CACHE,
    )
  }
}
