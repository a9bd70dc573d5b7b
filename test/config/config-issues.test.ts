/** Every kind of issue: where, what was expected, what was found, what to do. */

import { ConfigError, type ConfigIssueCode } from '../../lib/config/issues/config-error.ts'
import { ACCOUNT, CLIENT, issuesOf, refusal, SECRET, validateConfiguration } from './issues.ts'

type Case = readonly [what: string, settings: object, code: ConfigIssueCode, path: string]

const client = (fields: object) => ({ clients: [{ ...CLIENT, ...fields }] })
const account = (fields: object) => ({ accounts: [{ ...ACCOUNT, ...fields }] })
const other = { client_id: 'payroll', client_type: 'public', redirect_uris: ['http://localhost:5000/callback'] }

describe('an issue in one setting', () => {
  it.each<Case>([
    ['a number as text', { trustProxy: '1' }, 'E1001', 'trustProxy'],
    ['a number below the least', { lifetimes: { accessToken: 0 } }, 'E1001', 'lifetimes.accessToken'],
    ['a fraction', { lifetimes: { accessToken: 1.5 } }, 'E1001', 'lifetimes.accessToken'],
    [
      'a number that would overflow in milliseconds',
      { lifetimes: { accessToken: 1e15 } },
      'E1001',
      'lifetimes.accessToken',
    ],
    ['a limit of none', { rateLimits: { token: { limit: 0 } } }, 'E1001', 'rateLimits.token.limit'],
    ['limits by true', { rateLimits: true }, 'E1001', 'rateLimits'],
    ['a word that is not on the list', { idTokenClaims: 'all' }, 'E1001', 'idTokenClaims'],
    ['an object where a list belongs', { accounts: {} }, 'E1001', 'accounts'],
    ['a list where an object belongs', { theme: [] }, 'E1001', 'theme'],
    ['null', { trustProxy: null }, 'E1001', 'trustProxy'],
    [
      'a key that signs before the JWKS is seen',
      { keys: { prePublishSeconds: 300 } },
      'E1001',
      'keys.prePublishSeconds',
    ],
    [
      'a lock-out of more than 15 minutes',
      { login: { throttle: { account: { windowSeconds: 901 } } } },
      'E1001',
      'login.throttle.account.windowSeconds',
    ],
    ['a colour that is none', { theme: { accent: 'blue' } }, 'E1001', 'theme.accent'],
    ['a font that would end the rule', { theme: { font: 'Arial; } body { display: none' } }, 'E1001', 'theme.font'],
    ['a logo from elsewhere', { theme: { logo: 'https://cdn.example.com/logo.png' } }, 'E1001', 'theme.logo'],
    [
      'a logo from elsewhere without a scheme',
      { theme: { logo: '//cdn.example.com/logo.png' } },
      'E1001',
      'theme.logo',
    ],
    ['a help address with a script', { ui: { helpUrl: 'javascript:alert(1)' } }, 'E1001', 'ui.helpUrl'],
    ['a path that ends with a slash', { admin: { path: '/admin/' } }, 'E1001', 'admin.path'],
    ['a client that is no object', { clients: ['billing'] }, 'E1001', 'clients[0]'],
    ['a client id of two characters', client({ client_id: 'ab' }), 'E1001', 'clients[0].client_id'],
    ['a client id of 64 characters', client({ client_id: 'a'.repeat(64) }), 'E1001', 'clients[0].client_id'],
    ['a client id in upper case', client({ client_id: 'Billing' }), 'E1001', 'clients[0].client_id'],
    ['a client id that begins with a hyphen', client({ client_id: '-billing' }), 'E1001', 'clients[0].client_id'],
    ['a client without redirect URI', client({ redirect_uris: [] }), 'E1001', 'clients[0].redirect_uris'],
    [
      'a single redirect URI outside a list',
      client({ redirect_uris: 'http://localhost:4000/' }),
      'E1001',
      'clients[0].redirect_uris',
    ],
    [
      'more than 20 redirect URIs',
      client({ redirect_uris: Array.from({ length: 21 }, (_, n) => `http://localhost:4000/${n}`) }),
      'E1001',
      'clients[0].redirect_uris',
    ],
    ['a scope that does not exist', client({ scopes: ['openid', 'admin'] }), 'E1001', 'clients[0].scopes[1]'],
    ['an environment that does not exist', client({ environment: 'production' }), 'E1001', 'clients[0].environment'],
    [
      'a short client secret',
      client({ client_type: 'confidential', client_secret: 'short' }),
      'E1003',
      'clients[0].client_secret',
    ],
    ['a subject with a space', account({ sub: 'u alice' }), 'E1001', 'accounts[0].sub'],
    ['an empty user name', account({ username: '' }), 'E1001', 'accounts[0].username'],
    ['an e-mail address that is none', account({ email: 'alice' }), 'E1001', 'accounts[0].email'],
    ['roles in one text', account({ roles: 'sso:admin' }), 'E1001', 'accounts[0].roles'],
    [
      'a range that is none',
      { logout: { allowPrivateAddresses: ['10.0.0.0/33'] } },
      'E1001',
      'logout.allowPrivateAddresses[0]',
    ],
    [
      'an address without its range',
      { logout: { allowPrivateAddresses: ['fd00::/8', '10.0.0.1'] } },
      'E1001',
      'logout.allowPrivateAddresses[1]',
    ],
    ['an accent that cannot be read on white', { theme: { accent: '#7fb2ff' } }, 'E1001', 'theme.accent'],
    [
      'an accent that cannot be read on the dark surface',
      { theme: { accentDark: '#1f3a6d' } },
      'E1001',
      'theme.accentDark',
    ],
    ['a short root secret', { secret: 'x'.repeat(31) }, 'E1003', 'secret'],
    ['a short root secret among others', { secret: [SECRET, 'short'] }, 'E1003', 'secret[1]'],
    ['an unknown key', { issuer: 'http://localhost' }, 'E1002', 'issuer'],
    ['an unknown key within a group', { logout: { global: true } }, 'E1002', 'logout.global'],
    ['an unknown key of a client', client({ grant_types: ['implicit'] }), 'E1002', 'clients[0].grant_types'],
    [
      'a client without id',
      { clients: [{ client_type: 'public', redirect_uris: ['http://localhost:4000/'] }] },
      'E1004',
      'clients[0].client_id',
    ],
    ['an account without password', { accounts: [{ sub: 'a', username: 'a' }] }, 'E1004', 'accounts[0].password'],
    [
      'a confidential client without secret',
      client({ client_type: 'confidential' }),
      'E1004',
      'clients[0].client_secret',
    ],
    ['a public client with a secret', client({ client_secret: SECRET }), 'E1006', 'clients[0].client_secret'],
    ['the id of the panel', client({ client_id: 'sso-admin' }), 'E1006', 'clients[0].client_id'],
    [
      'a default language that is not offered',
      { ui: { locales: ['ar'], defaultLocale: 'fr' } },
      'E1006',
      'ui.defaultLocale',
    ],
    ['a scope twice', client({ scopes: ['openid', 'email', 'openid'] }), 'E1005', 'clients[0].scopes[2]'],
    [
      'two clients with one id',
      { clients: [CLIENT, { ...other, client_id: CLIENT.client_id }] },
      'E1005',
      'clients[1].client_id',
    ],
    [
      'two clients with one redirect URI',
      { clients: [CLIENT, { ...other, redirect_uris: [...other.redirect_uris, ...CLIENT.redirect_uris] }] },
      'E1005',
      'clients[1].redirect_uris[1]',
    ],
    [
      'two accounts with one subject',
      { accounts: [ACCOUNT, { ...ACCOUNT, username: 'bob' }] },
      'E1005',
      'accounts[1].sub',
    ],
    [
      'two accounts with one user name',
      { accounts: [ACCOUNT, { ...ACCOUNT, sub: 'u-bob', username: 'ALICE' }] },
      'E1005',
      'accounts[1].username',
    ],
    [
      'two accounts with one user name in other letters',
      { accounts: [ACCOUNT, { ...ACCOUNT, sub: 'u-bob', username: '\uff21lice' }] },
      'E1005',
      'accounts[1].username',
    ],
  ])('%s', (_, settings, code, path) => {
    const issues = issuesOf(settings)
    expect(issues).toHaveLength(1)
    expect(issues).toMatchObject([{ code, path }])
    for (const word of [issues[0]?.expected, issues[0]?.received]) expect(word).toMatch(/\S/)
  })

  it('of a colour is reported with the measured contrast', () => {
    const [issue] = issuesOf({ theme: { accent: '#ffcc00' } })
    expect(issue).toMatchObject({ expected: 'a contrast of 4.5:1 or more on #ffffff', received: '"#ffcc00", 1.5:1' })
  })

  it('two clients that differ in everything are no issue, nor are subjects that differ in case', () => {
    const accounts = [ACCOUNT, { ...ACCOUNT, sub: 'U-ALICE', username: 'bob' }]
    const { clients } = validateConfiguration({ baseUrl: 'http://localhost:3000', clients: [CLIENT, other], accounts })
    expect(clients).toHaveLength(2)
  })
})

