import { clientOrigins } from '../../../policies/cors.ts'
import type { Client } from './client-record.ts'

/**
 * Where a page leads back to an app whose request goes no further: its origin, never the address that it sent. Undefined for a
 * disabled client, which signs nobody in. The panel and the portal live below an origin that belongs to somebody else as well;
 * their own addresses are known.
 */
export function homeOf({ status, source, redirectUris, postLogoutRedirectUris }: Client): string | undefined {
  if (status !== 'active') return undefined
  return source === 'service' ? postLogoutRedirectUris[0] : clientOrigins(redirectUris)[0]
}
