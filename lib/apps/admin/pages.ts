import { CLIENT_PAGES } from './clients/pages.ts'
import type { ClientsServices } from './clients/services.ts'
import { OPERATIONS_PAGES } from './operations/pages.ts'
import type { OperationsServices } from './operations/services.ts'
import type { PanelPage, ShellServices } from './shell/request.ts'
import { USER_PAGES } from './users/pages.ts'
import type { UsersServices } from './users/services.ts'

export interface PanelServices extends ShellServices {
  /** What the pages of each section need. */
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

/** Every page of the panel. */
export const PANEL_PAGES: readonly PanelPage<PanelServices>[] = [
  ...ofSection('clients', CLIENT_PAGES),
  ...ofSection('operations', OPERATIONS_PAGES),
  ...ofSection('users', USER_PAGES),
]
