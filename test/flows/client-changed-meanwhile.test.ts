/**
 * An administrator changes a client during one of its sign-ins: removed permissions end immediately (D-C4), and nothing
 * is sent to a removed URI (D-G4).
 */
import type { Person } from '../support/actors.ts'
import { onEachDeployment } from '../support/deployments.ts'
import { expectError } from '../support/expect.ts'
import { ALICE } from '../support/fixtures.ts'
import { type RegisteredClient, registeredClient } from '../support/registered-client.ts'
import type { TokenSet } from '../support/relying-party.ts'
import { pageOf } from './portal-visitor.ts'

const SCOPE = 'openid profile email offline_access'
let moves = 0

onEachDeployment((idp) => {
  const begin = async (): Promise<{ client: RegisteredClient; user: Person }> => ({
    client: await registeredClient(idp),
    user: idp.user(),
  })
  const nextUri = (): string => `https://moved-${(moves += 1)}.example/callback`

  it.each(['walks on', 'declines'] as const)(
    'a redirect URI taken away while the user %s: no redirect, whichever client has it now',
    async (how) => {
      const { client, user } = await begin()
      const page = pageOf(await user.open(client.party))
      await client.moveTo(nextUri())
      const fields = how === 'declines' ? { action: 'cancel' } : { username: 'alice', password: 'wrong' }
      const answer = await user.browser.send(page, fields, { accept: '*/*' })
      expectError(answer, 400, 'invalid_request', 'redirect_uri_mismatch')
      expect(answer.headers.location).toBeUndefined()
    },
  )

  it('an address taken away after the last page: no redirect either', async () => {
    const { client, user } = await begin()
    await user.authorize(client.party, { scope: SCOPE })
    const page = pageOf(await user.open(client.party, { scope: SCOPE, prompt: 'consent' }))
    const headers = { accept: '*/*' }
    const allowed = await user.browser.send(page, { action: 'allow' }, headers)
    await client.moveTo(nextUri())
    const answer = await user.browser.go(new URL(allowed.headers.location ?? '', page.url).href, { headers })
    expectError(answer, 400, 'invalid_request', 'redirect_uri_mismatch')
    expect(answer.headers.location).toBeUndefined()
  })

  it('an address taken away before the exchange: the code yields nothing', async () => {
    const { client, user } = await begin()
    const grant = await user.authorize(client.party)
    await client.moveTo(nextUri())
    expectError(await client.party.exchange(grant), 400, 'invalid_grant', 'redirect_uri_mismatch')
    await client.moveTo(grant.redirectUri)
    expect((await client.party.exchange(grant)).status).toBe(200)
  })

  it.each([
    ['disabled', 'the sign-in page', { prompt: 'login' }],
    ['removed', 'the sign-in page', { prompt: 'login' }],
    ['disabled', 'the consent page', { prompt: 'consent' }],
    ['removed', 'the consent page', { prompt: 'consent' }],
  ] as const)('%s after %s: an error page, as for an unknown client', async (how, last, prompt) => {
    const { client, user } = await begin()
    await user.authorize(client.party, { scope: SCOPE })
    const page = pageOf(await user.open(client.party, { scope: SCOPE, ...prompt }))
    const headers = { accept: '*/*' }
    const { username, password } = ALICE
    const fields = last === 'the sign-in page' ? { username, password } : { action: 'allow' }
    const sent = await user.browser.send(page, fields, headers)
    const { clients } = idp.portico
    expect((await clients.disable(client.clientId, 'admin')).outcome).toBe('done')
    if (how === 'removed')
      expect((await clients.decommission(client.clientId, client.clientId, 'admin')).outcome).toBe('done')
    const answer = await user.browser.go(new URL(sent.headers.location ?? '', page.url).href, { headers })
    expectError(answer, 400, 'invalid_request', 'invalid_client')
    expect(answer.headers.location).toBeUndefined()
  })

  it('a scope taken away while the user is asked: the client gets an error and no code', async () => {
    const { client, user } = await begin()
    const { request, ...stop } = await user.open(client.party, { scope: SCOPE })
    await client.allow(['openid', 'profile'])
    const { url } = await user.walk(stop)
    const sent = new URL(url)
    expect(url.startsWith(request.redirectUri)).toBe(true)
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      error: 'invalid_scope',
      error_ref: 'scope_denied',
      state: request.state,
      iss: idp.issuer,
    })
    expect(sent.searchParams.has('code')).toBe(false)
  })

  it('a scope taken away before the exchange: no token has it, and the code is as it was (D-T7)', async () => {
    const { client, user } = await begin()
    const grant = await user.authorize(client.party, { scope: SCOPE })
    await client.allow(['openid', 'profile', 'email'])
    expectError(await client.party.exchange(grant), 400, 'invalid_scope', 'scope_denied')
    await client.allow(SCOPE.split(' '))
    expect((await client.party.exchange(grant)).status).toBe(200)
  })

  it('a scope taken away after the exchange: userinfo releases nothing for it, until it comes back', async () => {
    const { client, user } = await begin()
    const { access_token } = (
      await client.party.exchange(await user.authorize(client.party, { scope: SCOPE }))
    ).json() as TokenSet
    const claims = async (): Promise<readonly string[]> =>
      Object.keys((await client.party.userinfo(access_token)).json() as object)
    expect(await claims()).toContain('email')
    await client.allow(['openid', 'profile'])
    expect(await claims()).not.toContain('email')
    expect(await claims()).toContain('name')
    await client.allow(SCOPE.split(' '))
    expect(await claims()).toContain('email')
  })
})
