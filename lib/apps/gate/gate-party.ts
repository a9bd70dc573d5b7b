import { GATE_PATH } from '../../../policies/gate.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { GatedClient } from '../../domain/clients/gate.ts'
import type { StartedSignIns } from '../../web/pages/started-sign-in.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { AppSession, AppSessions } from '../first-party/app-session.ts'
import type { AppSignIn, FirstPartyServices, RelyingParty } from '../first-party/relying-party.ts'

/** Path of one of Portico's own routes on a gated app's host. */
export const gatePath = (clientId: string, action: string): string => `${GATE_PATH}/${clientId}/${action}`

/** The app's name and owner, for pages that deny access. */
export const namedOf = ({ clientName, ownerEmail }: Client): NonNullable<RelyingParty['named']> => ({
  client: { name: clientName },
  owner: ownerEmail === '' ? undefined : ownerEmail,
})

/** Path that starts a sign-in with account selection. */
export const otherAccountPath = (clientId: string): string => `${gatePath(clientId, 'sign-in')}?prompt=select_account`

/** A gated app as a relying party. All its URLs are derived from its registered URL (D-G1). */
export function gateParty(
  { sessions, ...rest }: FirstPartyServices & { readonly sessions: GateSessions },
  client: GatedClient,
): RelyingParty {
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

/** Cookies on a gated app's host. Their names depend on `https`, because any host can plant a cookie over http. */
export interface GateSessions {
  /** An app's sessions, sealed for that app and invalid at every other app. */
  of(clientId: string, https: boolean): AppSessions
  /** Sign-ins that a browser has started on the app's host. */
  started(clientId: string, https: boolean): StartedSignIns<AppSignIn>
}

/** The request's session, and whether its cookie is the one for https. Decrypts the cookie without any lookup. */
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
