/** A request from an access log or a HAR file, and functions that detect its kind. */
import { type Parameters, parseParameters } from '../../web/request/request-context.ts'

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  /** The query, without the leading question mark. */
  readonly query: string
  /** The form body as sent; undefined if it was not recorded. */
  readonly form?: string
  readonly authorization?: string
}

/** An authorization or token request, or a line that may be one, that was cut or cannot be parsed. */
export interface BrokenRequest {
  readonly broken: 'cut' | 'unreadable'
  /** Undefined if the line does not show it completely. */
  readonly clientId: string | undefined
}

/** Undefined is a line or entry that is not a request. */
export type Reading = RecordedRequest | BrokenRequest | undefined

/** Common path endings of authorization endpoints. */
const AUTHORIZE_PATH = /\/(?:auth|authorize|authorization)\/?$/i
/** Common path endings of token endpoints. */
const TOKEN_PATH = /\/(?:token|access_token)\/?$/i

/** Detects an authorization request by its parameters or path. Excludes similar logout requests. */
export function isAuthorization({ method, path }: RecordedRequest, sent: Parameters): boolean {
  if (method !== 'GET' && method !== 'POST') return false
  if (sent.has('post_logout_redirect_uri') || sent.has('grant_type')) return false
  if (sent.has('response_type')) return sent.has('client_id') || sent.has('redirect_uri') || AUTHORIZE_PATH.test(path)
  return AUTHORIZE_PATH.test(path) && (sent.has('client_id') || sent.has('redirect_uri'))
}

/** A token request carries its grant in the body, but access logs do not record bodies. */
export function isToken({ method, path }: RecordedRequest, form: Parameters | undefined): boolean {
  return method === 'POST' && (form?.has('grant_type') === true || TOKEN_PATH.test(path))
}

/**
 * Whether an incomplete request may be an authorization or token request: a parameter that would decide it can be in
 * the missing part.
 *
 * @param isOpen whether the end of the URL is missing, so the path can be incomplete too
 */
export function maybeSignIn({ method, path, query }: RecordedRequest, isOpen: boolean): boolean {
  if (method !== 'GET' && method !== 'POST') return false
  const sent = parseParameters(query)
  if (sent.has('post_logout_redirect_uri')) return false
  if (AUTHORIZE_PATH.test(path) || (method === 'POST' && TOKEN_PATH.test(path))) return true
  if (query === '') return isOpen && !path.slice(path.lastIndexOf('/')).includes('.')
  return sent.has('response_type') || sent.has('client_id')
}

/**
 * @param target path and query, or an absolute URL, from the request line
 * @returns undefined if `target` is not a URL
 */
export function recordedRequest(
  method: string,
  target: string,
  more: Pick<RecordedRequest, 'form' | 'authorization'> = {},
): RecordedRequest | undefined {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target)?.[0] ?? ''
  const rest = target.slice(origin.length)
  if (origin === '' && !rest.startsWith('/')) return undefined
  const [address = ''] = rest.split('#')
  const mark = address.indexOf('?')
  return {
    method: method.toUpperCase(),
    path: (mark === -1 ? address : address.slice(0, mark)) || '/',
    query: mark === -1 ? '' : address.slice(mark + 1),
    ...more,
  }
}
