import { setTimeout } from 'node:timers/promises'
import type { UpstreamSettings } from '../../adapters/upstream/index.ts'
import type { Configuration } from '../config/configuration.ts'
import type { ConnectorSettings } from '../config/settings-list.ts'
import { type EgressGuard, egressGuard } from '../domain/sessions/egress-guard.ts'
import type { SignedOutSettings } from '../protocol/logout/signed-out.ts'
import { type Connector, registeredAddresses } from '../protocol/upstream/services.ts'

/** The configured external providers. A provider is not contacted until a user signs in with it. */
export async function upstreamConnectors({ login }: Configuration, now: () => number): Promise<readonly Connector[]> {
  if (login.upstreams.length === 0) return []
  const { upstreamProvider } = await import('../../adapters/upstream/index.ts')
  const egress = egressGuard(login.allowPrivateAddresses)
  return login.upstreams.map((settings) => ({
    ...settings,
    clientId: settings.client_id,
    provider: upstreamProvider(upstreamOptions(settings, egress, now)),
    roles: settings.roles,
    secondFactor: settings.secondFactor,
  }))
}

/** Allows any IP address for the configured issuer's host, because the administrator chose that host. */
const OWN_HOST = egressGuard(['0.0.0.0/0', '::/0'])

/** Options for requests to a provider. @param egress blocks internal hosts, except the issuer's host */
export function upstreamOptions(settings: ConnectorSettings, egress: EgressGuard, now: () => number): UpstreamSettings {
  return {
    issuer: settings.issuer,
    clientId: settings.client_id,
    clientSecret: settings.client_secret ?? '',
    scopes: settings.scopes,
    guard: {
      ownHost: OWN_HOST.lookup('live'),
      otherHosts: egress.lookup('live'),
      allows: (address) => egress.allows(address, 'live'),
    },
    now,
  }
}

/** How long a sign-out page waits for the provider's logout URL, in milliseconds. */
const WAY_OUT_MS = 1_000

/** Returns the URL that signs the user out at the session's external provider. */
export const wayOutOf =
  (connectors: readonly Connector[], issuerUrl: string): SignedOutSettings['wayOutOf'] =>
  async ({ connector: id, hint }) => {
    const connector = connectors.find((one) => one.id === id)
    if (connector === undefined) return undefined
    const { signedOutUri: postLogoutRedirectUri } = registeredAddresses(issuerUrl, id)
    const href = await Promise.race([
      connector.provider.endSessionUrl({ logoutHint: hint, postLogoutRedirectUri }).catch(() => undefined),
      setTimeout(WAY_OUT_MS, undefined, { ref: false }),
    ])
    return href === undefined ? undefined : { name: connector.name, href }
  }
