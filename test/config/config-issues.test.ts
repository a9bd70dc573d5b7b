/** Every kind of issue: where, what was expected, what was found, what to do. */
import { ConfigError, type ConfigIssueCode } from '../../lib/config/issues/config-error.ts'
import { ACCOUNT, CLIENT, issuesOf, refusal, SECRET, validateConfiguration } from './issues.ts'

type Case = readonly [what: string, settings: object, path: string]

const client = (fields: object) => ({ clients: [{ ...CLIENT, ...fields }] })
const account = (fields: object) => ({ accounts: [{ ...ACCOUNT, ...fields }] })
const other = { client_id: 'payroll', client_type: 'public', redirect_uris: ['http://localhost:5000/callback'] }

const ISSUES: Readonly<Partial<Record<ConfigIssueCode, readonly Case[]>>> = {
  E1001: [
    ['a number as text', { trustProxy: '1' }, 'trustProxy'],
    ['a number below the least', { lifetimes: { accessToken: 0 } }, 'lifetimes.accessToken'],
    ['a fraction', { lifetimes: { accessToken: 1.5 } }, 'lifetimes.accessToken'],
    ['a number that would overflow in milliseconds', { lifetimes: { accessToken: 1e15 } }, 'lifetimes.accessToken'],
    ['a limit of none', { rateLimits: { token: { limit: 0 } } }, 'rateLimits.token.limit'],
    ['limits by true', { rateLimits: true }, 'rateLimits'],
    ['a word that is not on the list', { idTokenClaims: 'all' }, 'idTokenClaims'],
    ['an object where a list belongs', { accounts: {} }, 'accounts'],
    ['a list where an object belongs', { theme: [] }, 'theme'],
    ['null', { trustProxy: null }, 'trustProxy'],
    ['a key that signs before the JWKS is seen', { keys: { prePublishSeconds: 300 } }, 'keys.prePublishSeconds'],
    [
      'a lock-out of more than 15 minutes',
      { login: { throttle: { account: { windowSeconds: 901 } } } },
      'login.throttle.account.windowSeconds',
    ],
    ['a colour that is none', { theme: { accent: 'blue' } }, 'theme.accent'],
    ['a font that would end the rule', { theme: { font: 'Arial; } body { display: none' } }, 'theme.font'],
    ['a logo from another host', { theme: { logo: 'https://cdn.example.com/logo.png' } }, 'theme.logo'],
    ['a logo from another host without a scheme', { theme: { logo: '//cdn.example.com/logo.png' } }, 'theme.logo'],
    ['a help address with a script', { ui: { helpUrl: 'javascript:alert(1)' } }, 'ui.helpUrl'],
    ['a path that ends with a slash', { admin: { path: '/admin/' } }, 'admin.path'],
    ['a client that is no object', { clients: ['billing'] }, 'clients[0]'],
    ['a client id of two characters', client({ client_id: 'ab' }), 'clients[0].client_id'],
    ['a client id of 64 characters', client({ client_id: 'a'.repeat(64) }), 'clients[0].client_id'],
    ['a client id in upper case', client({ client_id: 'Billing' }), 'clients[0].client_id'],
    ['a client id that begins with a hyphen', client({ client_id: '-billing' }), 'clients[0].client_id'],
    ['a client without redirect URI', client({ redirect_uris: [] }), 'clients[0].redirect_uris'],
    ['a redirect URI outside a list', client({ redirect_uris: 'http://localhost:4000/' }), 'clients[0].redirect_uris'],
    [
      'more than 20 redirect URIs',
      client({ redirect_uris: Array.from({ length: 21 }, (_, n) => `http://localhost:4000/${n}`) }),
      'clients[0].redirect_uris',
    ],
    ['a scope that does not exist', client({ scopes: ['openid', 'admin'] }), 'clients[0].scopes[1]'],
    ['an environment that does not exist', client({ environment: 'production' }), 'clients[0].environment'],
    ['a subject with a space', account({ sub: 'u alice' }), 'accounts[0].sub'],
    ['an empty user name', account({ username: '' }), 'accounts[0].username'],
    ['a user name with an invisible character', account({ username: 'ali\u200bce' }), 'accounts[0].username'],
    ['an e-mail address that is none', account({ email: 'alice' }), 'accounts[0].email'],
    ['roles in one text', account({ roles: 'sso:admin' }), 'accounts[0].roles'],
    ['a range that is none', { logout: { allowPrivateAddresses: ['10.0.0.0/33'] } }, 'logout.allowPrivateAddresses[0]'],
    [
      'an address without its range',
      { logout: { allowPrivateAddresses: ['fd00::/8', '10.0.0.1'] } },
      'logout.allowPrivateAddresses[1]',
    ],
    ['an accent that cannot be read on white', { theme: { accent: '#7fb2ff' } }, 'theme.accent'],
    ['an accent that cannot be read on the dark surface', { theme: { accentDark: '#1f3a6d' } }, 'theme.accentDark'],
  ],
  E1003: [
    ['a short secret', client({ client_type: 'confidential', client_secret: 'short' }), 'clients[0].client_secret'],
    ['a short root secret', { secret: 'x'.repeat(31) }, 'secret'],
    ['a short root secret among others', { secret: [SECRET, 'short'] }, 'secret[1]'],
  ],
  E1002: [
    ['an unknown key', { issuer: 'http://localhost' }, 'issuer'],
    ['an unknown key within a group', { logout: { global: true } }, 'logout.global'],
    ['an unknown key of a client', client({ grant_types: ['implicit'] }), 'clients[0].grant_types'],
  ],
  E1004: [
    [
      'a client without id',
      { clients: [{ client_type: 'public', redirect_uris: ['http://localhost:4000/'] }] },
      'clients[0].client_id',
    ],
    ['an account without password', { accounts: [{ sub: 'a', username: 'a' }] }, 'accounts[0].password'],
    ['a confidential client without secret', client({ client_type: 'confidential' }), 'clients[0].client_secret'],
  ],
  E1006: [
    [
      'a day that does not exist',
      { login: { secondFactor: { require: 'everybody', from: '2027-02-29' } } },
      'login.secondFactor.from',
    ],
    ['a public client with a secret', client({ client_secret: SECRET }), 'clients[0].client_secret'],
    ['the id of the panel', client({ client_id: 'sso-admin' }), 'clients[0].client_id'],
    ['the audience of access tokens', client({ client_id: 'sso-resource-api' }), 'clients[0].client_id'],
    ['a scope that every object has', { scopes: { constructor: { claims: [], label: 'x' } } }, 'scopes.constructor'],
    ['a claim of every object', { scopes: { desk: { claims: ['valueOf'], label: 'x' } } }, 'scopes.desk.claims[0]'],
    ['a default language that is not offered', { ui: { locales: ['ar'], defaultLocale: 'fr' } }, 'ui.defaultLocale'],
  ],
  E1005: [
    ['a scope twice', client({ scopes: ['openid', 'email', 'openid'] }), 'clients[0].scopes[2]'],
    ['clients with one id', { clients: [CLIENT, { ...other, client_id: CLIENT.client_id }] }, 'clients[1].client_id'],
    [
      'two clients with one redirect URI',
      { clients: [CLIENT, { ...other, redirect_uris: [...other.redirect_uris, ...CLIENT.redirect_uris] }] },
      'clients[1].redirect_uris[1]',
    ],
    ['two accounts with one subject', { accounts: [ACCOUNT, { ...ACCOUNT, username: 'bob' }] }, 'accounts[1].sub'],
    [
      'a user name that is the verified address of another account',
      {
        accounts: [
          { ...ACCOUNT, email: 'ALICE@example.com', email_verified: true },
          { ...ACCOUNT, sub: 'u-bob', username: 'alice@example.com' },
        ],
      },
      'accounts[1].username',
    ],
    [
      'two accounts with one user name',
      { accounts: [ACCOUNT, { ...ACCOUNT, sub: 'u-bob', username: 'ALICE' }] },
      'accounts[1].username',
    ],
  ],
}

