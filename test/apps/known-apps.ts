/** The apps of the catalog that a registry has: each is started with its block, pasted unchanged. */
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { type CatalogueId, type ConnectedAppId, connectedApp } from '../../lib/domain/clients/catalogue/catalogue.ts'
import { ALICE } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { startPostgres } from '../support/postgres.ts'
import { startRedis } from '../support/redis-server.ts'
import { INSTALLED } from './install.ts'
import type { Plan } from './world.ts'

export interface KnownApp {
  readonly id: ConnectedAppId
  /** Where a sign-in begins. */
  readonly begin: string
  /** Pressed there, if the app asks first. */
  readonly press?: string
  /** It asks for `prompt=select_account`. */
  readonly choose?: true
  /** Steps of the app between the sign-in and the page that names the user. */
  readonly after?: (page: Page) => Promise<unknown>
  /** A page of the app, or an address of its API, that names the signed-in user. */
  readonly user?: string
  readonly named: string
  readonly servers?: Servers
}

/** Starts the servers that an app needs, or chooses its ports. @returns the variables for `start.sh` */
type Servers = () => Promise<Readonly<Record<string, string>>>

interface GatedApp {
  readonly id: CatalogueId
  readonly page: string
  /** Text of the page, or of the app's log. */
  readonly shows: string
  readonly servers: Servers
}

/** A database that belongs to the app, as the apps' guides say. */
const database = async () => {
  const { port, admin } = await startPostgres()
  await admin('ALTER DATABASE postgres OWNER TO portico')
  return { POSTGRES_PORT: `${port}` }
}

export const KNOWN_APPS: readonly KnownApp[] = [
  { id: 'airflow', begin: '/auth/login/sso', user: '/auth/users/userinfo/', named: ALICE.email },
  {
    id: 'jupyterhub',
    begin: '/hub/oauth_login',
    user: '/hub/token',
    named: ALICE.username,
    servers: async () => ({ HUB_PORT: `${await freePort()}`, PROXY_PORT: `${await freePort()}` }),
  },
  {
    id: 'keycloak',
    begin: '/realms/master/account',
    press: '#social-sso',
    named: ALICE.name,
    servers: async () => ({ SERVER_PORT: `${await freePort()}` }),
  },
  { id: 'mlflow', begin: '/login', user: '/api/2.0/mlflow/users/current', named: ALICE.email },
  {
    id: 'netbox',
    begin: '/login/',
    press: '.sso-login-form button',
    named: ALICE.username,
    servers: async () => ({ ...(await database()), REDIS_PORT: `${(await startRedis()).port}` }),
  },
  { id: 'pgadmin', begin: '/login', press: 'button[value=sso]', named: ALICE.email },
  { id: 'streamlit', begin: '/', press: 'button >> text=Sign in', choose: true, named: ALICE.name },
  { id: 'superset', begin: '/login/sso', user: '/api/v1/me/', named: ALICE.email },
  {
    id: 'synapse',
    begin: '/_matrix/client/v3/login/sso/redirect?redirectUrl=http://127.0.0.1/done',
    after: async (page) => {
      await page.fill('#field-username', ALICE.username)
      await page.click('input[type=submit]')
    },
    named: ALICE.name,
  },
]

export const folderOf = (id: string): string => `known/${id}`

export const planOf = ({ id, begin, servers }: KnownApp): Plan => ({
  app: id,
  format: id,
  callback: connectedApp(id).callbacks[0] ?? '',
  installed: folderOf(id),
  around: { '.': `../${folderOf(id)}` },
  variables: async () => ({ APP: resolve(join(INSTALLED, folderOf(id))), ...(await servers?.()) }),
  command: () => ['sh', 'start.sh'],
  // A proxy can respond before the app behind it does.
  ready: async (port) => {
    const { status } = await fetch(`http://127.0.0.1:${port}${begin}`, { redirect: 'manual' })
    if (status >= 400) throw new Error(`${begin} responds with ${status}`)
  },
})

/** Apps behind the gate, by what a signed-in user gets. */
export const GATED_APPS = [
  // The name that the gate sends.
  { id: 'miniflux', page: '/settings', shows: 'username=alice', servers: database },
  { id: 'prometheus', page: '/', shows: 'Prometheus Time Series', servers: async () => ({}) },
] as const satisfies readonly GatedApp[]
