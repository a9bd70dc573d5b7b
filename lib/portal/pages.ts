import type { PortalPage } from './portal.ts'

/** Every page of the portal. */
export const PORTAL_PAGES: readonly PortalPage[] = []
