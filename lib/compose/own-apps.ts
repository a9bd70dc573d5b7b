import { type FirstPartyApp, firstPartyApps, firstPartyClient } from '../apps/first-party/clients.ts'
import { deriveText } from '../domain/keys/derived-keys.ts'
import type { StaticClient } from '../domain/seed/static-clients.ts'
import { type MountedApp, mountedApp } from '../web/http/routes.ts'
import type { Settled } from './settle.ts'

/** A panel or portal that the configuration wants, with its secret as a client of the service. */
export interface OwnApp {
  readonly app: FirstPartyApp
  readonly secret: string
}

export const ownApps = ({ configuration, secrets }: Settled): readonly OwnApp[] =>
  firstPartyApps(configuration).map((app) => ({
    app,
    secret: deriveText(secrets[0], 'first-party-client', app.clientId),
  }))

export const ownClients = (apps: readonly OwnApp[]): readonly StaticClient[] =>
  apps.map(({ app, secret }) => firstPartyClient(app, secret))

export const mountedApps = (apps: readonly OwnApp[], baseUrl: string): readonly MountedApp[] =>
  apps.flatMap(({ app }) =>
    app.kind === 'host' ? [] : [mountedApp(app.kind === 'panel' ? 'admin' : 'portal', app.url, baseUrl)],
  )
