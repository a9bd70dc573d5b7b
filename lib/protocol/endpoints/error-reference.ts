import { ERRORS, type ErrorRef, REFERENCES } from '../../../policies/errors.ts'
import { isOwnId } from '../../../policies/request-id.ts'
import { deny } from '../../../policies/verdict.ts'
import type { Received, ReceivedRequests } from '../../domain/audit/received.ts'
import { sendJson } from '../../web/http/responses.ts'
import type { Pages } from '../../web/pages/pages.ts'
import { prefersHtml } from '../../web/request/negotiation.ts'
import { type Handler, ProtocolError, type RequestContext } from '../../web/request/request-context.ts'
import { ENGLISH_ADVICE } from '../../web/ui/texts/issues.ts'
import { ErrorList } from './error-list-view.tsx'
import { ErrorReference } from './error-reference-view.tsx'
import { curesOf, isTopicPage, nextPages, TOPIC_PAGES, type TopicPage, topicsOf } from './library-cures.ts'
import { LibraryTopic } from './library-topic-view.tsx'

const CACHE = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept, Accept-Language, Cookie' }

/**
 * GET /errors/:error_ref: explains an error cause and what to check, without a sign-in. Every error response links
 * here. Given the request ID from `error_uri`, it also shows the data that was received; an unknown ID is ignored.
 */
export function errorReferenceEndpoint(pages: Pages, issuerUrl: string, requests: ReceivedRequests): Handler {
  const rootHref = `${issuerUrl}/errors/`
  return async (context) => {
    const ref = context.rest
    const isHtml = prefersHtml(context.req)
    const query = new URLSearchParams(context.query)
    const asked = query.get('request')
    // Do not cache pages about one request, even if the request was not found, or pages that set a language cookie.
    const headers = asked !== null || (isHtml && query.has('ui_locales')) ? {} : CACHE
    if (isTopicPage(ref)) return showTopic(pages, context, ref, rootHref, headers)
    if (!Object.hasOwn(REFERENCES, ref)) {
      const missing = deny('not_found', 'not_found')
      if (!isHtml) throw new ProtocolError(missing)
      if (ref === '') return pages.show(context, 200, ErrorList, { asked: 'all', topics: TOPIC_PAGES, rootHref })
      context.refusal = missing
      return pages.show(context, 404, ErrorList, { asked: 'unknown', topics: TOPIC_PAGES, rootHref })
    }
    const errorRef = ref as ErrorRef
    const received = asked === null ? undefined : await receivedAs(requests, asked, ref)
    // A request can have several errors, so show the library settings for all of them.
    const causes = [errorRef, ...(received === undefined ? [] : [received.ref, ...received.also])].filter(isCause)
    const topics = [...new Set(causes.flatMap(topicsOf))]
    const cures = curesOf(topics)
    if (isHtml) {
      const next = nextPages(errorRef)
      const props = { errorRef, cures, topics, next, received, rootHref }
      return pages.show(context, 200, ErrorReference, props, { headers })
    }
    const { description, errors } = REFERENCES[errorRef]
    sendJson(
      context,
      200,
      {
        error_ref: ref,
        errors,
        description,
        advice: ENGLISH_ADVICE[errorRef],
        meaning: errors.map((error) => ERRORS[error].meaning),
        ...(cures.length === 0 ? {} : { cures }),
        ...(received && { received: wireOf(received) }),
      },
      headers,
    )
  }
}

function showTopic(
  pages: Pages,
  context: RequestContext,
  topic: TopicPage,
  rootHref: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> | void {
  const cures = curesOf([topic])
  if (prefersHtml(context.req)) return pages.show(context, 200, LibraryTopic, { topic, cures, rootHref }, { headers })
  sendJson(context, 200, { topic, cures }, headers)
}

const isCause = (ref: string): ref is ErrorRef => Object.hasOwn(REFERENCES, ref)

/** Reads a failed request by its ID. Undefined if the store is down or the request did not fail with this error. */
async function receivedAs(requests: ReceivedRequests, id: string, ref: string): Promise<Received | undefined> {
  const received = isOwnId(id) ? await requests.find(id).catch(() => undefined) : undefined
  return received?.ref === ref || received?.also.includes(ref) ? received : undefined
}

const wireOf = ({ at, ref, also, clientId, redirectUri, scope, names, unnamed }: Received): object => ({
  at: new Date(at).toISOString(),
  error_refs: [ref, ...also],
  client_id: clientId,
  redirect_uri: redirectUri,
  scope,
  parameters: names,
  other_parameters: unnamed,
})
