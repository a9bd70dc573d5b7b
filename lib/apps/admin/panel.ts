import { ADMIN_ROLE, checkPanelAccess } from '../../../policies/panel-access.ts'
import { deny } from '../../../policies/verdict.ts'
import { assertAllowed, ProtocolError } from '../../web/request/protocol-error.ts'
import { type AppRequest, findPage } from '../first-party/page.ts'
import { PANEL_PAGES, type PanelServices } from './pages.ts'
import { refuseEntry, refusePage } from './shell/refused.ts'
import { askSignIn, confirmToSave } from './shell/required-sign-in.ts'

/** The panel: checks the role, finds the page, and lets it answer. */
export function panel(services: PanelServices): (request: AppRequest) => Promise<void> {
  return async (request) => {
    const roles = request.user.roles ?? []
    const verdict = checkPanelAccess(roles, request.context.req.method === 'POST')
    if (!verdict.allowed && !checkPanelAccess(roles, false).allowed) return refuseEntry(services, request, verdict)
    const page = { ...request, services, parameters: {}, mayChange: roles.includes(ADMIN_ROLE) }
    try {
      assertAllowed(verdict)
      const found = findPage(PANEL_PAGES, request)
      if (found === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
      request.context.pattern = found.page.path
      const asked = { ...page, parameters: found.parameters }
      if ((await askSignIn(asked, found.page)) === 'answered') return
      await found.page.answer({ ...asked, confirmHref: await confirmToSave(asked, found.page) })
    } catch (error) {
      await refusePage(page, error)
    }
  }
}
