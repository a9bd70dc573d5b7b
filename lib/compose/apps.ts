import { panel } from '../apps/admin/panel.ts'
import { firstPartyApp } from '../apps/first-party/app.ts'
import { appSessions } from '../apps/first-party/app-session.ts'
import { type FirstPartyApp, firstPartyApps, firstPartyClient } from '../apps/first-party/clients.ts'
import type { AppRequest } from '../apps/first-party/request.ts'
import { portal } from '../apps/portal/portal.ts'
import { deriveText } from '../domain/keys/derived-keys.ts'
import type { StaticClient } from '../domain/seed/static-clients.ts'
import { type MountedApp, mountedApp } from '../web/http/routes.ts'
import type { Handler } from '../web/request/request-context.ts'
import type { Service } from './service.ts'
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
  apps.map(({ app }) => mountedApp(app.clientId === 'sso-admin' ? 'admin' : 'portal', app.url, baseUrl))

/** One that is switched off has no address and is never asked. */
export function appHandlers(service: Service): Readonly<Record<'admin' | 'portal', Handler>> {
  const handlerOf = (clientId: FirstPartyApp['clientId'], answer: (request: AppRequest) => Promise<void>): Handler => {
    const own = service.apps.find(({ app }) => app.clientId === clientId)
    if (own === undefined) return () => {}
    return firstPartyApp(service, own.app, own.secret, appSessions(own.app, service.storage.records), answer)
  }
  return { admin: handlerOf('sso-admin', panel(service)), portal: handlerOf('sso-portal', portal(service)) }
}
