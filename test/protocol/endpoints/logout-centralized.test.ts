/** POST /connect/logout with a Bearer token: everything of the subject ends, on all devices (D-S2, D-S4, D-S5). */
import { StoreUnavailable } from '../../../lib/ports/store-unavailable.ts'
import type { Person } from '../../support/actors.ts'
import { expectDenied } from '../../support/denials.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { expectChallenge, expectInactive } from '../../support/expect.ts'
import { BOB, CONF } from '../../support/fixtures.ts'
import { sharedIdp } from '../../support/idp.ts'
import { everywhere, JSON_CALLER, stateOf } from '../../support/logout-caller.ts'
import { logoutClient, startSink, status } from '../../support/logout-sinks.ts'
import { relyingParties } from '../../support/relying-parties.ts'
import { claimsOf, type TokenSet } from '../../support/relying-party.ts'

const OFFLINE = { scope: 'openid offline_access' }

const [good, bad] = [await startSink(), await startSink(status(500))]
const CLIENTS = [
  CONF,
  logoutClient('back', { backchannel_logout_uri: good.url }),
  logoutClient('failing', { backchannel_logout_uri: bad.url }),
  logoutClient('front', { frontchannel_logout_uri: 'https://front.example/out?tenant=a' }),
  logoutClient('both', { backchannel_logout_uri: good.url, frontchannel_logout_uri: 'https://both.example/out' }),
] as const

