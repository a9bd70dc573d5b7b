/** `signIn`: tokens and cookies without pages, and the same refusals as with them. */
import { startIdp, TEST_PASSWORD } from '../../lib/testing/index.ts'
import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { person } from '../support/actors.ts'
import type { Node } from '../support/idp.ts'
import { claimsOf } from '../support/relying-party.ts'
import { nodeOf, partyOf, testIdp } from './test-idp.ts'

const idp = testIdp({
  users: [{ username: 'alice' }, { username: 'bob', sub: 'b-1', roles: ['finance'], email: 'bob@corp.example' }],
  clients: [
    { client_id: 'billing' },
    { client_id: 'shop', client_secret: 'a-secret-of-at-least-32-characters' },
    { client_id: 'asking', consent: 'always' },
    { client_id: 'once', consent: 'once' },
    { client_id: 'finance', access: { roles: ['finance'] } },
    { client_id: 'strong', access: { secondFactor: true } },
    { client_id: 'disabled', status: 'disabled' },
    { client_id: 'few', scopes: ['openid'] },
  ],
})
const userinfo = async (token: string): Promise<unknown> =>
  (await fetch(`${idp.issuer}/userinfo`, { headers: { authorization: `Bearer ${token}` } })).json()

it.each(['billing', 'shop', 'asking', 'once'])('returns all tokens to %s, by default', async (client) => {
  const tokens = await idp.signIn('alice', client)
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: expect.stringContaining('offline_access') })
  expect(tokens.refresh_token).toEqual(expect.any(String))
  expect(claimsOf(tokens.id_token)).toMatchObject({ aud: client, sub: 'u-alice', acr: ACR_PASSWORD, amr: ['pwd'] })
  expect(await userinfo(tokens.access_token)).toMatchObject({ name: 'Alice', email: 'alice@example.com' })
})

it('takes scopes, a strength, and users as they are given', async () => {
  const tokens = await idp.signIn('BOB', 'billing', { scopes: 'openid email roles', acr: ACR_TWO_FACTORS })
  expect(tokens).not.toHaveProperty('refresh_token')
  expect(claimsOf(tokens.id_token)).toMatchObject({ acr: ACR_TWO_FACTORS, amr: ['pwd', 'otp', 'mfa'] })
  const details = { sub: 'b-1', email: 'bob@corp.example', email_verified: true, roles: ['finance'] }
  expect(await userinfo(tokens.access_token)).toEqual(details)
})

describe('refuses as the pages do:', () => {
  it.each([
    ['the access rule', 'alice', 'finance', {}, 'access_denied', 'does not have access to this client'],
    ['a second factor', 'bob', 'strong', {}, 'interaction_required', 'another step'],
    ['a disabled client', 'alice', 'disabled', {}, 'invalid_request', 'unknown or cannot be used'],
    ['a scope of other clients', 'alice', 'few', { scopes: ['openid', 'email'] }, 'invalid_scope', 'scope'],
    ['no openid', 'alice', 'billing', { scopes: ['email'] }, 'invalid_scope', 'openid'],
  ] as const)('%s', async (_, user, client, options, error, words) => {
    const message = expect.stringContaining(words)
    await expect(idp.signIn(user, client, options)).rejects.toMatchObject({ name: 'SignInRefused', error, message })
  })

  it('and not with what they demand', async () => {
    await idp.signIn('bob', 'finance')
    await idp.signIn('bob', 'strong', { acr: ACR_TWO_FACTORS })
  })

  it('a suspended user, until reactivated', async () => {
    const { refresh_token: token = '' } = await idp.signIn('alice', 'billing')
    await idp.suspend('alice')
    for (const attempt of [() => idp.signIn('alice', 'billing'), () => idp.signIn('alice')])
      await expect(attempt()).rejects.toMatchObject({ error: 'login_required' })
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token, client_id: 'billing' })
    expect((await fetch(`${idp.issuer}/token`, { method: 'POST', body })).status).toBe(400)
    await idp.reactivate('alice')
    await idp.signIn('alice', 'billing')
  })
})

it.each([
  ['an unknown user', () => idp.signIn('carol', 'billing'), 'no user "carol"'],
  ['an unknown client', () => idp.signIn('alice', 'biling'), 'no client "biling"'],
  ['an unknown strength', () => idp.signIn('alice', 'billing', { acr: 'mfa' as never }), 'urn:portico:acr:1 or'],
  ['no user', () => idp.signIn(undefined as never, 'billing'), 'no user undefined'],
  ['no client', () => idp.signIn('alice', null as never), 'unknown option null;'],
  ['a misspelled option', () => idp.signIn('alice', 'billing', { scope: [] } as never), 'unknown option scope;'],
  ['a user with scopes alone', () => idp.signIn('alice', { scopes: [] } as never), 'unknown option scopes; known: acr'],
  ['an unknown user to suspend', () => idp.suspend('carol'), 'no user "carol"'],
])('throws for %s', (_, attempt, words) => expect(attempt()).rejects.toThrow(words))

it('returns the cookies of a signed-in browser', async () => {
  const { cookie, cookies } = await idp.signIn('alice')
  expect(await idp.portico.session({ headers: { cookie } })).toMatchObject({ user: { sub: 'u-alice' } })
  expect(cookies).toContainEqual(expect.objectContaining({ domain: 'localhost', path: '/', httpOnly: true }))
  const silent = partyOf(idp, 'billing').request({ prompt: 'none' })
  const reply = await nodeOf(idp).send(silent.address, { headers: { cookie } })
  expect(reply.headers.location).toContain('code=')
  await idp.endSession('alice')
  expect(await idp.portico.session({ headers: { cookie } })).toBeUndefined()
})

it('takes users with any name, and gated apps', async () => {
  const names = ['Ünï cöde', 'ö', 'ä', 'a@b.example', 'x'.repeat(200)]
  const clients = [{ client_id: 'billing' }, { client_id: 'wiki', gate: { url: 'http://wiki.localhost:9999' } }]
  const other = await startIdp({ users: names.map((username) => ({ username })), clients })
  const subjects = []
  for (const name of names) subjects.push(claimsOf((await other.signIn(name, 'billing')).id_token)['sub'])
  expect(new Set(subjects).size).toBe(5)
  await expect(other.signIn('ö', 'wiki')).rejects.toThrow('wiki')
  await other.stop()
})

it('leaves the password page to users: each has the test password', async () => {
  const visitor = person(nodeOf(idp) as Node, { username: 'alice', password: TEST_PASSWORD })
  expect(await visitor.signIn(partyOf(idp, 'billing'))).toMatchObject({ scope: 'openid' })
})
