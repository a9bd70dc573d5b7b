/** A client that an administrator has registered, and can change while it is in use. */
import type { ClientInput } from '../../lib/config/configuration.ts'
import type { Idp } from './idp.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

export interface RegisteredClient {
  readonly party: RelyingParty
  readonly clientId: string
  /** Gives the client another list of scopes. */
  allow(scopes: readonly string[]): Promise<void>
  /** Gives the client another redirect URI, and frees the one that it has. */
  moveTo(redirectUri: string): Promise<void>
}

/** A client of the house, as an administrator registers it. @returns the client as it is configured */
export async function registerTrusted(idp: Idp, clientId: string, more: object = {}): Promise<ClientInput> {
  const redirectUris = [`https://${clientId}.example/callback`]
  const draft = {
    ...{ clientId, clientName: clientId, ownerEmail: 'owner@example.com', type: 'confidential', scopes: ['openid'] },
    ...{ environment: 'development', redirectUris, postLogoutRedirectUris: [], consent: 'trusted', ...more },
  }
  const made = await idp.portico.clients.create(draft as never, 'test')
  if (made.outcome !== 'done') throw new Error(`the client was not registered: ${JSON.stringify(made)}`)
  return {
    client_id: clientId,
    client_type: draft.type as 'confidential',
    redirect_uris: draft.redirectUris,
    ...(made.secret === undefined ? {} : { client_secret: made.secret }),
  } as ClientInput
}

let registered = 0

export async function registeredClient(
  idp: Idp,
  clientId = `registered-${(registered += 1)}`,
): Promise<RegisteredClient> {
  const redirectUri = `https://${clientId}.example/callback/${(registered += 1)}`
  const draft = {
    clientName: 'Registered',
    ownerEmail: 'owner@example.com',
    environment: 'live',
    redirectUris: [redirectUri],
    postLogoutRedirectUris: [],
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    consent: 'once',
  } as const
  const created = await idp.portico.clients.create({ ...draft, clientId, type: 'confidential' }, 'admin')
  if (created.outcome !== 'done' || created.secret === undefined)
    throw new Error(`the client was not registered: ${created.outcome}`)
  const client = {
    client_id: clientId,
    client_type: 'confidential',
    client_secret: created.secret,
    redirect_uris: [redirectUri],
  } as const
  const change = async (changes: {
    readonly scopes?: readonly string[]
    readonly redirectUris?: readonly string[]
  }): Promise<void> => {
    const { version } = (await idp.portico.clients.find(clientId)) ?? { version: 0 }
    const changed = await idp.portico.clients.change(clientId, version, { ...draft, ...changes }, 'admin')
    if (changed.outcome !== 'done') throw new Error(`the client was not changed: ${changed.outcome}`)
  }
  return {
    clientId,
    party: relyingParty(idp, client),
    allow: (scopes) => change({ scopes }),
    moveTo: (address) => change({ redirectUris: [address] }),
  }
}
