import { PANEL_CLIENT_ID } from '../../../policies/panel-access.ts'
import type { Configuration } from '../../config/configuration.ts'
import { hashSecret } from '../../domain/clients/secrets.ts'
import type { StaticClient } from '../../domain/seed/static-clients.ts'

/** `host`: pages of the application that mounts Portico. */
export type FirstPartyKind = 'panel' | 'portal' | 'host'

/** A first-party app's URL and scopes. */
export interface FirstPartyApp {
  readonly clientId: typeof PANEL_CLIENT_ID | 'sso-portal' | 'sso-host'
  readonly kind: FirstPartyKind
  readonly name: string
  /** URL without a trailing slash. */
  readonly url: string
  readonly scopes: readonly ('openid' | 'profile' | 'email' | 'roles')[]
}

/** Path, relative to `baseUrl`, for sign-ins and callbacks of the host's own pages. */
export const HOST_PATH = '/_sso/host'

/** The first-party apps that are enabled in the configuration. */
export function firstPartyApps(configuration: Configuration): readonly FirstPartyApp[] {
  const { baseUrl, adminUrl, portalUrl, theme } = configuration
  const apps: readonly FirstPartyApp[] = [
    {
      clientId: PANEL_CLIENT_ID,
      kind: 'panel',
      name: `${theme.productName} administration`,
      url: adminUrl,
      scopes: ['openid', 'profile', 'email', 'roles'],
    },
    {
      clientId: 'sso-portal',
      kind: 'portal',
      name: `${theme.productName} account`,
      url: portalUrl,
      scopes: ['openid', 'profile', 'email'],
    },
    {
      clientId: 'sso-host',
      kind: 'host',
      name: theme.productName,
      url: `${baseUrl}${HOST_PATH}`,
      scopes: ['openid', 'profile', 'email', 'roles'],
    },
  ]
  const { admin, portal, host } = configuration
  const wanted = { panel: admin, portal, host }
  return apps.filter(({ kind }) => wanted[kind].enabled)
}

/** The client is confidential, with a secret derived from the root secret, and trusted, so no consent is needed. */
export function firstPartyClient(app: FirstPartyApp, secret: string): StaticClient {
  return {
    clientId: app.clientId,
    clientName: app.name,
    ownerEmail: '',
    type: 'confidential',
    environment: app.url.startsWith('https:') ? 'live' : 'development',
    redirectUris: [`${app.url}/callback`],
    postLogoutRedirectUris: [`${app.url}/`],
    scopes: app.scopes,
    consent: 'trusted',
    status: 'active',
    source: 'service',
    secretHash: hashSecret(secret),
  }
}
