/** A checked configuration is complete, typed, frozen. */
import type { ConfigurationInput } from '../../lib/config/configuration.ts'
import { ALICE } from '../support/fixtures.ts'
import { CLIENT, LOCAL, refusal, SECRET, validateConfiguration } from './issues.ts'

// The example that the documentation of the reference deployment gives.
const REFERENCE = {
  clients: [
    {
      client_id: 'billing',
      client_name: 'Billing',
      owner_email: 'owner@example.com',
      client_type: 'confidential',
      client_secret: 'at-least-32-characters-of-randomness',
      redirect_uris: ['http://localhost:4000/callback'],
      post_logout_redirect_uris: ['http://localhost:4000/'],
      backchannel_logout_uri: 'http://localhost:4000/backchannel',
      frontchannel_logout_uri: 'http://localhost:4000/frontchannel',
      environment: 'development',
      scopes: ['openid', 'profile', 'email', 'offline_access', 'roles', 'permissions'],
      consent: 'once',
    },
  ],
  accounts: [{ ...ALICE, roles: ['sso:admin'] }],
  rateLimits: { token: { limit: 30, windowSeconds: 60 } },
  lifetimes: { accessToken: 900, authorizationCode: 120, refreshTokenIdle: 604800, refreshTokenAbsolute: 2592000 },
  theme: { productName: 'Portico' },
} satisfies Omit<ConfigurationInput, 'baseUrl'>

it('takes the example of the reference deployment as it stands', () => {
  const configuration = validateConfiguration({ ...LOCAL, ...REFERENCE })
  expect(configuration.clients).toEqual([{ ...REFERENCE.clients[0], status: 'active' }])
  expect(configuration.accounts).toEqual([{ ...REFERENCE.accounts[0], status: 'active' }])
})

it('needs nothing but the base address, and takes the documented limits and lifetimes', () => {
  const configuration = validateConfiguration(LOCAL)
  const perMinute = (limit: number) => ({ limit, windowSeconds: 60 })
  expect(configuration.rateLimits).toEqual({
    discovery: perMinute(60),
    jwks: perMinute(60),
    authorize: perMinute(20),
    token: perMinute(30),
    userinfo: perMinute(60),
    revocation: perMinute(30),
    introspection: perMinute(30),
    logout: perMinute(30),
    frontchannelLogout: perMinute(30),
    registerSession: perMinute(30),
    pages: perMinute(120),
    metrics: perMinute(60),
  })
  expect(configuration.lifetimes).toEqual({
    accessToken: 900,
    idToken: 900,
    authorizationCode: 120,
    refreshTokenIdle: 604_800,
    refreshTokenAbsolute: 2_592_000,
    sessionIdle: 43_200,
    sessionAbsolute: 604_800,
    interaction: 900,
  })
  expect(configuration).toMatchObject({
    secret: [],
    clients: [],
    accounts: [],
    trustProxy: 0,
    idTokenClaims: 'none',
    keys: { rotateAfterDays: 90, prePublishSeconds: 600 },
    logout: { confirm: 'when-unverified', allowPrivateAddresses: [] },
    login: { remember: 'ask' },
  })
})

it('completes a client: name, environment, scopes, consent, status', () =>
  expect(validateConfiguration({ ...LOCAL, clients: [CLIENT] }).clients[0]).toEqual({
    ...CLIENT,
    client_name: 'billing',
    environment: 'development',
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    consent: 'once',
    status: 'active',
    post_logout_redirect_uris: [],
  }))

it('lets one number of a limit be given alone', () => {
  const given = { token: { limit: 1000 }, authorize: { windowSeconds: 1 } }
  const { rateLimits } = validateConfiguration({ ...LOCAL, rateLimits: given })
  expect(rateLimits).toMatchObject({
    token: { limit: 1000, windowSeconds: 60 },
    authorize: { limit: 20, windowSeconds: 1 },
  })
})

it('switches limiting off by false', () =>
  expect(validateConfiguration({ ...LOCAL, rateLimits: false }).rateLimits).toBe(false))

