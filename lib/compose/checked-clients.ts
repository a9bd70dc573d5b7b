import type { Configuration } from '../config/configuration.ts'
import type { ConfigIssue } from '../config/issues/config-error.ts'
import { serviceHosts } from '../domain/clients/gate.ts'
import { type StaticClient, staticClient, staticClientIssues } from '../domain/seed/static-clients.ts'
import { egressGuard } from '../domain/sessions/egress-guard.ts'
import type { Logger } from '../ports/logger.ts'
import { clientConfigIssues } from './client-issues.ts'

/** The clients of the configuration, validated by the rules of registration. */
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
  // A private IP address does not prevent the start: the logout notification is refused when it is sent.
  for (const { clientId, issue } of found)
    if (issue.fault === 'inside')
      logger.warn(
        { code: 'logout-uri-private', client_id: clientId },
        'backchannel_logout_uri is a private IP address; client receives no logout notifications',
      )
  const wrong = found.filter(({ issue }) => issue.fault !== 'inside')
  return { clients, issues: clientConfigIssues(configuration.clients, wrong) }
}
