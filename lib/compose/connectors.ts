import { setTimeout } from 'node:timers/promises'
import type { UpstreamSettings } from '../../adapters/upstream/index.ts'
import type { Configuration } from '../config/configuration.ts'
import type { ConnectorSettings } from '../config/settings-list.ts'
import { type EgressGuard, egressGuard } from '../domain/sessions/egress-guard.ts'
import type { SignedOutSettings } from '../protocol/logout/signed-out.ts'
import type { Connector } from '../protocol/upstream/services.ts'
import { registeredAddresses } from '../protocol/upstream/services.ts'

/** The providers of the settings; none is asked before somebody wants to sign in there. */
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

/** The host of the issuer that the settings name may have any address; names are looked up as elsewhere. */
const OWN_HOST = egressGuard(['0.0.0.0/0', '::/0'])

/** A connector as its provider is asked by it. @param egress keeps it from other hosts inside the network */
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

/** The page of a sign-out does not wait longer for a provider that is slow to say where one signs out there, in milliseconds. */
const WAY_OUT_MS = 1_000

/** Where the user of a session signs out at the provider that they came from. */
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
