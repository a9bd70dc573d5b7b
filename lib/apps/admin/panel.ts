import { checkPanelAccess, type PanelAct } from '../../../policies/panel-access.ts'
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
    const verdict = checkPanelAccess(roles, 'enter')
    if (!verdict.allowed) return refuseEntry(services, request, verdict)
    const may = (act: PanelAct): boolean => checkPanelAccess(roles, act).allowed
    const rights = { mayLook: may('look'), mayHelp: may('help'), mayChange: may('change') }
    const page = { ...request, services, parameters: {}, ...rights }
    try {
      const found = findPage(PANEL_PAGES, request)
      if (found === undefined) throw notFound()
      assertAllowed(checkPanelAccess(roles, actOf(found.page)))
      request.context.pattern = found.page.path
      const asked = { ...page, parameters: found.parameters }
      if ((await askSignIn(asked, found.page)) === 'answered') return
      await found.page.answer({ ...asked, confirmHref: await confirmToSave(asked, found.page) })
    } catch (error) {
      await refusePage(page, error)
    }
  }
}

/** Forms that are opened only to submit them need the same right as submitting them. */
function actOf({ method, signIn, helpdesk }: (typeof PANEL_PAGES)[number]): PanelAct {
  if (method === 'POST' || signIn === 'recent') return helpdesk ? 'help' : 'change'
  return helpdesk ? 'enter' : 'look'
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
