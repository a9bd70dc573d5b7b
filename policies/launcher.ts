/**
 * Which apps the portal lists for users. A live app is listed and an app under construction is not, unless its
 * administrator chose otherwise. Disabled apps and Portico's own pages are never listed. Whether a user may access an
 * app is a separate rule.
 *
 * Spec      portal home; a client's `listed`
 * RFC       none
 * Deny      the app is not listed, but can still be used
 * Enforced  lib/apps/portal/home.ts, lib/apps/portal/apps.ts, lib/domain/clients/client-draft.ts
 * Tests     test/policies/launcher.test.ts, test/flows/portal-home.test.ts
 */
import type { Environment } from './redirect-uri.ts'

export interface ListedApp {
  readonly environment: Environment
  /** The administrator's choice; if absent, the environment decides. */
  readonly listed?: boolean | undefined
}

export interface LaunchedApp extends ListedApp {
  readonly status: 'active' | 'disabled'
  readonly source: 'administrator' | 'configuration' | 'service'
}

export const isListed = ({ environment, listed }: ListedApp): boolean => listed ?? environment === 'live'

/** The choice to store. A choice equal to the default is not stored, so an unlisted app is listed once it goes live. */
export const listedChoice = (app: ListedApp): boolean | undefined =>
  app.listed === isListed({ environment: app.environment }) ? undefined : app.listed

export const isInLauncher = (app: LaunchedApp): boolean =>
  app.status === 'active' && app.source !== 'service' && isListed(app)
