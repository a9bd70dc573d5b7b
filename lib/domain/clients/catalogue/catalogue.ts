/** The apps that companies run, in the order of their names. */
import type { CatalogueApp, ConnectedApp } from './catalogue-app.ts'
import { COMMUNICATION_APPS } from './communication-apps.ts'
import { DATA_APPS } from './data-apps.ts'
import { DEVELOPMENT_APPS } from './development-apps.ts'
import { DOCUMENT_APPS } from './document-apps.ts'
import { INFRASTRUCTURE_APPS } from './infrastructure-apps.ts'

const APPS = {
  ...DEVELOPMENT_APPS,
  ...INFRASTRUCTURE_APPS,
  ...DATA_APPS,
  ...DOCUMENT_APPS,
  ...COMMUNICATION_APPS,
} as const

type Apps = typeof APPS
export type CatalogueId = keyof Apps
/** Those that have settings for OpenID Connect. */
export type ConnectedAppId = {
  [Id in CatalogueId]: Apps[Id] extends { way: 'openid-connect' } ? Id : never
}[CatalogueId]

export const CATALOGUE: Readonly<Record<CatalogueId, CatalogueApp>> = APPS

export const CATALOGUE_IDS = (Object.keys(APPS) as readonly CatalogueId[]).toSorted((a, b) =>
  CATALOGUE[a].name.localeCompare(CATALOGUE[b].name, 'en'),
)

export const isCatalogueId = (text: string): text is CatalogueId => Object.hasOwn(APPS, text)

export const CONNECTED_APP_IDS = CATALOGUE_IDS.filter(
  (id): id is ConnectedAppId => CATALOGUE[id].way === 'openid-connect',
)

export const connectedApp = (id: ConnectedAppId): ConnectedApp => CATALOGUE[id] as ConnectedApp

/** What a client of this app is registered with. */
export interface AppRegistration {
  readonly clientId: string
  readonly clientName: string
  readonly type: 'confidential' | 'public' | 'gate'
  readonly environment: 'development' | 'live'
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
  readonly backchannelLogoutUri?: string
  readonly scopes: readonly string[]
  readonly idTokenClaims?: 'scopes'
  readonly gateUrl?: string
}

/**
 * @param address where the app is reached, with the path that it is mounted at, if any
 * @returns undefined when that is no address
 */
export function appRegistration(id: CatalogueId, address: string): AppRegistration | undefined {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  const app = CATALOGUE[id]
  const root = url.origin + url.pathname.replace(/(?<!\/)\/+$/, '')
  const named = { clientId: id, clientName: app.name }
  if (app.way === 'gate')
    return {
      ...named,
      type: 'gate',
      environment: url.protocol === 'http:' ? 'development' : 'live',
      redirectUris: [],
      postLogoutRedirectUris: [],
      scopes: [],
      gateUrl: url.origin,
    }
  const at = (path: string): string => {
    if (/^https?:/.test(path)) return path
    // What comes back to its bare address has no path.
    return path === '' ? url.origin : root + path
  }
  const redirectUris = app.callbacks.map(at)
  return {
    ...named,
    type: app.type,
    environment: redirectUris.every((uri) => uri.startsWith('https:')) ? 'live' : 'development',
    redirectUris,
    postLogoutRedirectUris: app.signedOut === undefined ? [] : [at(app.signedOut)],
    ...(app.backchannel === undefined ? {} : { backchannelLogoutUri: at(app.backchannel) }),
    scopes: app.scopes,
    ...(app.idTokenClaims === undefined ? {} : { idTokenClaims: app.idTokenClaims }),
  }
}