forEachDeployment((start) => {
  // It answers when every notice was tried, however long that takes here.
  const logout = { waitSeconds: 30, deliveryTimeoutSeconds: 10 }
  const idp = sharedIdp(() => start({ options: { clients: CLIENTS, logout } }))
  const [conf, back, failing, front, both] = relyingParties(idp, CLIENTS)
  afterEach(() => {
    good.clear()
    bad.clear()
  })

  const sidOf = (tokens: TokenSet): string => claimsOf(tokens.access_token).sid as string

  it('CLO-01: the answer names the sid of the token, every sid that ended, each notice, and the page for browsers', async () => {
    const [laptop, phone] = [idp.user(), idp.user()]
    const tokens = [
      await laptop.signIn(conf),
      await laptop.signIn(back),
      await phone.signIn(back),
      await phone.signIn(front),
    ] as const
    const answer = await everywhere(idp, tokens[0].access_token)
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
    ])
    const { notifications, sids, frontchannel_ticket, ...rest } = answer.json()
    expect(rest).toEqual({
      signed_out: true,
      sid: sidOf(tokens[0]),
      frontchannel_logout_url: `${idp.issuer}/connect/logout/frontchannel`,
    })
    expect(sids.toSorted()).toEqual(tokens.map(sidOf).toSorted())
    expect(new Set(sids).size).toBe(4)
    expect(frontchannel_ticket).toMatch(/^[\w-]{43}$/)
    expect(notifications).toHaveLength(3)
    expect(notifications).toEqual(
      expect.arrayContaining([
        { client_id: 'back', sid: sidOf(tokens[1]), channel: 'backchannel', status: 'delivered' },
        { client_id: 'back', sid: sidOf(tokens[2]), channel: 'backchannel', status: 'delivered' },
        { client_id: 'front', sid: sidOf(tokens[3]), channel: 'frontchannel', status: 'pending' },
      ]),
    )
    expect(good.notices.map(({ claims }) => claims.sid).toSorted()).toEqual(
      [sidOf(tokens[1]), sidOf(tokens[2])].toSorted(),
    )
  })

  it('CLO-02: refresh tokens, access tokens and sessions of every device are dead; another user is untouched', async () => {
    const [laptop, phone, bob] = [idp.user(), idp.user(), idp.user(BOB)]
    const mine = [
      [laptop, conf, await laptop.signIn(conf, OFFLINE)],
      [phone, back, await phone.signIn(back, OFFLINE)],
    ] as const
    const grant = await phone.authorize(conf)
    const his = await bob.signIn(conf, OFFLINE)
    expect((await everywhere(idp, mine[0][2].access_token)).status).toBe(200)
    for (const [device, client, tokens] of mine) {
      expectDenied.grant(await client.refresh(tokens.refresh_token))
      expectInactive(await client.introspect(tokens.access_token))
      expectInactive(await client.introspect(tokens.refresh_token))
      expectDenied.token(await client.userinfo(tokens.access_token))
      expect(await stateOf(device, conf)).toBe('login_required')
    }
    expectDenied.grant(await conf.exchange(grant))
    expect((await conf.introspect(his.access_token)).json().active).toBe(true)
    expect((await conf.refresh(his.refresh_token)).status).toBe(200)
    expect(await stateOf(bob, conf)).toBe('signed in')
  })

  it('ends what an offline client went on with after its browser session was over', async () => {
    const alice = idp.user()
    const tokens = await alice.signIn(back, OFFLINE)
    await alice.browser.go(`/connect/logout?id_token_hint=${tokens.id_token}`, { headers: JSON_CALLER })
    const refreshed = (await back.refresh(tokens.refresh_token)).json() as TokenSet
    const answer = await everywhere(idp, refreshed.access_token)
    expect(answer.json()).toEqual({ signed_out: true, sid: sidOf(tokens), sids: [sidOf(tokens)], notifications: [] })
    expectDenied.grant(await back.refresh(refreshed.refresh_token))
  })

  describe('CLO-03: without a live access token nothing is changed', () => {
    let alice: Person
    let tokens: TokenSet
    beforeAll(async () => {
      alice = idp.user()
      tokens = await alice.signIn(conf, OFFLINE)
    })
    afterAll(async () => {
      expect(await stateOf(alice, conf)).toBe('signed in')
      expect((await conf.introspect(tokens.access_token)).json().active).toBe(true)
    })

    it('no token at all: a bare challenge', async () => {
      const answer = await idp.send('/connect/logout', { method: 'POST' })
      expectDenied.token(answer, 'token_missing')
      expectChallenge(answer)
    })

    it('an ID token, a refresh token, nonsense, a token of another key, one with another subject: refused alike', async () => {
      const [head = '', body = '', signature = ''] = tokens.access_token.split('.')
      const bobs = Buffer.from(JSON.stringify({ ...claimsOf(tokens.access_token), sub: 'u-bob' })).toString('base64url')
      for (const token of [
        tokens.id_token,
        tokens.refresh_token,
        'nonsense',
        `${head}.${body}.${Buffer.alloc(64, 1).toString('base64url')}`,
        `${head}.${bobs}.${signature}`,
      ]) {
        const answer = await everywhere(idp, token)
        expectDenied.token(answer, 'token_invalid')
        expectChallenge(answer, 'invalid_token')
      }
    })

    it('CLO-04: a token in the query or in the body does not count', async () => {
      expectDenied.request(await idp.send(`/connect/logout?access_token=${tokens.access_token}`, { method: 'POST' }))
      expectDenied.request(await idp.send('/connect/logout', { body: { access_token: tokens.access_token } }))
    })

    it('CLO-10: the session cookie is no authority', async () => {
      for (const site of ['cross-site', 'same-site', 'same-origin']) {
        const headers = { ...JSON_CALLER, 'sec-fetch-site': site }
        expectDenied.token(await alice.browser.go('/connect/logout', { method: 'POST', headers }))
      }
    })

    it('Basic credentials and a JSON body are refused', async () => {
      const json = { body: '{}', headers: { 'content-type': 'application/json' } }
      for (const sent of [{ headers: { authorization: 'Basic YTpi' } }, json])
        expectDenied.token(await idp.send('/connect/logout', { method: 'POST', ...sent }))
    })
  })

  it('CLO-03: an expired token changes nothing', async () => {
    const alice = idp.user()
    const { access_token } = await alice.signIn(conf)
    idp.clock.forward(901)
    expectDenied.token(await everywhere(idp, access_token))
    expect(await stateOf(alice, conf)).toBe('signed in')
  })

  it('CLO-06: again with the same token: it is dead', async () => {
    const { access_token } = await idp.user().signIn(conf)
    expect((await everywhere(idp, access_token)).status).toBe(200)
    expectDenied.token(await everywhere(idp, access_token))
  })

  it('CLO-08: each notice is listed with its outcome: delivered, or pending when it will be tried again, or failed', async () => {
    const alice = idp.user()
    const tokens = [await alice.signIn(back), await alice.signIn(failing), await alice.signIn(both)] as const
    const notices = async (): Promise<readonly object[]> =>
      (await everywhere(idp, (await alice.signIn(back)).access_token)).json().notifications as object[]
    expect(await notices()).toEqual(
      expect.arrayContaining([
        { client_id: 'back', sid: sidOf(tokens[0]), channel: 'backchannel', status: 'delivered' },
        { client_id: 'failing', sid: sidOf(tokens[1]), channel: 'backchannel', status: 'pending' },
        { client_id: 'both', sid: sidOf(tokens[2]), channel: 'backchannel', status: 'delivered' },
      ]),
    )
    bad.answers(status(400))
    const { sid } = claimsOf((await alice.signIn(failing)).access_token)
    expect(await notices()).toContainEqual({ client_id: 'failing', sid, channel: 'backchannel', status: 'failed' })
    bad.answers(status(500))
  })

  it('a list for the browser that the store cannot write is reported as failed, and all has ended', async () => {
    const { records } = idp.portico.storage
    const { put } = records
    const { access_token } = await idp.user().signIn(front)
    records.put = (kind, ...what) =>
      kind === 'frontchannel' ? Promise.reject(new StoreUnavailable('full')) : put.call(records, kind, ...what)
    const answer = await everywhere(idp, access_token)
    records.put = put
    const { notifications, ...rest } = answer.json()
    expect([answer.status, notifications]).toEqual([
      200,
      [expect.objectContaining({ client_id: 'front', channel: 'frontchannel', status: 'failed' })],
    ])
    expect(rest).not.toHaveProperty('frontchannel_ticket')
    expectInactive(await conf.introspect(access_token))
  })

  it('a client with both channels is one notice, and is on the page as well', async () => {
    const tokens = await idp.user().signIn(both)
    const answer = (await everywhere(idp, tokens.access_token)).json()
    expect(answer.notifications).toEqual([
      { client_id: 'both', sid: sidOf(tokens), channel: 'backchannel', status: 'delivered' },
    ])
    const page = await idp.send('/connect/logout/frontchannel', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(page.json().iframes.map(({ client_id }: { readonly client_id: string }) => client_id)).toEqual(['both'])
  })

  it('without a good token the answer is JSON, even for who accepts pages', async () => {
    for (const authorization of ['Bearer', 'Bearer bad']) {
      const headers = { authorization, accept: 'text/html' }
      const answer = await idp.send('/connect/logout', { method: 'POST', headers })
      expect([answer.status, answer.headers['content-type']]).toEqual([401, expect.stringContaining('json')])
    }
  })

  it('two concurrent devices both get a response', async () => {
    const tokens = [await idp.user().signIn(conf), await idp.user().signIn(conf)]
    const answers = await Promise.all(tokens.map(({ access_token }) => everywhere(idp, access_token)))
    // The second may find its token dead already.
    expect(answers.map(({ status: code }) => code)).toContain(200)
    for (const answer of answers) expect([200, 401]).toContain(answer.status)
  })
})
