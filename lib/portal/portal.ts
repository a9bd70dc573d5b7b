import { deny } from '../../policies/verdict.ts'
import type { AppRequest } from '../first-party/app.ts'
import { ProtocolError } from '../http/protocol-error.ts'
import type { Services } from '../services.ts'
import { PORTAL_PAGES } from './pages.ts'

/** A page of the portal. */
export interface PortalPage {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly answer: (page: PortalRequest) => Promise<void> | void
}

export interface PortalRequest extends AppRequest {
  readonly services: Services
}

/** The portal: what a signed-in person sees and does about their own account. */
export function portal(services: Services): (request: AppRequest) => Promise<void> {
  return async (request) => {
    const method = request.exchange.req.method === 'POST' ? 'POST' : 'GET'
    const path = request.path.replace(/(.)\/$/, '$1')
    const page = PORTAL_PAGES.find((candidate) => candidate.method === method && candidate.path === path)
    if (page === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
    return page.answer({ ...request, services })
  }
}
