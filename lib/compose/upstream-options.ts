import type { UpstreamSettings } from '../../adapters/upstream/index.ts'
import type { ConnectorSettings } from '../config/settings-list.ts'
import { type EgressGuard, egressGuard } from '../domain/sessions/egress-guard.ts'

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
