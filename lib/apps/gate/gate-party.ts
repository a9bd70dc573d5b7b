import { GATE_PATH } from '../../../policies/gate.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { GatedClient } from '../../domain/clients/gate.ts'
import type { StartedSignIns } from '../../web/pages/started-sign-in.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { AppSession, AppSessions } from '../first-party/app-session.ts'
import type { BegunSignIn, FirstPartyServices, RelyingParty } from '../first-party/relying-party.ts'

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

/**
 * What a browser has at the host of a gated app. `https`: whether the address of the app has it; the cookies of the two have different
 * names, and one is worth nothing as the other, since over http another host could have planted it.
 */
export interface GateSessions {
  /** Of one app: sealed for it, and worth nothing at another. */
  of(clientId: string, https: boolean): AppSessions
  /** Sign-ins that a browser has begun at the host of the app. */
  started(clientId: string, https: boolean): StartedSignIns<BegunSignIn>
}

/** The session that a request comes with, and over what it was opened; no look-up but that of the cookie. */
export async function sessionAtGate(
  sessions: Pick<GateSessions, 'of'>,
  context: Pick<RequestContext, 'req'>,
  clientId: string,
): Promise<{ readonly session: AppSession; readonly https: boolean } | undefined> {
  for (const https of [true, false]) {
    const found = await sessions.of(clientId, https).read(context)
    if (found !== undefined) return { session: found.session, https }
  }
  return undefined
}
