import { ERRORS } from '../../../policies/errors.ts'
import { type Deny, describeDenial } from '../../../policies/verdict.ts'
import { DenialError, unavailable } from '../../domain/denial-error.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import { prefersHtml } from '../request/negotiation.ts'
import { ProtocolError, type RequestContext } from '../request/request-context.ts'
import { send, sendJson } from './responses.ts'

/** Errors that deny a request before it is validated. Nothing about such a request is stored. */
const UNKEPT: ReadonlySet<string> = new Set(['too_many_attempts', 'temporarily_unavailable', 'server_error'])

/** Whether to store the parameters of a denied request, so that its `error_uri` can show them. */
export const isReceivedKept = ({ sent }: RequestContext, { error }: Deny): boolean =>
  sent !== undefined && !UNKEPT.has(error)

/** `error_uri` (RFC 6749 s4.1.2.1, s5.2). Contains Portico's own request ID, because a proxy's may be guessable. */
export function errorUri(issuerUrl: string, context: RequestContext, denial: Deny): string {
  const page = `${issuerUrl}/errors/${denial.ref}`
  return isReceivedKept(context, denial) ? `${page}?request=${context.ownId}` : page
}

/** The format that all errors share. */
export interface ErrorBody {
  readonly error: string
  readonly error_description: string
  readonly request_id: string
  readonly error_ref?: string | undefined
}

/** Retry-After while the store or a key is unavailable, in seconds. */
export const UNAVAILABLE_RETRY_SECONDS = 2
const SERVER_ERROR_DESCRIPTION = ERRORS.server_error.meaning

/** The denial for a thrown value; undefined for an unexpected error, which becomes a server error. */
export function denialIn(thrown: unknown): DenialError | undefined {
  if (thrown instanceof StoreUnavailable) return unavailable('store_unavailable', thrown.message)
  return thrown instanceof DenialError ? thrown : undefined
}

function headersOf(error: DenialError | undefined): Readonly<Record<string, string>> {
  const retry = error?.status === 503 ? { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) } : {}
  return error instanceof ProtocolError ? { ...retry, ...error.headers } : retry
}

export function errorBody(denial: Deny, requestId: string): ErrorBody {
  return {
    error: denial.error,
    error_description: describeDenial(denial),
    request_id: requestId,
    error_ref: denial.ref,
  }
}

/** Adds the explanation's URL as a Link header (RFC 8288) and to the challenge, because some clients show only that. */
function withHelp(headers: Readonly<Record<string, string>>, uri: string): Readonly<Record<string, string>> {
  const challenge = headers['WWW-Authenticate']
  return {
    ...headers,
    Link: `<${uri}>; rel="help"`,
    ...(challenge?.includes('error=') ? { 'WWW-Authenticate': `${challenge}, error_uri="${uri}"` } : {}),
  }
}

/** Renders an error as a page. */
export type ErrorPage = (
  context: RequestContext,
  status: number,
  body: ErrorBody,
  answerHeaders: Readonly<Record<string, string>>,
) => Promise<{ readonly html: string; readonly headers: Readonly<Record<string, string>> }>

/** The only code that turns denials and errors into responses. */
export async function answerError(
  context: RequestContext,
  thrown: unknown,
  { issuerUrl, errorPage: page }: { readonly issuerUrl: string; readonly errorPage: ErrorPage },
  report: (error: unknown) => void,
): Promise<void> {
  const known = denialIn(thrown)
  if (known === undefined) report(thrown)
  else context.refusal = known.denial
  const status = known?.status ?? ERRORS.server_error.status
  const body: ErrorBody =
    known === undefined
      ? { error: 'server_error', error_description: SERVER_ERROR_DESCRIPTION, request_id: context.requestId }
      : errorBody(known.denial, context.requestId)
  const headers = headersOf(known)
  if (context.route.caller !== 'machine' && context.api === undefined && prefersHtml(context.req)) {
    const rendered = await page(context, status, body, headers)
    send(context, status, 'text/html; charset=utf-8', rendered.html, { ...rendered.headers, ...headers })
  } else {
    sendJson(
      context,
      status,
      body,
      known === undefined ? headers : withHelp(headers, errorUri(issuerUrl, context, known.denial)),
    )
  }
}
