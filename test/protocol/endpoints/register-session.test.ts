/** POST /connect/register-session: a client subscribes to the end of its session (D-S7). */
import { expectDenied } from '../../support/denials.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { expectChallenge, expectError } from '../../support/expect.ts'
import { CONF } from '../../support/fixtures.ts'
import type { Answer } from '../../support/http.ts'
import { sharedIdp } from '../../support/idp.ts'
import { byGet, everywhere, JSON_CALLER } from '../../support/logout-caller.ts'
import { logoutClient, startSink } from '../../support/logout-sinks.ts'
import { relyingParties } from '../../support/relying-parties.ts'
import { claimsOf, type TokenSet } from '../../support/relying-party.ts'

const sink = await startSink()
const CLIENTS = [
  CONF,
  logoutClient('back', { backchannel_logout_uri: sink.url }),
  logoutClient('front', { frontchannel_logout_uri: 'https://front.example/out' }),
] as const

forEachDeployment((start) => {
  const logout = { waitSeconds: 30, deliveryTimeoutSeconds: 10 }
  const idp = sharedIdp(() => start({ options: { clients: CLIENTS, logout } }))
  const [conf, back, front] = relyingParties(idp, CLIENTS)
  afterEach(() => sink.clear())

  const register = (accessToken: string, headers: Record<string, string> = {}): Promise<Answer> =>
    idp.send('/connect/register-session', {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, ...headers },
    })

  it('REG-01: responds with registered, the client and the sid of the token, also the second time', async () => {
    const alice = idp.user()
    for (const client of [back, front]) {
      const { access_token } = await alice.signIn(client)
      for (const _time of [1, 2]) {
        const answer = await register(access_token)
        expect([answer.status, answer.headers['cache-control'], answer.json()]).toEqual([
          200,
          'no-store',
          { registered: true, client_id: client.id, sid: claimsOf(access_token).sid },
        ])
      }
    }
  })

  it('the session remembers it, and there is one notice, as without it', async () => {
    const alice = idp.user()
    const tokens = await alice.signIn(back)
    await Promise.all([register(tokens.access_token), register(tokens.access_token)])
    const [session] = await idp.portico.sessions.list('u-alice')
    expect(session?.clients.find(({ clientId }) => clientId === 'back')?.registeredAt).toBeGreaterThan(0)
    await everywhere(idp, tokens.access_token)
    expect(sink.notices.filter(({ claims }) => claims.sid === claimsOf(tokens.access_token).sid)).toHaveLength(1)
  })

  it('after the end of the session an offline client is answered, and brings nothing back to life', async () => {
    const alice = idp.user()
    const tokens = await alice.signIn(back, { scope: 'openid offline_access' })
    await byGet(alice, { id_token_hint: tokens.id_token }, JSON_CALLER)
    const refreshed = (await back.refresh(tokens.refresh_token)).json() as TokenSet
    expect((await register(refreshed.access_token)).json()).toEqual({
      registered: true,
      client_id: 'back',
      sid: claimsOf(tokens.access_token).sid,
    })
    expect(await idp.portico.sessions.list('u-alice')).toEqual([])
  })

  it('REG-02: a client without a logout channel is invalid_client 400, and is not asked for a password', async () => {
    const { access_token } = await idp.user().signIn(conf)
    const answer = await register(access_token)
    expectError(answer, 400, 'invalid_client', 'logout_channel_missing')
    expect(answer.headers['www-authenticate'] ?? '').not.toMatch(/basic/i)
  })

  it('REG-03: no token, an ID token, a refresh token, a revoked one or one of a session that is over: 401', async () => {
    const missing = await idp.send('/connect/register-session', { method: 'POST' })
    expectDenied.token(missing)
    expectChallenge(missing)
    const alice = idp.user()
    const tokens = await alice.signIn(back, { scope: 'openid offline_access' })
    const revoked = await alice.signIn(back)
    await back.revoke(revoked.access_token)
    await byGet(alice, { id_token_hint: tokens.id_token }, JSON_CALLER)
    for (const token of [tokens.id_token, tokens.refresh_token, revoked.access_token, tokens.access_token, 'x']) {
      const answer = await register(token)
      expectDenied.token(answer)
      expectChallenge(answer, 'invalid_token')
    }
  })

  it('REG-08: not by GET, not with the cookie, and whatever body is sent is of no account', async () => {
    const alice = idp.user()
    const { access_token } = await alice.signIn(back)
    const get = await idp.send('/connect/register-session', { headers: { authorization: `Bearer ${access_token}` } })
    expectError(get, 405, 'invalid_request', 'method_not_allowed')
    expect(get.headers.allow).toContain('POST')
    expectDenied.token(await alice.browser.go('/connect/register-session', { method: 'POST', headers: JSON_CALLER }))
    expectDenied.request(await idp.send(`/connect/register-session?access_token=${access_token}`, { method: 'POST' }))
    const huge = await idp.send('/connect/register-session', {
      body: JSON.stringify({ backchannel_logout_uri: 'https://evil.example/', pad: 'x'.repeat(200_000) }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    })
    expectError(huge, 413, 'invalid_request', 'body_too_large')
    expect((await idp.portico.clients.find('back'))?.backchannelLogoutUri).toBe(sink.url)
  })
})
