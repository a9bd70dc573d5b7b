/** Popular apps, sorted by name. */
import type { Client } from '../client-record.ts'
import type { ClientKind } from '../gate.ts'
import type { CatalogueApp, ConnectedApp } from './catalogue-app.ts'
import connected from './connected-apps.json' with { type: 'json' }
import gated from './gated-apps.json' with { type: 'json' }

/** Apps with settings for OpenID Connect. */
export type ConnectedAppId = keyof typeof connected.apps
export type CatalogueId = ConnectedAppId | keyof typeof gated.apps

/** Tests validate the files against their schemas. */
export const CATALOGUE = { ...connected.apps, ...gated.apps } as Readonly<Record<CatalogueId, CatalogueApp>>

export const CATALOGUE_IDS = (Object.keys(CATALOGUE) as readonly CatalogueId[]).toSorted((a, b) =>
  CATALOGUE[a].name.localeCompare(CATALOGUE[b].name, 'en'),
)

/** How the entry was checked, in English. */
export const checkOf = ({ checked, version, date }: CatalogueApp): string =>
  checked === 'tried' ? `tested (${version})` : `read in ${date}, not tested (${version})`

export const isCatalogueId = (text: string): text is CatalogueId => Object.hasOwn(CATALOGUE, text)

export const CONNECTED_APP_IDS = CATALOGUE_IDS.filter(
  (id): id is ConnectedAppId => CATALOGUE[id].way === 'openid-connect',
)

export const connectedApp = (id: ConnectedAppId): ConnectedApp => CATALOGUE[id] as ConnectedApp

type RegisteredField = 'clientId' | 'clientName' | 'environment' | 'redirectUris' | 'postLogoutRedirectUris' | 'scopes'

export interface AppRegistration extends Pick<Client, RegisteredField | 'backchannelLogoutUri' | 'idTokenClaims'> {
  readonly type: ClientKind
  readonly gateUrl?: string
}

/** @param address the app's URL, including its mount path @returns undefined unless it is an HTTP or HTTPS URL */
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
    // Apps that return to their bare origin have no path.
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
