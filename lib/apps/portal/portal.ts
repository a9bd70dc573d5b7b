import { deny } from '../../../policies/verdict.ts'
import { DenialError } from '../../domain/denial-error.ts'
import { errorBody } from '../../web/http/errors.ts'
import { prefersHtml } from '../../web/request/negotiation.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import { type AppRequest, findPage } from '../first-party/page.ts'
import { PortalMissing } from './missing-view.tsx'
import { PORTAL_PAGES } from './pages.ts'
import type { PortalRequest, PortalServices } from './request.ts'
import { show } from './shell.ts'

/** The portal: what signed-in users see and do about their own accounts. */
export function portal(services: PortalServices): (request: AppRequest) => Promise<void> {
  return async (request) => {
    const found = findPage(PORTAL_PAGES, request)
    const page: PortalRequest = { ...request, services, parameters: found?.parameters ?? {} }
    try {
      if (found === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
      request.context.pattern = found.page.path
      return await found.page.answer(page)
    } catch (error) {
      const isMissing = error instanceof DenialError && error.denial.ref === 'not_found'
      // Users stay inside the frame; programs get the common error body.
      if (!isMissing || !prefersHtml(page.context.req)) throw error
      page.context.refusal = error.denial
      await show(page, 404, PortalMissing, { body: errorBody(error.denial, page.context.requestId) })
    }
  }
}
