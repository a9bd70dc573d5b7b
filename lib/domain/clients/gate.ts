import { GATE_SCOPES, gateRedirectUri } from '../../../policies/gate.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { Client } from './client-record.ts'

/** Host names used by Portico, the panel, and the portal. A gated app must have a different one. */
export const serviceHosts = (urls: Pick<Configuration, 'baseUrl' | 'adminUrl' | 'portalUrl'>): readonly string[] =>
  [urls.baseUrl, urls.adminUrl, urls.portalUrl].flatMap((url) => URL.parse(url)?.hostname ?? [])

/** A client behind the gate (forward auth). */
export type Behind<C extends Pick<Client, 'gate'>> = C & Required<Pick<Client, 'gate'>>
export type GatedClient = Behind<Client>

export const isGated = <C extends Pick<Client, 'gate'>>(client: C): client is Behind<C> => client.gate !== undefined

/** The client types that an administrator can choose from. In the protocol, a gated app is a confidential client. */
export type ClientKind = Client['type'] | 'gate'

export const kindOf = (client: Pick<Client, 'type' | 'gate'>): ClientKind => (isGated(client) ? 'gate' : client.type)

/** Whether the client's session ends with the browser session, as in the panel, the portal, and gated apps. */
export const endsWithSession = (client: Pick<Client, 'source' | 'gate'>): boolean =>
  client.source === 'service' || isGated(client)

/** Derives a gated app's other fields from its URL. Other clients are returned unchanged. */
export function withGateFields<Fields extends Pick<Client, 'clientId' | 'gate'>>(client: Fields): Fields {
  const { gate, clientId } = client
  if (gate === undefined) return client
  type LogoutUris = Pick<Client, 'backchannelLogoutUri' | 'frontchannelLogoutUri'>
  const { backchannelLogoutUri: _back, frontchannelLogoutUri: _front, ...rest } = client as Fields & LogoutUris
  return {
    ...rest,
    type: 'confidential',
    redirectUris: [gateRedirectUri(gate.url, clientId)],
    postLogoutRedirectUris: [],
    scopes: GATE_SCOPES,
    consent: 'trusted',
  } as unknown as Fields
}

/** The origin of the app's URL; undefined if a proxy cannot use it. A host cannot contain any proxy's syntax. */
export function upstreamOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  const fits = url !== null && /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?\/?$/i.test(text)
  return fits ? url.origin : undefined
}

/** `host:port` of the process: the one that it listens on, or a local one if it listens on all. */
export function serviceAddress(host: string, port: number): string {
  const plain = host.replace(/^::ffff:(?=\d+\.)/i, '')
  const reached = ['localhost', '0.0.0.0', '::'].includes(plain) ? '127.0.0.1' : plain
  return `${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
