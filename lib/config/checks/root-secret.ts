/** Unless the base URL is on localhost, a root secret is required and must not be one from the documentation. */

import { listAt, textAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'
import { ADDRESS_SETTINGS } from '../schema/address-settings.ts'
import { isLocalhost } from './addresses.ts'

const { examples, expected, hint } = ADDRESS_SETTINGS.secret

export function checkRootSecret(data: unknown): readonly ConfigIssue[] {
  const baseUrl = textAt(data, 'baseUrl')
  if (baseUrl === undefined || !URL.canParse(baseUrl) || isLocalhost(baseUrl)) return []
  const single = textAt(data, 'secret')
  const secrets: readonly unknown[] = single === undefined ? listAt(data, 'secret') : [single]
  const isAbsent = typeof data === 'object' && data !== null && !('secret' in data)
  if (isAbsent) return [configIssue('E1003', 'secret', expected, 'nothing', hint)]
  return secrets.flatMap((secret, index): ConfigIssue[] => {
    const path = single === undefined ? `secret[${index}]` : 'secret'
    const isExample = examples.some((example) => example === secret)
    return isExample
      ? [configIssue('E1003', path, 'a secret of your own', 'the example of the documentation', hint)]
      : []
  })
}
