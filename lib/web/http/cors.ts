import type { ServerResponse } from 'node:http'
import { isForClients, isOriginAllowed } from '../../../policies/cors.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { RequestContext } from '../request/request-context.ts'
import { end } from './responses.ts'

const EXPOSED = 'WWW-Authenticate, X-Request-Id, Retry-After, Link'
const PREFLIGHT_SECONDS = '3600'

/** Allows any origin to read the discovery document and the JWKS (D-G11). */
export function allowAnyOrigin(context: RequestContext): void {
  context.res.setHeader('Access-Control-Allow-Origin', '*')
  context.res.setHeader('Access-Control-Expose-Headers', EXPOSED)
}

/** Sets CORS headers before the handler runs, so that error responses have them too. */
export function beginCors({ res, route }: RequestContext): void {
  if (route.cors === 'credentials') keepCookiesOut(res, () => true)
  if (route.cors === 'any') keepCookiesOut(res, () => isShared(res))
  if (isForClients(route.cors)) res.appendHeader('Vary', 'Origin')
}

/** Allows pages from this origin to read the response. */
function allowOrigin({ res, route }: RequestContext, origin: string): void {
  res.setHeader('Access-Control-Allow-Origin', origin)
  res.setHeader('Access-Control-Expose-Headers', EXPOSED)
  if (route.cors === 'credentials') res.setHeader('Access-Control-Allow-Credentials', 'true')
}

/** Records the client and allows its pages to read the response, including errors. */
export function knowClient(context: RequestContext, client: Client): void {
  context.client = client
  const { origin } = context.req.headers
  if (isForClients(context.route.cors) && origin !== undefined && isOriginAllowed(origin, client))
    allowOrigin(context, origin)
}

/** Allows pages of any public client to read the error if the request's client could not be identified. */
export async function allowUnidentified(
  context: RequestContext,
  isClientOrigin: (origin: string) => Promise<boolean>,
): Promise<void> {
  const { origin } = context.req.headers
  if (!isForClients(context.route.cors) || origin === undefined || context.client !== undefined) return
  if (await isClientOrigin(origin).catch(() => false)) allowOrigin(context, origin)
}

/** A preflight does not identify a client, so any public client's origin is allowed. The actual request is checked. */
export async function answerPreflight(
  context: RequestContext,
  isClientOrigin: (origin: string) => Promise<boolean>,
): Promise<void> {
  const { res, route, req } = context
  const origin = req.headers.origin
  res.setHeader('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
  if (origin !== undefined && (route.cors === 'any' || (await isClientOrigin(origin)))) {
    if (route.cors === 'any') res.setHeader('Access-Control-Allow-Origin', '*')
    else allowOrigin(context, origin)
    res.setHeader('Access-Control-Allow-Methods', route.methods.join(', '))
    res.setHeader('Access-Control-Allow-Headers', requestedHeaders(req))
    res.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS)
  }
  res.statusCode = 204
  end(context)
}

/** Names of headers as the browser lists them. Tracing adds names that no fixed list would have; none has an effect. */
const HEADER_NAMES = /^[a-z0-9!#$%&'*+.^_`|~-]+(?:, ?[a-z0-9!#$%&'*+.^_`|~-]+){0,49}$/i

function requestedHeaders({ headers }: RequestContext['req']): string {
  const requested = headers['access-control-request-headers'] ?? ''
  return HEADER_NAMES.test(requested) ? requested : 'Authorization, Content-Type'
}

/** Whether shared caches can store the response. If so, it must not set cookies, because others would receive them. */
const isShared = (res: ServerResponse): boolean => String(res.getHeader('Cache-Control')).startsWith('public')

/** Removes `Set-Cookie` when the headers are written, because the host's session adds its cookie that late. */
function keepCookiesOut(res: ServerResponse, applies: () => boolean): void {
  // Node.js calls this method for every response, even if `writeHead` is never called.
  const inner = res as ServerResponse & { _storeHeader(firstLine: string, headers: unknown): void }
  const store = inner._storeHeader
  inner._storeHeader = (firstLine, headers) => {
    if (applies()) res.removeHeader('Set-Cookie')
    store.call(res, firstLine, headers)
  }
}
