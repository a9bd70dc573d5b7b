import {
  CLIENT_ID,
  type ClientFields,
  type ClientIssue,
  clientIssues,
  type IsPrivateAddress,
  namedIn,
  REDIRECT_URIS_MAX,
} from '../../policies/client-registration.ts'

const GOOD: ClientFields = {
  clientId: 'billing',
  clientName: 'Billing',
  ownerEmail: 'owner@example.com',
  type: 'confidential',
  environment: 'live',
  redirectUris: ['https://billing.example.com/cb'],
  postLogoutRedirectUris: [],
  scopes: ['openid'],
}

const said = (issue: ClientIssue): string => `${issue.field} ${issue.code}${'uri' in issue ? ` ${issue.uri}` : ''}`
const INSIDE = 'https://10.1.1.1/back'
const isPrivateAddress: IsPrivateAddress = (uri) => uri === INSIDE

const issues = (changes: Partial<ClientFields>): readonly string[] =>
  clientIssues({ ...GOOD, ...changes }, isPrivateAddress).map(said)

it.each<[string, Partial<ClientFields>]>([
  ['confidential and live', {}],
  ['public, on localhost', { type: 'public', environment: 'development', redirectUris: ['http://localhost:4000/cb'] }],
  [
    'with as many redirect URIs as may be',
    { redirectUris: Array.from({ length: REDIRECT_URIS_MAX }, (_, index) => `https://a${index}.example.com/cb`) },
  ],
  [
    'with every address',
    {
      postLogoutRedirectUris: ['https://billing.example.com/', 'https://billing.example.com/bye'],
      backchannelLogoutUri: 'https://hooks.example.com/back',
      frontchannelLogoutUri: 'https://billing.example.com/front',
    },
  ],
  ['with all scopes', { scopes: ['openid', 'profile', 'email', 'offline_access', 'roles', 'permissions'] }],
  ['limited to roles', { access: { roles: ['finance', 'audit'] } }],
  ['with a name in any script', { clientName: 'الفواتير' }],
  ['of the greatest length', { clientName: 'n'.repeat(200), ownerEmail: `${'o'.repeat(188)}@example.com` }],
])('a client that may be registered: %s', (_, changes) => expect(issues(changes)).toEqual([]))

it.each([
  ['', 'abc'],
  ['', 'a'.repeat(63)],
  ['', 'a--b'],
  ['', '007'],
  ['', 'a-1'],
  ['missing', ''],
  ['length', 'ab'],
  ['length', 'a'.repeat(64)],
  ['length', '-'],
  ['characters', 'Billing'],
  ['characters', 'a b'],
  ['characters', 'abc '],
  ['characters', 'abc\n'],
  ['characters', '-abc'],
  ['characters', 'abc-'],
  ['characters', 'a_b'],
  ['characters', 'a.b'],
  ['characters', 'conf%00'],
  ['characters', 'сonf'],
  ['characters', 'café'],
  ['characters', '__proto__'],
  ['characters', 'toString'],
  ['characters', '../etc'],
])('the client id: a slug of 3 to 63 characters: %j: %j', (issue, clientId) => {
  expect(issues({ clientId })).toEqual(issue === '' ? [] : [`clientId ${issue}`])
  expect(CLIENT_ID.test(clientId)).toBe(issue === '')
})

describe('name and owner', () => {
  it.each<[string, Partial<ClientFields>]>([
    ['clientName missing', { clientName: '' }],
    ['clientName missing', { clientName: '   ' }],
    ['clientName too-long', { clientName: 'n'.repeat(201) }],
    ['clientName characters', { clientName: 'Billing\nOIDC_CLIENT_SECRET=x' }],
    ['clientName characters', { clientName: 'Billing\0' }],
    ['clientName characters', { clientName: 'Billing \u202Egnillib' }],
    ['clientName characters', { clientName: '\u2066Billing\u2069' }],
    ['ownerEmail missing', { ownerEmail: '' }],
    ['ownerEmail too-long', { ownerEmail: `${'o'.repeat(189)}@example.com` }],
    ['ownerEmail characters', { ownerEmail: 'owner' }],
    ['ownerEmail characters', { ownerEmail: 'owner@example' }],
    ['ownerEmail characters', { ownerEmail: 'owner@example.' }],
    ['ownerEmail characters', { ownerEmail: '@example.com' }],
    ['ownerEmail characters', { ownerEmail: 'a@b@example.com' }],
    ['ownerEmail characters', { ownerEmail: 'Owner <owner@example.com>' }],
    ['ownerEmail characters', { ownerEmail: 'owner@example.com\n' }],
    ['ownerEmail characters', { ownerEmail: 'owner@example.com,other@example.com' }],
  ])('%s: %j', (issue, changes) => expect(issues(changes)).toEqual([issue]))

  it('leaves quotes and dollar signs of a name to those who write it somewhere', () =>
    expect(issues({ clientName: '$(x) "y" \'z\' <b>' })).toEqual([]))
})

