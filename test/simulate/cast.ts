/** Who takes part: nodes, apps, users with their devices, and administrators. */

import { hashPassword } from '../../lib/domain/accounts/factors/passwords.ts'
import type { ClientDraft } from '../../lib/domain/clients/client-draft.ts'
import { type Browser, openBrowser } from '../support/browser.ts'
import type { Answer } from '../support/http.ts'
import type { Node as RealNode } from '../support/idp.ts'
import { draftOf, registerTrusted } from '../support/registered-client.ts'
import { type RelyingParty, relyingParty } from '../support/relying-party.ts'
import { type Console, ISSUER } from './cluster.ts'
import type { Random } from './random.ts'

export const NODES = ['node-1', 'node-2', 'node-3'] as const
export const USERS = ['alice', 'bob', 'ann', 'ben'] as const
/** Ann and Ben. */
export const ADMINISTRATORS: readonly string[] = USERS.slice(2)

const SCOPES = ['openid', 'profile', 'offline_access']
const notified = (id: string): Partial<ClientDraft> => ({ backchannelLogoutUri: `https://${id}.example/logout` })
/** `desk` asks for consent and for `offline_access`; `api` only introspects. */
export const APPS: readonly ClientDraft[] = [
  draftOf('shop', { ...notified('shop'), scopes: SCOPES, environment: 'live' }),
  draftOf('desk', { ...notified('desk'), scopes: SCOPES, environment: 'live', consent: 'once' }),
  draftOf('api', { environment: 'live' }),
]

/** Routes a request to a node that the random numbers of its action choose. */
export interface Route {
  readonly random: Random
  readonly node?: string
  readonly goneAfter?: number
  readonly address?: string
  /** Called when the node has written the response. */
  readonly written?: (answer: Answer, sentAt: number) => void
}

/** One device of a user. Its flows come one after another. */
export interface Device {
  readonly browser: Browser
  flow: Promise<unknown>
  /** Of the flow that runs. */
  route?: Route
  /** `uid` of its session, while that is certain. */
  session: string | undefined
}

export interface User {
  readonly name: string
  password: string
  /** Times between which no sign-in may succeed, the second while it is over. */
  readonly barred: { readonly from: number; until?: number; readonly why: string }[]
  readonly oldPasswords: { readonly password: string; readonly since: number }[]
  readonly devices: readonly Device[]
  /** By app: when the last withdrawal began and was acknowledged, and when the user last consented. */
  readonly consent: Map<string, { withdrawing?: number; withdrawn?: number; given?: number }>
}

export interface App {
  readonly id: string
  readonly party: RelyingParty
  readonly barred: User['barred']
}

export async function registerApps({ apps }: Console): Promise<readonly App[]> {
  const made: App[] = []
  for (const draft of APPS) {
    const client = await registerTrusted({ portico: { clients: apps } } as never, draft.clientId, draft)
    // Each request names its node.
    made.push({ id: draft.clientId, party: relyingParty(undefined as never, client), barred: [] })
  }
  return made
}

/** @param through the provider, as the device's flow reaches it */
export function newDevice(through: (route: Route) => RealNode): Device {
  const made: Device = {
    browser: openBrowser({ issuer: ISSUER, send: (path, message) => through(made.route!).send(path, message) }),
    flow: Promise.resolve(),
    session: undefined,
  }
  return made
}

export async function createUsers(
  { directory }: Console,
  now: number,
  through: (route: Route) => RealNode,
): Promise<readonly User[]> {
  const made: User[] = []
  for (const name of USERS) {
    const password = `the first password of ${name}`
    await directory.create({
      sub: name,
      username: name,
      passwordHash: await hashPassword(password),
      status: 'active',
      source: 'administrator',
      person: { name, ...(ADMINISTRATORS.includes(name) ? { roles: ['sso:admin'] } : {}) },
      createdAt: now,
      changedAt: now,
    })
    made.push({
      name,
      password,
      barred: [],
      oldPasswords: [],
      devices: [newDevice(through), newDevice(through)],
      consent: new Map(),
    })
  }
  return made
}
