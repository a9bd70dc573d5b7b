import { CLIENT_PAGES } from './clients/pages.ts'
import type { ClientsServices } from './clients/services.ts'
import { OPERATIONS_PAGES } from './operations/pages.ts'
import type { OperationsServices } from './operations/services.ts'
import type { PanelPage } from './shell/request.ts'
import { USER_PAGES } from './users/pages.ts'
import type { UsersServices } from './users/services.ts'

export type PanelServices = ClientsServices & UsersServices & OperationsServices

/** Every page of the panel. */
export const PANEL_PAGES: readonly PanelPage<PanelServices>[] = [...CLIENT_PAGES, ...OPERATIONS_PAGES, ...USER_PAGES]
