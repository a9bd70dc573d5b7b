import { GATE_PATH } from '../../../policies/gate.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { GatedClient } from '../../domain/clients/gate.ts'
import type { FirstPartyServices, RelyingParty } from '../first-party/relying-party.ts'
import type { GateSessions } from './gate-session.ts'

/** Address of the service's part on the host of a gated app. */
export const gatePath = (clientId: string, action: string): string => `${GATE_PATH}/${clientId}/${action}`

/** What a page says of the app to whoever may not enter: what it is called, and whom to ask. */
export const namedOf = ({ clientName, ownerEmail }: Client): NonNullable<RelyingParty['named']> => ({
  client: { name: clientName },
  owner: ownerEmail === '' ? undefined : ownerEmail,
})

/** Begins a sign-in that asks which account. */
export const otherAccountPath = (clientId: string): string => `${gatePath(clientId, 'sign-in')}?prompt=select_account`

/** A gated app as a relying party of the service: all its addresses come from the registered one (D-G1). */
export function gateParty(
  services: FirstPartyServices & { readonly sessions: GateSessions },
  client: GatedClient,
): RelyingParty {
  const { sessions, ...rest } = services
  const { clientId, clientName, scopes, gate } = client
  const { origin, protocol } = new URL(gate.url)
  const https = protocol === 'https:'
  return {
    ...rest,
    app: { clientId, kind: 'gate', name: clientName, url: `${origin}${GATE_PATH}/${clientId}`, scopes },
    named: namedOf(client),
    isItself: (found) => found.gate?.url === gate.url,
    sessions: sessions.of(clientId, https),
    started: sessions.started(clientId, https),
    href: (path) => (path === '/' ? gate.url : origin + path),
    homeHref: gate.url,
    otherAccountHref: otherAccountPath(clientId),
  }
}
