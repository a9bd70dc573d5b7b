/**
 * Which apps the portal shows to users: those that are ready for them. What is under construction, what is disabled, and what
 * nobody opens by hand stays out; so do the pages of the service itself. Whether a user may sign in to an app is another question.
 *
 * Spec      home of the portal; `listed` of a client
 * RFC       none
 * Deny      the app is not in the list; it can be used all the same
 * Enforced  lib/apps/portal/home.ts
 * Tests     test/policies/launcher.test.ts, test/flows/portal-home.test.ts
 */
import type { Environment } from './redirect-uri.ts'

export interface LaunchedApp {
  readonly status: 'active' | 'disabled'
  readonly environment: Environment
  readonly source: 'administrator' | 'configuration' | 'service'
  /** The choice of the app's administrator. */
  readonly listed: boolean
}

export const isInLauncher = ({ status, environment, source, listed }: LaunchedApp): boolean =>
  status === 'active' && environment === 'live' && source !== 'service' && listed
