import { clientOrigins } from '../../../policies/cors.ts'
import type { Client } from './client-record.ts'

/**
 * The link back to an app if its request cannot continue: the app's origin, never a URI from the request. Undefined
 * for disabled clients. The panel and the portal can share their origin with other sites, so their full URLs are used.
 * For a gated app, the configured URL is used.
 */
export function homeOf({ status, source, gate, redirectUris, postLogoutRedirectUris }: Client): string | undefined {
  if (status !== 'active') return undefined
  if (gate !== undefined) return gate.url
  return source === 'service' ? postLogoutRedirectUris[0] : clientOrigins(redirectUris)[0]
}
