import { namedIn } from '../../policies/client-registration.ts'
import type { ClientSettings } from '../config/configuration.ts'
import { type ConfigIssue, configIssue } from '../config/issues/config-error.ts'
import { CLIENT_KEYS } from '../domain/clients/client-keys.ts'
import type { StaticClientIssue } from '../domain/seed/static-clients.ts'
import { ENGLISH_ISSUES } from '../web/ui/texts/issues.ts'

/** Issues of registration as configuration issues, each with the path of its client. */
export function clientConfigIssues(
  settings: readonly ClientSettings[],
  issues: readonly StaticClientIssue[],
): readonly ConfigIssue[] {
  return issues.map(({ clientId, issue }) => {
    const index = settings.findIndex(({ client_id }) => client_id === clientId)
    const value = namedIn(issue)
    return configIssue(
      'E1006',
      `clients[${index}].${CLIENT_KEYS[issue.field]}`,
      ENGLISH_ISSUES.client.expected[issue.fault],
      value === undefined ? issue.fault : JSON.stringify(value),
      'holder' in issue ? `it belongs to the client ${issue.holder}` : undefined,
    )
  })
}
