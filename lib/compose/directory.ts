import type { LdapDirectory } from '../../adapters/ldap/index.ts'
import type { Configuration } from '../config/configuration.ts'
import { ConfigError, type ConfigIssue, configIssue } from '../config/issues/config-error.ts'
import type { Logger } from '../ports/logger.ts'

/**
 * The configured LDAP directory, whose package is loaded on the first request. Undefined without `ldap` settings.
 * @throws ConfigError when a setting is invalid
 */
export async function directoryService({ ldap }: Configuration, logger: Logger): Promise<LdapDirectory | undefined> {
  if (ldap === undefined) return undefined
  const { ldapDirectory } = await import('../../adapters/ldap/index.ts')
  try {
    return ldapDirectory({ ...ldap, logger })
  } catch (error) {
    throw new ConfigError(await directoryIssues(error))
  }
}

/** Converts an error about a setting that the LDAP adapter rejected to an issue. Rethrows any other error. */
export async function directoryIssues(error: unknown): Promise<readonly ConfigIssue[]> {
  const { SettingError } = await import('../../adapters/ldap/index.ts')
  if (!(error instanceof SettingError)) throw error
  // The message contains the reason but not the rejected value.
  const received = error.message.replace(/^ldap: /, '')
  return [configIssue('E1001', `ldap.${error.setting}`, 'a value that can be used', received)]
}
