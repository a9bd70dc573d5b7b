/**
 * Optional packages. A service loads only those that its settings need, from the folder of `portico-sso` or, on the
 * command line, from the working folder too: `npx` and a global installation have none of their own.
 */
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Configuration } from './configuration.ts'
import { type ConfigIssue, configIssue } from './issues/config-error.ts'

/** Tested major versions. */
const DRIVERS = { nodemailer: 10, ldapts: 9, 'openid-client': 6, 'prom-client': 15, bcrypt: 6, pg: 8 } as const

export type Driver = keyof typeof DRIVERS

/** Also looks for the packages in a folder, for modules that are imported after this call. */
export function alsoLookIn(folder: string): void {
  const parentURL = pathToFileURL(join(folder, 'package.json')).href
  // Bun has none, and finds packages in the working folder without it. Not a named import, because old versions of
  // Node.js would then fail before the version check.
  ;(module as Partial<typeof module>).registerHooks?.({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context)
      } catch (error) {
        if (!Object.hasOwn(DRIVERS, specifier)) throw error
        return next(specifier, { ...context, parentURL })
      }
    },
  })
}

export function isInstalled(driver: Driver): boolean {
  // Jest and bundles to CommonJS have no `resolve`. There, an import reports what is missing.
  const { resolve } = import.meta as Partial<ImportMeta>
  try {
    resolve?.(driver)
    return true
  } catch {
    return false
  }
}

/** One command that installs the packages. */
export function installLine(drivers: readonly Driver[]): string {
  const names = drivers.map((driver) => `${driver}@${DRIVERS[driver]}`)
  return `in ${installFolder()}, run: npm install ${names.join(' ')}`
}

/** The project that this package is installed in; without one, as for `npx`, the working folder. */
function installFolder(): string {
  const [project = '', own] = import.meta.dirname.split(`${sep}node_modules${sep}portico-sso`)
  const isProject =
    own !== undefined && !project.includes(`${sep}_npx${sep}`) && existsSync(join(project, 'package.json'))
  return isProject ? project : process.cwd()
}

/**
 * One issue that names every missing package.
 * @param given the host's own parts, which replace a driver
 */
export function checkDrivers(
  { mail, ldap, login, metrics }: Configuration,
  given: { readonly mailer?: unknown } = {},
): readonly ConfigIssue[] {
  const needed: readonly (readonly [setting: string, driver: Driver, isNeeded: boolean])[] = [
    ['mail.url', 'nodemailer', mail.url !== undefined && given.mailer === undefined],
    ['ldap', 'ldapts', ldap !== undefined],
    ['login.upstreams', 'openid-client', login.upstreams.length > 0],
    ['metrics', 'prom-client', metrics.port !== undefined || metrics.token !== undefined],
  ]
  const missing = needed.filter(([, driver, isNeeded]) => isNeeded && !isInstalled(driver))
  if (missing.length === 0) return []
  const settings = missing.map(([setting]) => setting).join(', ')
  const drivers = missing.map(([, driver]) => driver)
  return [configIssue('E1013', settings, `installed packages: ${drivers.join(', ')}`, 'none', installLine(drivers))]
}
