/** Errors for a store that belongs to another service, uses a different root secret, or comes from a later release. */
import { ConfigError, configIssue } from './issues/config-error.ts'
import type { Source } from './sources/layers.ts'

const EXPECTED = 'the secret that the data in the store was written with'
const REMEDY =
  'set PORTICO_SECRET to that one; to change it, list both with a comma, the new one first and then the old'

/**
 * The configured root secrets cannot decrypt the data in the store.
 * @param count number of secrets that were tried @param source of the setting, if known
 */
export function undecryptableDataError(count: number, source: Source | undefined): ConfigError {
  const found = count === 1 ? 'a secret that does not open it' : `${count} secrets that do not open it`
  const issue = configIssue('E1010', 'secret', EXPECTED, found, REMEDY)
  return new ConfigError([source?.name === undefined ? issue : { ...issue, origin: source.name }])
}

/** The store belongs to a different base URL. Opening it would break that service's panel, portal, and tokens. */
export function otherIssuerError(own: string, found: string): ConfigError {
  const remedy =
    `if the service at ${found} has moved here, end all its nodes and run "portico store set-issuer" with BASE_URL=${own}; ` +
    'otherwise set BASE_URL, or DATABASE_URL, REDIS_URL and PORTICO_DATA, to those of this service'
  return new ConfigError([configIssue('E1011', 'baseUrl', `${found}, whose store this is`, own, remedy)])
}

/** The store was upgraded to a later release's format. */
export function newerFormatError(format: number, newest: number): ConfigError {
  const remedy = 'start the release that it was upgraded to; there is no way back after "portico upgrade --finish"'
  return new ConfigError([
    configIssue(
      'E1012',
      'version',
      `a release that reads format ${format} of the store`,
      `one that reads up to format ${newest}`,
      remedy,
    ),
  ])
}
