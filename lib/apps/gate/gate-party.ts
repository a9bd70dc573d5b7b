import { GATE_PATH, type Gate } from '../../../policies/gate.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { FirstPartyServices, RelyingParty } from '../first-party/relying-party.ts'
import type { GateSessions } from './gate-session.ts'

/** A client that stands behind the gate. */
export type GatedClient = Client & { readonly gate: Gate }

export const isGated = (client: Client | undefined): client is GatedClient => client?.gate !== undefined

/** Address of the service's part on the host of a gated app. */
export const gatePath = (clientId: string, action: string): string => `${GATE_PATH}/${clientId}/${action}`

export const OTHER_ACCOUNT = 'prompt=select_account'

/** A gated app as a relying party of the service: all its addresses come from the registered one (D-G1). */
export function gateParty(
  services: FirstPartyServices & { readonly sessions: GateSessions },
  client: GatedClient,
): RelyingParty {
  const { sessions, ...rest } = services
  const { clientId, clientName, ownerEmail, scopes, gate } = client
  const { origin, protocol } = new URL(gate.url)
  const https = protocol === 'https:'
  return {
    ...rest,
    app: { clientId, kind: 'gate', name: clientName, url: `${origin}${GATE_PATH}/${clientId}`, scopes },
    named: { client: { name: clientName }, owner: ownerEmail === '' ? undefined : ownerEmail },
    isItself: (found) => found.gate?.url === gate.url,
    sessions: sessions.of(clientId, https),
    started: sessions.started(clientId, https),
    href: (path) => (path === '/' ? gate.url : origin + path),
    homeHref: gate.url,
    otherAccountHref: `${gatePath(clientId, 'sign-in')}?${OTHER_ACCOUNT}`,
  }
}