it.each<[readonly string[], readonly string[]]>([
  [['redirectUris none'], []],
  [
    ['redirectUris too-many'],
    Array.from({ length: REDIRECT_URIS_MAX + 1 }, (_, index) => `https://a${index}.example.com/cb`),
  ],
  [
    ['redirectUris repeated https://a.example/cb'],
    ['https://a.example/cb', 'https://b.example/cb', 'https://a.example/cb'],
  ],
  [['redirectUris http-in-live http://localhost/cb'], ['https://a.example/cb', 'http://localhost/cb']],
  [
    ['redirectUris wildcard https://*.example/cb', 'redirectUris missing '],
    ['https://*.example/cb', ''],
  ],
])('redirect URIs (D-C1): %j', (expected, redirectUris) => expect(issues({ redirectUris })).toEqual(expected))

it.each<[string, Partial<ClientFields>]>([
  ['postLogoutRedirectUris other-origin https://b.example/', { postLogoutRedirectUris: ['https://b.example/'] }],
  [
    'postLogoutRedirectUris fragment https://billing.example.com/#x',
    { postLogoutRedirectUris: ['https://billing.example.com/#x'] },
  ],
  [
    'postLogoutRedirectUris not-a-url /bye, postLogoutRedirectUris other-origin /bye',
    { postLogoutRedirectUris: ['https://billing.example.com/', '/bye'] },
  ],
  ['backchannelLogoutUri http-in-live http://localhost/back', { backchannelLogoutUri: 'http://localhost/back' }],
  ['backchannelLogoutUri missing ', { backchannelLogoutUri: '' }],
  ['frontchannelLogoutUri user-info https://a@b.example/', { frontchannelLogoutUri: 'https://a@b.example/' }],
  [
    'frontchannelLogoutUri response-parameter https://b.example/?iss=x',
    { frontchannelLogoutUri: 'https://b.example/?iss=x' },
  ],
])('logout addresses (D-C2): %s', (expected, changes) => expect(issues(changes).join(', ')).toBe(expected))

it.each([
  ['scopes openid-missing', []],
  ['scopes openid-missing', ['profile']],
  ['scopes unknown', ['openid', 'phone']],
])('scopes: %s: %j', (issue, scopes) => expect(issues({ scopes })).toEqual([issue]))

it.each<[readonly string[], string, Partial<ClientFields>]>([
  [[`backchannelLogoutUri inside ${INSIDE}`], 'inside, for a live client', { backchannelLogoutUri: INSIDE }],
  [[], 'outside', { backchannelLogoutUri: 'https://billing.example.com/back' }],
  [[], 'inside, while it is being developed', { backchannelLogoutUri: INSIDE, environment: 'development' }],
  [[], 'for front-channel logout: the browser of a user may be inside that network', { frontchannelLogoutUri: INSIDE }],
])('private and internal addresses (D-S8): %j: %s', (expected, _words, changes) =>
  expect(issues(changes)).toEqual(expected),
)

it('a form with many issues: gets all of them together', () =>
  expect(issues({ clientId: 'A', clientName: '', ownerEmail: '', redirectUris: [], scopes: [] })).toEqual([
    'clientId length',
    'clientName missing',
    'ownerEmail missing',
    'redirectUris none',
    'scopes openid-missing',
  ]))

it('of a gated app the address is checked, and not the redirect URI that follows from it', () => {
  const gate = { url: 'http://wiki.example.com/?a', assertion: false }
  expect(clientIssues({ ...GOOD, redirectUris: [], postLogoutRedirectUris: [], gate }, isPrivateAddress)).toEqual([
    { field: 'gate', code: 'http-in-live', uri: gate.url },
    { field: 'gate', code: 'query', uri: gate.url },
  ])
})

it('an access rule is checked with the rest', () =>
  expect(clientIssues({ ...GOOD, access: { roles: ['a', ''] } }, isPrivateAddress)).toEqual([
    { field: 'access', code: 'role-unusable', role: '' },
  ]))

it('an icon is the name of a stored picture', () => {
  for (const icon of [`${'0a'.repeat(16)}.svg`, undefined])
    expect(clientIssues({ ...GOOD, ...(icon === undefined ? {} : { icon }) }, isPrivateAddress)).toEqual([])
  for (const icon of ['gitlab', 'https://example.com/icon.png', `${'0a'.repeat(16)}`])
    expect(clientIssues({ ...GOOD, icon }, isPrivateAddress)).toEqual([{ field: 'icon', code: 'picture' }])
})

it('a back end is checked with the rest, and is for clients with a secret', () => {
  const backend = { addresses: ['10.0.0.0/8'], perMinute: 600 }
  const gate = { url: 'https://wiki.example.com', assertion: false }
  expect(clientIssues({ ...GOOD, type: 'confidential', backend }, isPrivateAddress)).toEqual([
    { field: 'backend', code: 'range-too-wide', address: '10.0.0.0/8' },
  ])
  for (const client of [{ type: 'public' } as const, { type: 'confidential', gate } as const])
    expect(clientIssues({ ...GOOD, ...client, backend }, isPrivateAddress)).toEqual([
      { field: 'backend', code: 'backend-without-secret' },
    ])
})

it.each([
  [{ uri: 'https://a.example' }, 'https://a.example'],
  [{ role: 'finance' }, 'finance'],
  [{ address: '10.0.0.0/8' }, '10.0.0.0/8'],
  [{}, undefined],
])('the value that an issue is about: %j', (issue, expected) => expect(namedIn(issue)).toBe(expected))
