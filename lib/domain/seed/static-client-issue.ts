import { CLIENT_ISSUE_WORDS, namedIn } from '../../../policies/client-registration.ts'
import type { ClientSettings } from '../../config/configuration.ts'
import { type ConfigIssue, configIssue } from '../../config/issues/config-error.ts'
import { CLIENT_KEYS } from '../clients/client-keys.ts'
import type { StaticClientIssue } from './static-clients.ts'

/** An issue of registration as one of the configuration. */
export function configIssueOf(
  settings: readonly ClientSettings[],
  { clientId, issue }: StaticClientIssue,
): ConfigIssue {
  const index = settings.findIndex(({ client_id }) => client_id === clientId)
  const value = namedIn(issue)
  const hint = 'holder' in issue ? `it belongs to the client ${issue.holder}` : undefined
  return configIssue(
    'E1006',
    `clients[${index}].${CLIENT_KEYS[issue.field]}`,
    expectedIn(issue),
    value === undefined ? issue.fault : JSON.stringify(value),
    hint,
  )
}

function expectedIn(issue: StaticClientIssue['issue']): string {
  if (issue.fault === 'taken') return 'an address that no other client has'
  return CLIENT_ISSUE_WORDS[issue.fault].expected ?? issue.fault
}
