/** The store was written with a root secret that is not among those given: what it keeps encrypted cannot be read. */
import { ConfigError, configIssue } from './issues/config-error.ts'
import type { Source } from './sources/layers.ts'

const EXPECTED = 'the secret that the data in the store was written with'
const REMEDY =
  'set PORTICO_SECRET to that one; to change it, list both with a comma, the new one first and then the old'

/** @param count how many secrets were tried @param source of the setting, where it is known */
export function foreignDataError(count: number, source: Source | undefined): ConfigError {
  const found = count === 1 ? 'a secret that does not open it' : `${count} secrets that do not open it`
  const issue = configIssue('E1010', 'secret', EXPECTED, found, REMEDY)
  return new ConfigError([source?.name === undefined ? issue : { ...issue, origin: source.name }])
}
