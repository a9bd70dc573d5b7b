import type { ServerResponse } from 'node:http'
import { isForClients, isOriginAllowed } from '../../../policies/cors.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { RequestContext } from '../request/request-context.ts'
import { end } from './responses.ts'

const EXPOSED = 'WWW-Authenticate, X-Request-Id, Retry-After, Link'
const PREFLIGHT_SECONDS = '3600'

/** Discovery and JWKS may be read from any origin (D-G11). */
export function allowAnyOrigin(context: RequestContext): void {
  context.res.setHeader('Access-Control-Allow-Origin', '*')
  context.res.setHeader('Access-Control-Expose-Headers', EXPOSED)
}

/** Before the work: what every answer of a route for pages of clients has, whoever asks. */
export function beginCors({ res, route }: RequestContext): void {
  if (route.cors === 'credentials') keepCookiesOut(res, () => true)
  if (route.cors === 'any') keepCookiesOut(res, () => isShared(res))
  if (isForClients(route.cors)) res.appendHeader('Vary', 'Origin')
}

/** Lets pages of this origin read the answer. */
function allowOrigin({ res, route }: RequestContext, origin: string): void {
  res.setHeader('Access-Control-Allow-Origin', origin)
  res.setHeader('Access-Control-Expose-Headers', EXPOSED)
  if (route.cors === 'credentials') res.setHeader('Access-Control-Allow-Credentials', 'true')
}

/** Records the client of the request, and lets a page of it read the answer, also an error. */
export function knowClient(context: RequestContext, client: Client): void {
  context.client = client
  const { origin } = context.req.headers
  if (isForClients(context.route.cors) && origin !== undefined && isOriginAllowed(origin, client))
    allowOrigin(context, origin)
}

/** Lets a page of any public client read the error of a request that did not identify its client. */
export async function allowUnidentified(
  context: RequestContext,
  isClientOrigin: (origin: string) => Promise<boolean>,
): Promise<void> {
  const { origin } = context.req.headers
  if (!isForClients(context.route.cors) || origin === undefined || context.client !== undefined) return
  if (await isClientOrigin(origin).catch(() => false)) allowOrigin(context, origin)
}

/**
 * Answers a preflight. It names no client, so the check is whether any public client has this origin; the answer to the
 * request itself is then readable only from the client's own origins.
 */
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
    res.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, Idempotency-Key')
    res.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS)
  }
  res.statusCode = 204
  end(context)
}

/** A cache that serves many would hand one caller's cookie to the next. */
const isShared = (res: ServerResponse): boolean => String(res.getHeader('Cache-Control')).startsWith('public')

/** `Set-Cookie` goes when the headers are written: the session of a host adds its own only then, by ways of its own. */
function keepCookiesOut(res: ServerResponse, applies: () => boolean): void {
  // All ways lead through this method of Node: `writeHead`, and the headers that it writes when nobody has called it.
  const inner = res as ServerResponse & { _storeHeader(firstLine: string, headers: unknown): void }
  const store = inner._storeHeader
  inner._storeHeader = (firstLine, headers) => {
    if (applies()) res.removeHeader('Set-Cookie')
    store.call(res, firstLine, headers)
  }
}
