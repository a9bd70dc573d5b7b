import type { IncomingMessage } from 'node:http'
import { isNavigation } from '../../policies/background-request.ts'
import { decideSource } from '../../policies/request-source.ts'
import { ClientError } from './client-error.ts'

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

/** A form or a script of another origin cannot act with the user's cookie. @throws ClientError 403 */
export function assertOwnOrigin({ method = '', headers }: IncomingMessage, origin: string): void {
  const source = decideSource({ site: headers['sec-fetch-site'], origin: headers.origin }, origin)
  if (!SAFE_METHODS.includes(method) && source === 'cross-origin')
    throw new ClientError(403, 'access_denied', 'The request comes from a page of another site.')
}

/** Whether a user sees the response. A script or an image cannot sign in. */
export const isPage = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  isNavigation({
    mode: headers['sec-fetch-mode'] as string | undefined,
    requestedWith: headers['x-requested-with'] as string | undefined,
    accept: headers.accept,
  })
