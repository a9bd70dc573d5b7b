/** GET /connect/logout and its POST form: RP-initiated logout of one browser (D-S3, D-S4; OIDC RP-Initiated Logout). */
import type { Person } from '../../support/actors.ts'
import { NAVIGATION } from '../../support/browser.ts'
import { expectDenied } from '../../support/denials.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { expectInactive } from '../../support/expect.ts'
import { BOB, CONF2 } from '../../support/fixtures.ts'
import { byGet, byPost, confirmPage, JSON_CALLER, logoutAddress, stateOf } from '../../support/logout-caller.ts'
import { claimsOf } from '../../support/relying-party.ts'

const BACK = 'https://conf.example/'
const STATE_128 = 'a&b=c#d%e+f"g<h>'.repeat(8)

onEachDeployment((idp, { store, mount }) => {
  const conf = idp.party()
  const conf2 = idp.party(CONF2)

  const signedIn = async (): Promise<{ readonly alice: Person; readonly hint: string }> => {
    const alice = idp.user()
    return { alice, hint: (await alice.signIn(conf)).id_token }
  }

  const state = (who: Person): Promise<string> => stateOf(who, conf)

  // The store does not depend on the method, but the body may have been read by a host.
  const ways = [['GET', byGet] as const, ['POST (LGO-18)', byPost] as const]
  describe.each(store === 'redis' ? ways.slice(0, 1) : mount === 'koa' ? ways.slice(1) : ways)('by %s', (_, logout) => {
    it('LGO-01: a valid hint and a registered address: sent there with the state byte for byte, and signed out', async () => {
      const { alice, hint } = await signedIn()
      const answer = await logout(alice, { id_token_hint: hint, post_logout_redirect_uri: BACK, state: STATE_128 })
      expect(answer.status).toBe(303)
      const location = answer.headers.location ?? ''
      expect(location.startsWith(`${BACK}?`)).toBe(true)
      expect([...new URL(location).searchParams]).toEqual([['state', STATE_128]])
      expect(alice.browser.cookies.value('sso_session')).toBeUndefined()
      expect(await state(alice)).toBe('login_required')
    })

    it('LGO-02: without state there is none in the redirect', async () => {
      const { alice, hint } = await signedIn()
      const answer = await logout(alice, { id_token_hint: hint, post_logout_redirect_uri: BACK })
      expect([answer.status, answer.headers.location]).toEqual([303, BACK])
    })

    it('LGO-03: a hint and no redirect URI: JSON has signed_out, a browser sees that it is signed out', async () => {
      const first = await signedIn()
      const json = await logout(first.alice, { id_token_hint: first.hint }, JSON_CALLER)
      expect([json.status, json.headers['content-type'], json.json()]).toEqual([
        200,
        'application/json; charset=utf-8',
        { signed_out: true },
      ])
      expect(json.headers['cache-control']).toContain('no-store')
      expect(await state(first.alice)).toBe('login_required')
      const second = await signedIn()
      const html = await logout(second.alice, { id_token_hint: second.hint })
      expect([html.status, html.headers.location]).toEqual([200, undefined])
      expect(html.text).toContain('conf')
      expect(await state(second.alice)).toBe('login_required')
    })

    it('who is signed out is led back to the app that is known, and to the portal; nowhere else', async () => {
      const linksOf = (html: string): readonly string[] =>
        [...html.matchAll(/class="sso-button[^>]*href="([^"]*)"/g)].map(([, href = '']) => href)
      const { alice, hint } = await signedIn()
      const portal = `${idp.issuer}/portal/`
      expect(linksOf((await logout(alice, { id_token_hint: hint })).text)).toEqual([BACK, portal])
      expect(linksOf((await byGet(alice, { client_id: 'conf' })).text)).toEqual([BACK, portal])
      const unknown = await byGet(alice, { post_logout_redirect_uri: 'https://evil.example/' })
      expect([unknown.text.includes('Sign in again'), linksOf(unknown.text)]).toEqual([true, [portal]])
      expect(linksOf((await byGet(alice, { client_id: 'sso-portal' })).text)).toEqual([portal])
    })

    it.each([
      ['no parameters', {}],
      ['only state', { state: 'x' }],
    ])('LGO-04: %s: a browser confirms, and is signed out without a redirect', async (_what, parameters) => {
      const { alice } = await signedIn()
      const page = confirmPage(idp, await logout(alice, parameters))
      expect(await state(alice)).toBe('signed in')
      const stop = await alice.browser.submit(page, { action: 'confirm' })
      expect([stop.at, stop.answer.status]).toEqual(['page', 200])
      expect(await state(alice)).toBe('login_required')
    })

    it('LGO-04: a caller that is no browser and names no client is refused', async () => {
      const { alice } = await signedIn()
      expectDenied.request(await logout(alice, {}, JSON_CALLER), 'logout_client_missing')
      expectDenied.request(await logout(alice, { client_id: '' }, JSON_CALLER), 'logout_client_missing')
      expect(await state(alice)).toBe('signed in')
    })

    it('LGO-05: client_id alone: a browser is asked first, for a script of a sibling host too; another caller is signed out immediately', async () => {
      const { alice } = await signedIn()
      confirmPage(idp, await logout(alice, { client_id: 'conf' }))
      expect(await state(alice)).toBe('signed in')
      const sibling = { ...JSON_CALLER, 'sec-fetch-site': 'same-site' }
      confirmPage(idp, await logout(alice, { client_id: 'conf' }, sibling))
      expect(await state(alice)).toBe('signed in')
      expect((await logout(alice, { client_id: 'conf' }, JSON_CALLER)).json()).toEqual({ signed_out: true })
      expect(await state(alice)).toBe('login_required')
    })

    it('LGO-06: client_id and a registered address: sent there once confirmed, also when it is pressed twice', async () => {
      const { alice } = await signedIn()
      const page = confirmPage(
        idp,
        await logout(alice, { client_id: 'conf', post_logout_redirect_uri: BACK, state: 's' }),
      )
      const stop = await alice.browser.submit(page, { action: 'confirm' })
      expect([stop.at, stop.url]).toEqual(['external', `${BACK}?state=s`])
      const again = await alice.browser.submit(page, { action: 'confirm' })
      expect([again.at, again.url]).toEqual(['external', `${BACK}?state=s`])
    })

    it('LGO-06: staying signed in ends nothing and goes back to the app', async () => {
      const { alice } = await signedIn()
      const page = confirmPage(idp, await logout(alice, { client_id: 'conf', post_logout_redirect_uri: BACK }))
      const stop = await alice.browser.submit(page, { action: 'stay' })
      expect(new URL(stop.url).origin).toBe('https://conf.example')
      expect(await state(alice)).toBe('signed in')
    })

    it('LGO-07: an unregistered redirect URI is never used', async () => {
      const { alice } = await signedIn()
      const page = confirmPage(idp, await logout(alice, { post_logout_redirect_uri: BACK, state: 's' }))
      const stop = await alice.browser.submit(page, { action: 'confirm' })
      expect([stop.at, stop.answer.status]).toEqual(['page', 200])
      const later = await alice.browser.visit(logoutAddress({ post_logout_redirect_uri: BACK }))
      expect([later.at, later.answer.status]).toEqual(['page', 200])
    })

    it.each([
      ['unregistered', 'https://external.example/'],
      ['with a path', `${BACK}out`],
      ['of another client', 'https://conf2.example/'],
      ['a script', 'javascript:alert(1)'],
    ])('LGO-08, LGO-15: an address %s is refused, and nothing ends', async (_what, uri) => {
      const { alice, hint } = await signedIn()
      expectDenied.request(
        await logout(alice, { id_token_hint: hint, post_logout_redirect_uri: uri }, JSON_CALLER),
        'post_logout_redirect_uri_mismatch',
      )
      const page = await logout(alice, { id_token_hint: hint, post_logout_redirect_uri: uri })
      expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' })
      expect([page.status, page.headers.location]).toEqual([400, undefined])
      expect(await state(alice)).toBe('signed in')
    })

    it('LGO-09: a hint without a signature, of another key, or cut is refused', async () => {
      const { alice, hint } = await signedIn()
      const [head = '', body = '', signature = ''] = hint.split('.')
      const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
      const unrelated = `${head}.${body}.${Buffer.alloc(64, 7).toString('base64url')}`
      const bobs = Buffer.from(JSON.stringify({ ...claimsOf(hint), sub: 'u-bob' })).toString('base64url')
      const swapped = `${head}.${bobs}.${signature}`
      for (const forged of [`${none}.${body}.`, unrelated, swapped, hint.slice(0, -4), 'x', `${head}.${body}`])
        expectDenied.request(
          await logout(alice, { id_token_hint: forged, client_id: 'conf' }, JSON_CALLER),
          'logout_hint_invalid',
        )
      expect(await state(alice)).toBe('signed in')
    })

    it('LGO-12: an access token or a refresh token is no hint', async () => {
      const alice = idp.user()
      const tokens = await alice.signIn(conf, { scope: 'openid offline_access' })
      for (const hint of [tokens.access_token, tokens.refresh_token])
        expectDenied.request(await logout(alice, { id_token_hint: hint }, JSON_CALLER), 'logout_hint_invalid')
      expect(await state(alice)).toBe('signed in')
    })

    it('LGO-10: client_id and a hint of another client are refused', async () => {
      const { alice, hint } = await signedIn()
      expectDenied.request(
        await logout(alice, { id_token_hint: hint, client_id: 'conf2' }, JSON_CALLER),
        'logout_client_mismatch',
      )
      expect(await state(alice)).toBe('signed in')
      expect((await logout(alice, { id_token_hint: hint, client_id: 'conf' })).status).toBe(200)
      expect(await state(alice)).toBe('login_required')
    })

    it('a client that is not registered is refused', async () => {
      const { alice } = await signedIn()
      for (const client_id of ['unknown', '__proto__', 'x'.repeat(64)])
        expectDenied.request(await logout(alice, { client_id }, JSON_CALLER))
      expect(await state(alice)).toBe('signed in')
    })

    it('LGO-11, LGO-21: a hint of another user or session is no proof: a browser is asked, others are refused', async () => {
      const bob = idp.user(BOB)
      const ofBob = await bob.signIn(conf)
      const older = await signedIn()
      await logout(older.alice, { id_token_hint: older.hint })
      const { alice } = await signedIn()
      for (const other of [ofBob.id_token, older.hint])
        confirmPage(idp, await logout(alice, { id_token_hint: other, post_logout_redirect_uri: BACK }))
      for (const other of [ofBob.id_token, older.hint])
        expectDenied.request(await logout(alice, { id_token_hint: other }, JSON_CALLER), 'logout_client_missing')
      expect(await state(alice)).toBe('signed in')
      expect(await state(bob)).toBe('signed in')
    })

    it('LGO-19: a parameter that is sent twice is refused, and nothing ends', async () => {
      const { alice, hint } = await signedIn()
      const pairs = [
        ['id_token_hint', hint],
        ['post_logout_redirect_uri', BACK],
        ['post_logout_redirect_uri', BACK],
      ] as const
      expectDenied.request(await logout(alice, pairs, JSON_CALLER), 'parameter_duplicated')
      expect(await state(alice)).toBe('signed in')
    })

    it('without a session the answer is that of success', async () => {
      const stranger = idp.user()
      expect((await logout(stranger, { client_id: 'conf' }, JSON_CALLER)).json()).toEqual({ signed_out: true })
      const answer = await byGet(stranger, { client_id: 'conf', post_logout_redirect_uri: BACK, state: 's' })
      expect([answer.status, answer.headers.location]).toEqual([303, `${BACK}?state=s`])
    })
  })

  it('a POST that comes from another site without the cookie goes on as a GET, which has it', async () => {
    const { alice, hint } = await signedIn()
    const answer = await idp.send('/connect/logout', {
      headers: { ...NAVIGATION, 'sec-fetch-site': 'cross-site', cookie: 'of_the_host=1' },
      body: { id_token_hint: hint, post_logout_redirect_uri: BACK, state: 's' },
    })
    expect(answer.status).toBe(303)
    const stop = await alice.browser.visit(new URL(answer.headers.location ?? '', idp.issuer).href)
    expect([stop.at, stop.url]).toEqual(['external', `${BACK}?state=s`])
    expect(await state(alice)).toBe('login_required')
  })

  it('LGO-09: an expired hint counts', async () => {
    const { alice, hint } = await signedIn()
    idp.clock.forward(1_000)
    expect((await byGet(alice, { id_token_hint: hint, post_logout_redirect_uri: BACK })).headers.location).toBe(BACK)
    expect(await state(alice)).toBe('login_required')
  })

  it('LGO-22: access tokens of the session are dead, an offline refresh token and what it yields live on', async () => {
    const alice = idp.user()
    const [online, offline] = [await alice.signIn(conf), await alice.signIn(conf2, { scope: 'openid offline_access' })]
    await byGet(alice, { id_token_hint: online.id_token })
    for (const [client, { access_token }] of [
      [conf, online],
      [conf2, offline],
    ] as const) {
      expectInactive(await client.introspect(access_token))
      expectDenied.token(await client.userinfo(access_token))
    }
    const refreshed = await conf2.refresh(offline.refresh_token)
    expect(refreshed.status).toBe(200)
    expect((await conf2.introspect(refreshed.json().access_token)).json()).toMatchObject({
      active: true,
      sid: claimsOf(offline.access_token).sid,
    })
    expectInactive(await conf2.introspect(offline.access_token))
  })

  it('LGO-22: a code of the session is dead', async () => {
    const alice = idp.user()
    const { id_token } = await alice.signIn(conf)
    const grant = await alice.authorize(conf2)
    await byGet(alice, { id_token_hint: id_token })
    expectDenied.grant(await conf2.exchange(grant))
  })

  it('LGO-24: another device of the same user stays signed in', async () => {
    const { alice, hint } = await signedIn()
    const phone = idp.user()
    const other = await phone.signIn(conf)
    await byGet(alice, { id_token_hint: hint })
    expect(await state(alice)).toBe('login_required')
    expect(await state(phone)).toBe('signed in')
    expect((await conf.introspect(other.access_token)).json().active).toBe(true)
  })
})
