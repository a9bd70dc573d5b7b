import { namedIn } from '../../policies/client-registration.ts'
import type { ClientSettings, Configuration } from '../config/configuration.ts'
import { type ConfigIssue, configIssue } from '../config/issues/config-error.ts'
import { CLIENT_KEYS } from '../domain/clients/client-keys.ts'
import { serviceHosts } from '../domain/clients/gate.ts'
import {
  type StaticClient,
  type StaticClientIssue,
  staticClient,
  staticClientIssues,
} from '../domain/seed/static-clients.ts'
import { egressGuard } from '../domain/sessions/egress-guard.ts'
import type { Logger } from '../ports/logger.ts'
import { wantedForm } from '../web/ui/texts/client-issue.ts'
import { ENGLISH_ISSUES } from '../web/ui/texts/issues.ts'

/** The clients in the configuration, validated by the registration rules. */
export function checkedClients(
  configuration: Configuration | undefined,
  logger: Logger,
): { readonly clients: readonly StaticClient[]; readonly issues: readonly ConfigIssue[] } {
  if (configuration === undefined) return { clients: [], issues: [] }
  const { logout, scopes } = configuration
  const { isPrivateAddress } = egressGuard(logout.allowPrivateAddresses)
  const clients = configuration.clients.map(staticClient)
  const found = clients.flatMap((client) =>
    staticClientIssues(client, isPrivateAddress, scopes, serviceHosts(configuration)),
  )
  // A logout URI with a private IP address is not an error. Log it, because notifications to that URI will be blocked.
  for (const { clientId, issue } of found)
    if (issue.code === 'inside')
      logger.warn(
        { code: 'logout-uri-private', client_id: clientId },
        'backchannel_logout_uri points to a private IP address; client will not receive logout notifications',
      )
  const wrong = found.filter(({ issue }) => issue.code !== 'inside')
  return { clients, issues: clientConfigIssues(configuration.clients, wrong) }
}

/** Converts registration issues to configuration issues, each with the path of the client's settings. */
export function clientConfigIssues(
  settings: readonly ClientSettings[],
  issues: readonly StaticClientIssue[],
): readonly ConfigIssue[] {
  return issues.map(({ clientId, issue }) => {
    const index = settings.findIndex(({ client_id }) => client_id === clientId)
    const value = namedIn(issue)
    const form = 'holder' in issue ? undefined : wantedForm(issue)
    return configIssue(
      'E1006',
      `clients[${index}].${CLIENT_KEYS[issue.field]}`,
      ENGLISH_ISSUES.client.expected[issue.code],
      value === undefined ? issue.code : JSON.stringify(value),
      'holder' in issue ? `it belongs to the client ${issue.holder}` : form && `write it as ${form}`,
    )
  })
}
