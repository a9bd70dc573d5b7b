import {
  type ClientAttention,
  type ConnectorAttention,
  clientAttention,
  connectorAttention,
  emailAttention,
  failingClients,
  type ObservedClient,
  type ObservedConnector,
  type ObservedEmails,
  type ObservedService,
  serviceAttention,
} from '../../policies/attention.ts'

const DAY = 86_400_000
const NOW = 1_000 * DAY
const CLIENT: ObservedClient = {
  status: 'active',
  hasSecret: true,
  environment: 'live',
  redirectUris: ['https://billing.example.com/cb'],
  createdAt: NOW - 100 * DAY,
  secretCreatedAt: NOW - 100 * DAY,
  secretUsedAt: NOW,
}
const LOCAL = {
  environment: 'development',
  redirectUris: ['https://a.example/cb', 'http://localhost:4000/cb'],
} as const

describe('a client', () => {
  it.each<[readonly ClientAttention[], string, Partial<ObservedClient>]>([
    [[], 'in order', {}],
    [['http-for-long'], 'in development for 100 days, with http', LOCAL],
    [[], 'in development for 90 days, with http', { ...LOCAL, createdAt: NOW - 90 * DAY }],
    [[], 'in development for 100 days, with https', { environment: 'development' }],
    [['secret-unused'], 'with an unused secret', { secretCreatedAt: NOW - 8 * DAY, secretUsedAt: NOW - 9 * DAY }],
    [[], 'whose secret of 7 days was not used', { secretCreatedAt: NOW - 7 * DAY, secretUsedAt: NOW - 9 * DAY }],
    [['secret-old'], 'whose secret is 366 days old', { secretCreatedAt: NOW - 366 * DAY }],
    [[], 'whose secret is 365 days old', { secretCreatedAt: NOW - 365 * DAY }],
    [['http-for-long', 'secret-old'], 'with both', { ...LOCAL, secretCreatedAt: NOW - 400 * DAY }],
    [[], 'without a secret has no old one', { hasSecret: false, secretCreatedAt: NOW - 400 * DAY, secretUsedAt: 0 }],
    [['http-for-long'], 'without a secret that uses http', { ...LOCAL, hasSecret: false }],
    [[], 'that is disabled', { ...LOCAL, status: 'disabled', secretCreatedAt: NOW - 400 * DAY }],
  ])('%j: %s', (expected, _about, more) => expect(clientAttention({ ...CLIENT, ...more }, NOW)).toEqual(expected))

  it.each<[readonly ClientAttention[], string, Pick<ObservedClient, 'secretUsedAt'>]>([
    [[], 'used', { secretUsedAt: NOW }],
    [['secret-unused'], 'never used', {}],
  ])('%j: of the configuration, whose secret has no age, %s', (expected, _about, use) => {
    const { secretCreatedAt: _created, secretUsedAt: _used, ...client } = { ...CLIENT, createdAt: NOW - 500 * DAY }
    expect(clientAttention({ ...client, ...use }, NOW)).toEqual(expected)
  })
})

describe('the service', () => {
  const SERVICE: ObservedService = { signingSince: NOW - DAY, rotateAfterDays: 90, store: 'lasting', https: true }
  const { signingSince: _since, ...EXTERNAL_KEY } = SERVICE

  it.each<[readonly string[], string, ObservedService]>([
    [[], 'in order', SERVICE],
    [[], 'whose key is in its last week', { ...SERVICE, signingSince: NOW - 97 * DAY }],
    [['key-overdue'], 'whose key should have been rotated', { ...SERVICE, signingSince: NOW - 98 * DAY }],
    [[], 'whose key is kept externally', EXTERNAL_KEY],
    [['store-forgets'], 'in memory, at a real address', { ...SERVICE, store: 'memory' }],
    [[], 'in memory, on a developer’s machine', { ...SERVICE, store: 'memory', https: false }],
  ])('%j: %s', (expected, _about, service) => expect(serviceAttention(service, NOW)).toEqual(expected))
})

it('more than five failed notifications in a day are reported, five are not', () =>
  expect(failingClients({ five: 5, six: 6, none: 0 })).toEqual(['six']))

it.each<[readonly ConnectorAttention[], string, Partial<ObservedConnector>]>([
  [[], 'in order', {}],
  [[], 'that failed twice', { failures: 2 }],
  [['failing'], 'that failed three times', { failures: 3 }],
  [[], 'whose secret runs out in 31 days', { secretExpiresAt: NOW + 31 * DAY }],
  [['secret-expires'], 'whose secret runs out in 30 days', { secretExpiresAt: NOW + 30 * DAY }],
  [['secret-expired'], 'whose secret runs out today', { secretExpiresAt: NOW }],
  [['groups-left-out'], 'without its groups', { groupsLeftOut: true }],
  [['failing', 'secret-expired'], 'that fails because its secret ran out', { failures: 9, secretExpiresAt: 0 }],
])('a connector: %j: %s', (reasons, _what, more) =>
  expect(connectorAttention({ failures: 0, groupsLeftOut: false, ...more }, NOW)).toEqual(reasons),
)

it.each<[ReturnType<typeof emailAttention>, string, Partial<ObservedEmails>]>([
  [undefined, 'that failed twice', { failures: 2 }],
  ['emails-stuck', 'that failed three times', {}],
  ['emails-stuck', 'to one user, by a server that is not available', { answer: '421 4.3.2 closing' }],
  [undefined, 'to one user, whose mailbox can be full', { answer: '452 4.2.2 full' }],
  ['emails-stuck', 'to two users, which cannot be the mailbox of one', { answer: '452 4.2.2 full', recipients: 2 }],
])('emails: %j: %s', (reason, _what, more) =>
  expect(emailAttention({ failures: 3, recipients: 1, answer: 'connection refused', ...more })).toBe(reason),
)
