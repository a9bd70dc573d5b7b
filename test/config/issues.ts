/** Runs something that must be refused, and gives the faults. */

import { ConfigError, type ConfigIssue } from '../../lib/config/config-error.ts'
import { validateConfiguration } from '../../lib/config/validate.ts'

export function refusal(run: () => unknown): ConfigError {
  try {
    run()
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the configuration was accepted')
}

const LOCAL = { baseUrl: 'http://localhost:3000' }

/** The faults of a service on localhost that has these settings besides. */
export function issuesOf(settings: object): readonly ConfigIssue[] {
  return refusal(() => validateConfiguration({ ...LOCAL, ...settings })).issues
}

export const CLIENT = { client_id: 'billing', client_type: 'public', redirect_uris: ['http://localhost:4000/callback'] }
export const ACCOUNT = { sub: 'u-alice', username: 'alice', password: 'correct horse battery staple' }
export const SECRET = 'Jx0l1cN2uYfF6nqM8sVbR4tWzK7eHdPa'
