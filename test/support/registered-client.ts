/** A registered client that an administrator can change while it is in use. */
import type { ClientInput } from '../../lib/config/configuration.ts'
import type { ClientDraft } from '../../lib/domain/clients/client-draft.ts'
import type { Idp } from './idp.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

export interface RegisteredClient {
  readonly party: RelyingParty
  readonly clientId: string
  /** Replaces the client's scopes. */
  allow(scopes: readonly string[]): Promise<void>
  /** Replaces the client's redirect URI. */
  moveTo(redirectUri: string): Promise<void>
  /** Whether users must sign in with two factors. */
  requireSecondFactor(secondFactor: boolean): Promise<void>
}

/** An administrator's input for a first-party client. */
export const draftOf = (clientId: string, more: Partial<ClientDraft> = {}): ClientDraft => ({
  clientId,
  clientName: clientId,
  ownerEmail: 'owner@example.com',
  type: 'confidential',
  environment: 'development',
  redirectUris: [`https://${clientId}.example/callback`],
  postLogoutRedirectUris: [],
  scopes: ['openid'],
  consent: 'trusted',
  ...more,
})

/** Registers a first-party client. @returns the client as it would be configured */
export async function registerTrusted(
  { portico }: Pick<Idp, 'portico'>,
  clientId: string,
  more: Partial<ClientDraft> = {},
): Promise<ClientInput> {
  const draft = draftOf(clientId, more)
  const made = await portico.clients.create(draft, 'test')
  if (made.outcome !== 'done') throw new Error(`the client was not registered: ${JSON.stringify(made)}`)
  return {
    client_id: clientId,
    client_type: draft.type,
    redirect_uris: draft.redirectUris,
    ...(made.secret === undefined ? {} : { client_secret: made.secret }),
  } as ClientInput
}

let registered = 0

export async function registeredClient(
  idp: Idp,
  clientId = `registered-${(registered += 1)}`,
): Promise<RegisteredClient> {
  const draft = draftOf(clientId, {
    environment: 'live',
    redirectUris: [`https://${clientId}.example/callback/${(registered += 1)}`],
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    consent: 'once',
  })
  const client = await registerTrusted(idp, clientId, draft)
  const change = async (changes: Partial<ClientDraft>): Promise<void> => {
    const { version } = (await idp.portico.clients.find(clientId)) ?? { version: 0 }
    const changed = await idp.portico.clients.change(clientId, version, { ...draft, ...changes }, 'admin')
    if (changed.outcome !== 'done') throw new Error(`the client was not changed: ${changed.outcome}`)
  }
  return {
    clientId,
    party: relyingParty(idp, client),
    allow: (scopes) => change({ scopes }),
    moveTo: (address) => change({ redirectUris: [address] }),
    requireSecondFactor: (secondFactor) => change({ access: { secondFactor } }),
  }
}
