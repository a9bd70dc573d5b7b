/** One ConfigError lists every issue of the settings and of the host's parts. */
import { ConfigError, createPortico, type PorticoOptions } from '../../lib/index.ts'
import { CONF, ROOT_SECRET } from '../support/fixtures.ts'

const directory = { find: async () => undefined, authenticate: async () => undefined }
const UPSTREAM = {
  id: 'company',
  name: 'Company',
  issuer: 'https://sso.example',
  client_id: 'portico',
  client_secret: 's',
}
const ISSUES_OF_PARTS = {
  login: { mailCode: true, upstreams: [UPSTREAM] },
  ldap: {
    kind: 'openldap',
    url: 'ldaps://directory.example',
    base: 'dc=example',
    bindDn: 'cn=reader',
    bindPassword: 'p',
  },
  accounts: directory,
  ui: { views: { SignInn: () => '' } },
} as unknown as PorticoOptions
const GOOD = { baseUrl: 'https://id.example.com', secret: ROOT_SECRET }

const pathsOf = (options: object): Promise<readonly string[]> =>
  createPortico(options as PorticoOptions).then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof ConfigError)) throw error
      return error.issues.map(({ path }) => path)
    },
  )
const PARTS = ['login.mailCode', 'login.upstreams', 'ldap', 'ui.views.SignInn']

it('of valid settings', async () => expect(await pathsOf({ ...GOOD, ...ISSUES_OF_PARTS })).toEqual(PARTS))

it('of settings that are not', async () =>
  expect(await pathsOf({ ...GOOD, ...ISSUES_OF_PARTS, lifetimes: { accessToken: -1 } })).toEqual([
    'lifetimes.accessToken',
    ...PARTS,
  ]))

it('of clients and the mail server as well', async () =>
  expect(
    await pathsOf({
      ...GOOD,
      mail: { url: 'smtp://:25', from: 'sso@example.com' },
      clients: [{ ...CONF, redirect_uris: ['http://app.example/callback'], post_logout_redirect_uris: [] }],
      ui: ISSUES_OF_PARTS.ui,
    }),
  ).toEqual(['mail', 'clients[0].redirect_uris', 'ui.views.SignInn']))
