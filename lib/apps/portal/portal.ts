import { type Deny, deny } from '../../../policies/verdict.ts'
import type { Services } from '../../compose/services.ts'
import { DenialError } from '../../domain/denial-error.ts'
import { errorBody } from '../../web/http/errors.ts'
import { prefersHtml } from '../../web/request/negotiation.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { AppRequest } from '../first-party/request.ts'
import { PortalMissing } from './missing-view.tsx'
import { PORTAL_PAGES } from './pages.ts'
import { show } from './shell.ts'

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
    const method = request.context.req.method === 'POST' ? 'POST' : 'GET'
    const path = request.path.replace(/(.)\/$/, '$1')
    const page = PORTAL_PAGES.find((candidate) => candidate.method === method && candidate.path === path)
    try {
      if (page === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
      return await page.answer({ ...request, services })
    } catch (fault) {
      if (!(fault instanceof DenialError) || fault.denial.ref !== 'not_found' || !prefersHtml(request.context.req))
        throw fault
      return missing({ ...request, services }, fault.denial)
    }
  }
}

/** There is no such page: people stay in the shell, programs get the common error body. */
async function missing(page: PortalRequest, denial: Deny): Promise<void> {
  page.context.refusal = denial
  await show(page, 404, PortalMissing, { body: errorBody(denial, page.context.requestId) })
}
