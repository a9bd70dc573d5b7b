/** Runs something that must be refused, and gives the issues. */
import type { Configuration } from '../../lib/config/configuration.ts'
import { ConfigError, type ConfigIssue } from '../../lib/config/issues/config-error.ts'
import { checkConfiguration } from '../../lib/config/validate.ts'

/** As a service does at its start. */
export function validateConfiguration(input: unknown): Configuration {
  const checked = checkConfiguration(input)
  if (checked.outcome === 'invalid') throw new ConfigError(checked.issues)
  return checked.settings
}

export function refusal(run: () => unknown): ConfigError {
  try {
    run()
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the configuration was accepted')
}

/** The whole refusal, as the operator and the log get it. */
export function everythingSaidOf(run: () => unknown): string {
  const error = refusal(run)
  expect(error.issues.length).toBeGreaterThan(0)
  return `${error.message}\n${error.stack}\n${JSON.stringify(error.issues)}\n${JSON.stringify(error)}`
}

/** Reads files that have these texts, and no others. */
export const reading =
  (files: Readonly<Record<string, string>> = {}) =>
  (path: string): string => {
    const text = files[path]
    if (text === undefined) throw Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' })
    return text
  }

export const LOCAL = { baseUrl: 'http://localhost:3000' }

/** The issues of a service on localhost with these additional settings. */
export function issuesOf(settings: object): readonly ConfigIssue[] {
  return refusal(() => validateConfiguration({ ...LOCAL, ...settings })).issues
}

export const CLIENT = { client_id: 'billing', client_type: 'public', redirect_uris: ['http://localhost:4000/callback'] }
export const ACCOUNT = { sub: 'u-alice', username: 'alice', password: 'correct horse battery staple' }
export const SECRET = 'Jx0l1cN2uYfF6nqM8sVbR4tWzK7eHdPa'
