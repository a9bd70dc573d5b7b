/** A request as an access log or a HAR file has it, and what kind it is. */
import type { Parameters } from '../../web/request/request-context.ts'

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** The body of a form, as sent; undefined where it was not recorded. */
  readonly form?: string
  readonly authorization?: string
}

/** Endings of the paths that providers give their authorization endpoint. */
const AUTHORIZE_PATH = /\/(?:auth|authorize|authorization)\/?$/i
/** Endings of the paths that providers give their token endpoint. */
const TOKEN_PATH = /\/(?:token|access_token)\/?$/i

/** An authorization request says what it wants, or comes where others do. What signs out names its client too. */
export function isAuthorization({ method, path }: RecordedRequest, sent: Parameters): boolean {
  if (method !== 'GET' && method !== 'POST') return false
  if (sent.has('post_logout_redirect_uri') || sent.has('grant_type')) return false
  if (sent.has('response_type')) return sent.has('client_id') || sent.has('redirect_uri') || AUTHORIZE_PATH.test(path)
  return AUTHORIZE_PATH.test(path) && (sent.has('client_id') || sent.has('redirect_uri'))
}

/** A token request carries its grant in the body, which an access log does not have. */
export function isToken({ method, path }: RecordedRequest, form: Parameters | undefined): boolean {
  return method === 'POST' && (form?.has('grant_type') === true || TOKEN_PATH.test(path))
}

/**
 * @param target path and query, or a whole address, as the request line had it
 * @returns undefined when it is no address
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
