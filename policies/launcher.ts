/**
 * Which apps the portal shows to users: those that are ready for them. An app that is live is listed, one under construction is not,
 * unless its administrator chose otherwise; a disabled one never is, nor are the pages of the service itself. Whether a user may sign
 * in to an app is another question.
 *
 * Spec      home of the portal; `listed` of a client
 * RFC       none
 * Deny      the app is not in the list; it can be used all the same
 * Enforced  lib/apps/portal/home.ts, lib/domain/clients/client-draft.ts
 * Tests     test/policies/launcher.test.ts, test/flows/portal-home.test.ts
 */
import type { Environment } from './redirect-uri.ts'

export interface ListedApp {
  readonly environment: Environment
  /** The choice of the app's administrator; absent: what its environment says. */
  readonly listed?: boolean | undefined
}

export interface LaunchedApp extends ListedApp {
  readonly status: 'active' | 'disabled'
  readonly source: 'administrator' | 'configuration' | 'service'
}

export const isListed = ({ environment, listed }: ListedApp): boolean => listed ?? environment === 'live'

/** The choice as it is kept: one that says what the environment says anyway is none, so that going live lists an app. */
export const listedChoice = (app: ListedApp): boolean | undefined =>
  app.listed === isListed({ environment: app.environment }) ? undefined : app.listed

export const isInLauncher = (app: LaunchedApp): boolean =>
  app.status === 'active' && app.source !== 'service' && isListed(app)