describe.each(Object.entries(ISSUES))('an issue in one setting, %s:', (code, cases) => {
  it.each(cases)('%s', (_, settings, path) => {
    const issues = issuesOf(settings)
    expect(issues).toHaveLength(1)
    expect(issues).toMatchObject([{ code, path }])
    for (const word of [issues[0]?.expected, issues[0]?.received]) expect(word).toMatch(/\S/)
  })
})

describe('an issue in one setting', () => {
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
        ' ✖ baseUrl               expected an https URL, or http on localhost  got "http://sso.example.com"         E1001',
        '     hint: http is accepted only for localhost, 127.0.0.1, and [::1]',
        ' ✖ secret                expected 32 or more characters               got 9 characters (value hidden)      E1003',
        '     hint: for a store or backup that exists, set the secret it was written with; for a new one: openssl rand -base64 48',
        ' ✖ lifetimes.acessToken  unknown key                                  did you mean lifetimes.accessToken?  E1002',
        ' ✖ lifetimes.idToken     expected a whole number from 1 to 315360000  got "15m"                            E1001',
        '     hint: write 900: seconds, as a number',
      ].join('\n'),
    )
  })

  it('is counted in the singular when it is one', () => {
    const { message } = refusal(() => validateConfiguration({ baseUrl: 'http://localhost', trustProxy: -1 }))
    expect(message).toMatch(/^1 problem in the configuration\n/)
  })
})
