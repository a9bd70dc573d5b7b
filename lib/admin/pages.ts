import type { PanelPage } from './panel.ts'

/** Every page of the panel. */
export const PANEL_PAGES: readonly PanelPage[] = []
