import { CLIENT_PAGES } from './clients/pages.ts'
import { OPERATIONS_PAGES } from './operations/pages.ts'
import { SEARCH_PAGES } from './operations/search.ts'
import type { PanelPage } from './panel.ts'
import { USER_PAGES } from './users/pages.ts'

/** Every page of the panel. */
export const PANEL_PAGES: readonly PanelPage[] = [...CLIENT_PAGES, ...SEARCH_PAGES, ...OPERATIONS_PAGES, ...USER_PAGES]
