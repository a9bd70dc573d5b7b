import { isOriginAllowed } from '../../../policies/cors.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { RequestContext } from '../request/request-context.ts'

const EXPOSED = 'WWW-Authenticate, X-Request-Id, Retry-After, Link'
const PREFLIGHT_SECONDS = '3600'

/** Discovery and JWKS may be read from any origin (D-G11). */
export function allowAnyOrigin(context: RequestContext): void {
  context.res.setHeader('Access-Control-Allow-Origin', '*')
  context.res.setHeader('Access-Control-Expose-Headers', EXPOSED)
}

/** Records the client of the request, and lets a page of it read the answer, also an error. */
export function knowClient(context: RequestContext, client: Client): void {
  context.client = client
  const origin = context.req.headers.origin
  if (context.route.cors !== 'client' || origin === undefined) return
  context.res.setHeader('Vary', 'Origin')
  if (!isOriginAllowed(origin, client)) return
  context.res.setHeader('Access-Control-Allow-Origin', origin)
  context.res.setHeader('Access-Control-Expose-Headers', EXPOSED)
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
    res.setHeader('Access-Control-Allow-Origin', route.cors === 'any' ? '*' : origin)
    res.setHeader('Access-Control-Allow-Methods', route.methods.join(', '))
    res.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type')
    res.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS)
  }
  res.statusCode = 204
  res.end()
}
