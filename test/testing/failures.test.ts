/** Failures that a test asks for: endpoints, lost responses, a later time, other keys. */
import { startIdp } from '../../lib/testing/index.ts'
import { claimsOf, headerOf } from '../support/relying-party.ts'
import { partyOf, testIdp } from './test-idp.ts'

const idp = testIdp({ users: [{ username: 'alice' }], clients: [{ client_id: 'billing' }] })
const refresh = (token = '') => partyOf(idp, 'billing').refresh(token)

describe('fail:', () => {
  it.each([
    ['token', '/token'],
    ['userinfo', '/userinfo'],
    ['introspection', '/introspect'],
    ['jwks', '/.well-known/jwks.json'],
    ['jwks', '/jwks'],
    ['discovery', '/.well-known/openid-configuration'],
  ] as const)('%s at %s, as often as requested, and no other endpoint', async (endpoint, path) => {
    idp.fail(endpoint, { status: 500, times: 2 })
    const statuses = async (at: string) => (await fetch(`${idp.issuer}${at}?`, { method: 'POST' })).status
    expect([await statuses(path), await statuses('/revocation'), await statuses(path)]).toEqual([500, 200, 500])
    expect(await statuses(path)).not.toBe(500)
  })

  it('by default once, with 503, Retry-After, and CORS; not at signIn', async () => {
    idp.fail('token')
    const tokens = await idp.signIn('alice', 'billing')
    const first = await refresh(tokens.refresh_token)
    expect(first).toMatchObject({ status: 503, headers: { 'retry-after': '1', 'access-control-allow-origin': '*' } })
    expect(first.json()).toMatchObject({ error: 'temporarily_unavailable' })
    expect((await refresh(tokens.refresh_token)).status).toBe(200)
  })
})

it('loseResponse: the response is delivered and lost, so that a retry is a replay', async () => {
  const { refresh_token: token } = await idp.signIn('alice', 'billing')
  idp.loseResponse('token')
  await expect(refresh(token)).rejects.toThrow(/socket hang up|ECONNRESET/)
  const replay = await refresh(token)
  expect([replay.status, replay.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })])
})

it('travel: tokens expire by the clock of the provider alone', async () => {
  const { access_token: token, refresh_token: later } = await idp.signIn('alice', 'billing')
  const status = async () =>
    (await fetch(`${idp.issuer}/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status
  const before = Date.now()
  expect(await status()).toBe(200)
  await idp.travel('2h')
  expect([await status(), (await refresh(later)).status]).toEqual([401, 200])
  expect(Date.now() - before).toBeLessThan(3_600_000)
  const { iat } = claimsOf((await idp.signIn('alice', 'billing')).id_token)
  expect(iat).toBeGreaterThan(before / 1000 + 7_000)
  expect(idp.now() - Date.now()).toBe(7_200_000)
  await idp.travel('31d')
  expect((await refresh(later)).status).toBe(400)
})

it('rotateKeys: other tokens have another key, and earlier ones stay valid', async () => {
  const before = await idp.signIn('alice', 'billing')
  await idp.travel('1h')
  const signed = async () => headerOf((await idp.signIn('alice', 'billing')).id_token)['kid']
  const old = await signed()
  await idp.rotateKeys()
  const next = await signed()
  expect(next).not.toBe(old)
  const { keys } = (await (await fetch(`${idp.issuer}/jwks`)).json()) as { keys: { kid: string }[] }
  expect(keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining([old, next]))
  expect((await refresh(before.refresh_token)).status).toBe(200)
  await expect(idp.rotateKeys()).rejects.toThrow("travel('11m')")
  await idp.travel('11m')
  expect(await signed()).not.toBe(next)
})

it.each([
  ['an endpoint', () => idp.fail('authorize' as never), 'token, userinfo, introspection, jwks, discovery'],
  ['a status', () => idp.fail('token', { status: 200 }), '400 to 599'],
  ['no status', () => idp.fail('token', { status: Number.NaN }), '400 to 599'],
  ['a number', () => idp.fail('token', { times: 0 }), 'times'],
  ['half a number', () => idp.fail('token', { times: 1.5 }), 'times'],
  [
    'a misspelled option',
    () => idp.fail('token', { staus: 500 } as never),
    'unknown option staus; known: status, times',
  ],
  ['a status alone', () => idp.fail('token', 500 as never), 'unknown option 500;'],
  ['an endpoint to lose', () => idp.loseResponse('tokens' as never), 'token, userinfo'],
])('nonsense throws: %s', (_, attempt, words) => expect(attempt).toThrow(words))

it.each(['', '31', 'd', '1w', '-1d', '1.5h', '0s', '1d2h', '99999d', '999999d', undefined, 5])(
  'travel(%p) throws with the units',
  (span) => expect(idp.travel(span as string)).rejects.toThrow("'30s', '5m', '2h' or '31d'"),
)

describe('startIdp', () => {
  it.each([
    ['a setting of users', { users: [{ username: 'alice', roels: [] } as never] }, 'did you mean users[0].roles?'],
    ['a user without a name', { users: [{} as never] }, 'users[0].username'],
    [
      'two users of one name',
      { users: [{ username: 'al' }, { username: 'AL', sub: 'x', email: 'x@a.example' }] },
      'users[1]',
    ],
    ['a setting of clients', { clients: [{ client_id: 'billing', redirect: 1 } as never] }, 'clients[0].redirect'],
    ['two clients of one ID', { clients: [{ client_id: 'billing' }, { client_id: 'billing' }] }, 'clients'],
    ['users that are no list', { users: { username: 'alice' } as never }, "[{ username: 'alice' }]"],
    ['clients by ID alone', { clients: ['billing'] as never }, "[{ client_id: 'billing' }]"],
    ['accounts in place of users', { accounts: [] } as never, 'startIdp takes no accounts: use users'],
    ['one user', { user: [] } as never, 'startIdp takes no user: use users'],
    ['users that are null', { users: null } as never, "[{ username: 'alice' }]"],
    ['a port by name', { port: 'x' as never }, 'port must be a number from 0 to 65535'],
    ['a port that does not exist', { port: 70_000 }, 'port must be a number from 0 to 65535'],
    ['a base URL', { baseUrl: 'https://id.example' } as never, 'startIdp takes no baseUrl'],
    ['a short secret', { clients: [{ client_id: 'billing', client_secret: 'short' }] }, 'client_secret'],
  ])('names a mistake: %s', (_, options, words) => expect(startIdp(options)).rejects.toThrow(words))

  it('refuses NODE_ENV=production, with the cause', async () => {
    const before = process.env['NODE_ENV']
    process.env['NODE_ENV'] = 'production'
    try {
      await expect(startIdp()).rejects.toThrow('NODE_ENV=production')
    } finally {
      process.env['NODE_ENV'] = before
    }
  })

  it('takes a port; a port in use is an error', async () => {
    const port = Number(new URL(idp.issuer).port)
    await expect(startIdp({ port })).rejects.toThrow('EADDRINUSE')
  })

  it('stops twice, and its port is free again', async () => {
    const one = await startIdp()
    await Promise.all([one.stop(), one.stop()])
    const next = await startIdp({ port: Number(new URL(one.issuer).port) })
    await next.stop()
  })
})