it('takes lifetimes of one second', () => {
  const shortest = {
    accessToken: 1,
    authorizationCode: 1,
    refreshTokenIdle: 1,
    refreshTokenAbsolute: 1,
    sessionIdle: 1,
  }
  expect(validateConfiguration({ ...LOCAL, lifetimes: shortest }).lifetimes).toMatchObject(shortest)
})

it.each([
  ['on their own', { baseUrl: 'http://localhost:3000' }, '/admin', '/portal'],
  ['below a prefix', { baseUrl: 'http://localhost:3000/sso' }, '/admin', '/portal'],
  [
    'at paths of their own',
    { baseUrl: 'http://localhost:3000/sso', admin: { path: '/panel' }, portal: { path: '/me/home' } },
    '/panel',
    '/me/home',
  ],
])('puts panel and portal below the base address %s', (_, settings, admin, portal) =>
  expect(validateConfiguration(settings)).toMatchObject({
    adminUrl: settings.baseUrl + admin,
    portalUrl: settings.baseUrl + portal,
  }),
)

it('accepts panel and portal at other URLs', () => {
  const addresses = { adminUrl: 'https://admin.example.com', portalUrl: 'https://my.example.com/account' }
  expect(validateConfiguration({ baseUrl: 'https://sso.example.com', secret: SECRET, ...addresses })).toMatchObject(
    addresses,
  )
})

it.each([
  ['a text', SECRET, [SECRET]],
  ['a list', [SECRET, SECRET.toLowerCase()], [SECRET, SECRET.toLowerCase()]],
  ['a text with commas', `${SECRET}, ${SECRET.toLowerCase()}`, [SECRET, SECRET.toLowerCase()]],
  ['nothing', undefined, []],
])('makes a list of the root secret given as %s', (_, secret, list) =>
  expect(validateConfiguration({ ...LOCAL, secret }).secret).toEqual(list),
)

it('is frozen to its depth', () => {
  const configuration = validateConfiguration({ ...LOCAL, ...REFERENCE })
  const open: string[] = []
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    if (!Object.isFrozen(value)) open.push(path)
    for (const [key, member] of Object.entries(value)) visit(member, `${path}.${key}`)
  }
  visit(configuration, '')
  expect(open).toEqual([])
  expect(() => Object.assign(configuration.clients[0] ?? {}, { status: 'disabled' })).toThrow(TypeError)
})

it('leaves what it was given as it was', () => {
  const given = structuredClone({ ...LOCAL, ...REFERENCE, secret: `${SECRET},${SECRET}` })
  const before = structuredClone(given)
  validateConfiguration(given)
  expect(given).toEqual(before)
})

it('gives the same when its own result is checked again', () => {
  for (const settings of [LOCAL, { ...LOCAL, ...REFERENCE, secret: SECRET, admin: { path: '/panel' } }]) {
    const once = validateConfiguration(settings)
    expect(validateConfiguration(once)).toEqual(once)
  }
})

it('gives two configurations nothing in common that could change', () => {
  const [one, other] = [validateConfiguration(LOCAL), validateConfiguration(LOCAL)]
  expect(one).toEqual(other)
  expect(one.lifetimes).not.toBe(other.lifetimes)
})

it.each([
  ['null', null],
  ['a text', 'baseUrl'],
  ['a list', []],
  ['nothing', undefined],
  ['a function', () => LOCAL],
])('refuses %s', (_, input) => expect(refusal(() => validateConfiguration(input)).issues).toHaveLength(1))

it('refuses __proto__ as an unknown key, and lends no one its members', () => {
  const text = '{"baseUrl":"http://localhost:3000","__proto__":{"trustProxy":9},"theme":{"__proto__":{"css":"x"}}}'
  const input: unknown = JSON.parse(text)
  const { issues } = refusal(() => validateConfiguration(input))
  expect(issues.map(({ code, path }) => [code, path])).toEqual([
    ['E1002', 'theme.__proto__'],
    ['E1002', '__proto__'],
  ])
})

it('refuses a dependency that strayed in, however it refers to itself', () => {
  const storage: { self?: object } = {}
  storage.self = storage
  expect(refusal(() => validateConfiguration({ ...LOCAL, storage })).issues).toMatchObject([
    { code: 'E1002', path: 'storage' },
  ])
})
