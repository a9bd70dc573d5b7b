import { type FirstPartyApp, firstPartyApps, firstPartyClient } from '../apps/first-party/clients.ts'
import type { RelyingParty } from '../apps/first-party/relying-party.ts'
import { secretMatches } from '../domain/clients/secrets.ts'
import { deriveText } from '../domain/keys/derived-keys.ts'
import type { StaticClient } from '../domain/seed/static-clients.ts'
import { GATE_APP, type MountedApp, mountedApp } from '../web/http/routes.ts'
import type { Resolved } from './resolve-options.ts'

/** An enabled first-party app, with its client secret. */
export interface OwnApp {
  readonly app: FirstPartyApp
  readonly secret: string
  /** Whether a stored client is this app, even if a node that uses an older root secret stored it. */
  readonly isItself: RelyingParty['isItself']
}

export const ownApps = ({ configuration, secrets }: Resolved): readonly OwnApp[] =>
  firstPartyApps(configuration).map((app) => {
    const own = secrets.map((secret) => deriveText(secret, 'first-party-client', app.clientId))
    return {
      app,
      secret: own[0] as string,
      isItself: ({ secretHash }) => own.some((secret) => secretMatches(secret, secretHash)),
    }
  })

export const ownClients = (apps: readonly OwnApp[]): readonly StaticClient[] =>
  apps.map(({ app, secret }) => firstPartyClient(app, secret))

export const mountedApps = (apps: readonly OwnApp[], baseUrl: string): readonly MountedApp[] => [
  ...apps.flatMap(({ app }) =>
    app.kind === 'host' ? [] : [mountedApp(app.kind === 'panel' ? 'admin' : 'portal', app.url, baseUrl)],
  ),
  GATE_APP,
]
