import { ADMIN_ROLE, checkPanelAccess } from '../../../policies/panel-access.ts'
import { assertAllowed, notFound } from '../../web/request/request-context.ts'
import { type AppRequest, findPage } from '../first-party/page.ts'
import { CLIENT_PAGES } from './clients/pages.ts'
import type { ClientsServices } from './clients/services.ts'
import { OPERATIONS_PAGES } from './operations/pages.ts'
import type { OperationsServices } from './operations/services.ts'
import { askSignIn, confirmToSave, refuseEntry, refusePage } from './shell/refused.ts'
import type { PanelPage, ShellServices } from './shell/request.ts'
import { USER_PAGES } from './users/pages.ts'
import type { UsersServices } from './users/services.ts'

/** Checks the role, finds the page, and calls its handler. */
export function panel(services: PanelServices): (request: AppRequest) => Promise<void> {
  return async (request) => {
    const roles = request.user.roles ?? []
    const verdict = checkPanelAccess(roles, request.context.req.method === 'POST')
    if (!verdict.allowed && !checkPanelAccess(roles, false).allowed) return refuseEntry(services, request, verdict)
    const page = { ...request, services, parameters: {}, mayChange: roles.includes(ADMIN_ROLE) }
    try {
      assertAllowed(verdict)
      const found = findPage(PANEL_PAGES, request)
      if (found === undefined) throw notFound()
      request.context.pattern = found.page.path
      const asked = { ...page, parameters: found.parameters }
      if ((await askSignIn(asked, found.page)) === 'answered') return
      await found.page.answer({ ...asked, confirmHref: await confirmToSave(asked, found.page) })
    } catch (error) {
      await refusePage(page, error)
    }
  }
}

export interface PanelServices extends ShellServices {
  readonly sections: {
    readonly clients: ClientsServices
    readonly users: UsersServices
    readonly operations: OperationsServices
  }
}

type Sections = PanelServices['sections']

const ofSection = <Name extends keyof Sections>(
  name: Name,
  pages: readonly PanelPage<Sections[Name]>[],
): readonly PanelPage<PanelServices>[] =>
  pages.map((page) => ({
    ...page,
    answer: (request) => page.answer({ ...request, services: request.services.sections[name] }),
  }))

export const PANEL_PAGES: readonly PanelPage<PanelServices>[] = [
  ...ofSection('clients', CLIENT_PAGES),
  ...ofSection('operations', OPERATIONS_PAGES),
  ...ofSection('users', USER_PAGES),
]