describe('a configuration with many issues', () => {
  const many = {
    baseUrl: 'http://sso.example.com',
    secret: 'too-short',
    lifetimes: { acessToken: 900, idToken: '15m' },
    clients: [
      { ...CLIENT, redirect_uri: 'x' },
      { ...CLIENT, client_type: 'confidential' },
    ],
    accounts: [{ sub: 'a' }],
    logout: { allowPrivateAddresses: ['all'] },
  }

  it('is reported whole, whatever the kinds', () => {
    const { issues } = refusal(() => validateConfiguration(many))
    expect(issues.map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
      'E1001 baseUrl',
      'E1001 lifetimes.idToken',
      'E1001 logout.allowPrivateAddresses[0]',
      'E1002 clients[0].redirect_uri',
      'E1002 lifetimes.acessToken',
      'E1003 secret',
      'E1004 accounts[0].password',
      'E1004 accounts[0].username',
      'E1004 clients[1].client_secret',
      'E1005 clients[1].client_id',
      'E1005 clients[1].redirect_uris[0]',
    ])
  })

  it('is printed as a table with a line for each, and the hints below', () => {
    const error = refusal(() => validateConfiguration({ ...many, clients: [], accounts: [], logout: {} }))
    expect(error).toBeInstanceOf(ConfigError)
    expect(error.name).toBe('ConfigError')
    expect(error.message).toBe(
      [
        '4 problems in the configuration',
        ' ✖ baseUrl               expected an https address, or http on localhost  got "http://sso.example.com"         E1001',
        '     hint: http is accepted only for localhost, 127.0.0.1 and [::1]',
        ' ✖ secret                expected 32 or more characters                   got 9 characters (value hidden)      E1003',
        '     hint: make one with: openssl rand -base64 48',
        ' ✖ lifetimes.acessToken  unknown key                                      did you mean lifetimes.accessToken?  E1002',
        ' ✖ lifetimes.idToken     expected a whole number from 1 to 315360000      got "15m"                            E1001',
        '     hint: write 900: seconds, as a number',
      ].join('\n'),
    )
  })

  it('is counted in the singular when it is one', () => {
    const { message } = refusal(() => validateConfiguration({ baseUrl: 'http://localhost', trustProxy: -1 }))
    expect(message).toMatch(/^1 problem in the configuration\n/)
  })
})
