import type { AccessRules } from '../../../lib/index.ts'
import { kindOf, type Person } from '../../support/actors.ts'
import { altered } from '../../support/altered.ts'
import { openBrowser, type Page, titleOf } from '../../support/browser.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { expectRedirectError, responseOf } from '../../support/expect.ts'
import { ASKING, BOB, CONF2, TRUSTED } from '../../support/fixtures.ts'
import { sharedIdp } from '../../support/idp.ts'
import { claimsOf, type Overrides, type RelyingParty } from '../../support/relying-party.ts'

forEachDeployment((start) => {
  const idp = sharedIdp(start)
  const conf = idp.party()
  const conf2 = idp.party(CONF2)
  const trusted = idp.party(TRUSTED)

  /** Without showing anything: what the client gets to know. */
  async function expectRefused(
    browser: Person['browser'],
    client: RelyingParty,
    overrides: Overrides,
    code: string,
    ref = code,
  ): Promise<void> {
    const request = client.request({ prompt: 'none', ...overrides })
    expectRedirectError(await browser.go(request.address), code, {
      redirectUri: client.redirectUri,
      issuer: idp.issuer,
      state: request.state,
      ref,
    })
  }

  const locationOf = async (at: Person, client: RelyingParty, overrides: Overrides = {}): Promise<string | undefined> =>
    (await at.browser.go(client.request({ prompt: 'none', ...overrides }).address)).headers.location

  async function pagesOf(
    at: Person,
    client: RelyingParty,
    overrides: Overrides,
  ): Promise<{ readonly pages: readonly string[]; readonly authTime: number }> {
    const { request, ...stop } = await at.open(client, overrides)
    const { url, pages } = await at.walk(stop)
    const { verifier, nonce, state, redirectUri } = request
    const callback = new URL(url).searchParams
    const grant = { code: callback.get('code') ?? '', callback, verifier, nonce, state, redirectUri }
    const tokens = (await client.exchange(grant)).json() as { id_token: string }
    return { pages, authTime: claimsOf(tokens.id_token).auth_time as number }
  }

  /** A user who signed in this many seconds ago. */
  async function signedIn(secondsAgo: number): Promise<{ readonly someone: Person; readonly authTime: number }> {
    const someone = idp.user()
    idp.clock.forward(-secondsAgo)
    const { authTime } = await pagesOf(someone, conf, {})
    idp.clock.forward(secondsAgo)
    return { someone, authTime }
  }

  describe('prompt=none', () => {
    it('AUTH-24: without a session: login_required', async () => {
      await expectRefused(openBrowser(idp), conf, {}, 'login_required')
      const forged = openBrowser(idp)
      forged.cookies.put('sso_session', 'made-up')
      await expectRefused(forged, conf, {}, 'login_required')
    })

    it('AUTH-24: with a session and consent: a code, and no page', async () => {
      const alice = idp.user()
      await alice.authorize(conf, { scope: 'openid email' })
      const request = conf.request({ prompt: 'none', scope: 'openid email' })
      const answer = await alice.browser.go(request.address)
      expect(responseOf(answer.headers.location, conf.redirectUri)).toEqual({
        code: expect.any(String),
        state: request.state,
        iss: idp.issuer,
      })
    })

    it('AUTH-24: consent is missing, for a client or for a scope: consent_required', async () => {
      const bob = idp.user(BOB)
      await bob.authorize(conf, { scope: 'openid' })
      await expectRefused(bob.browser, conf2, {}, 'consent_required')
      await expectRefused(bob.browser, conf, { scope: 'openid profile' }, 'consent_required')
      await expectRefused(bob.browser, idp.party(ASKING), {}, 'consent_required')
      expect(await locationOf(bob, trusted)).toContain('code=')
    })

    it('AUTH-24: a further step is needed: the sign-in is too old', async () => {
      const alice = idp.user()
      await alice.authorize(conf)
      await expectRefused(alice.browser, conf, { max_age: '0' }, 'login_required')
    })
  })

  describe('prompt', () => {
    it('AUTH-26: login asks for the password again, and auth_time is new', async () => {
      const { someone: alice, authTime } = await signedIn(60)
      const after = await pagesOf(alice, conf, { prompt: 'login' })
      expect(after.pages).toEqual(['sign-in'])
      expect(after.authTime - authTime).toBeGreaterThanOrEqual(60)
      expect(await pagesOf(alice, conf, {})).toEqual({ pages: [], authTime: after.authTime })
    })

    it('AUTH-26: consent asks although it was given', async () => {
      const alice = idp.user()
      await alice.authorize(conf)
      expect((await pagesOf(alice, conf, { prompt: 'consent' })).pages).toEqual(['consent'])
      expect((await pagesOf(alice, trusted, { prompt: 'consent' })).pages).toEqual(['consent'])
    })

    it('AUTH-26: select_account shows the chooser; another account may be taken', async () => {
      const alice = idp.user()
      await alice.authorize(conf)
      expect((await pagesOf(alice, conf, { prompt: 'select_account' })).pages).toEqual(['choose-account'])
      const { request, ...stop } = await alice.open(trusted, { prompt: 'select_account' })
      expect(kindOf(stop as Page)).toBe('choose-account')
      const other = (await alice.browser.submit(stop as Page, { action: 'other' })) as Page
      expect(kindOf(other)).toBe('sign-in')
      const gone = await alice.walk(await alice.browser.submit(other, BOB))
      const tokens = await trusted.exchange({
        ...request,
        code: new URL(gone.url).searchParams.get('code') ?? '',
        callback: new URLSearchParams(),
      })
      expect(claimsOf(tokens.json().id_token as string).sub).toBe(BOB.sub)
    })

    it('D-T12: several prompts are asked one after the other', async () => {
      const alice = idp.user()
      await alice.authorize(conf)
      expect((await pagesOf(alice, conf, { prompt: 'login consent' })).pages).toEqual(['sign-in', 'consent'])
    })
  })

  it('AUTH-28: max_age asks again only when the sign-in is older; 0 always does', async () => {
    const { someone: alice, authTime } = await signedIn(60)
    expect(await pagesOf(alice, conf, { max_age: '10000' })).toEqual({ pages: [], authTime })
    const again = await pagesOf(alice, conf, { max_age: '30' })
    expect([again.pages, again.authTime > authTime]).toEqual([['sign-in'], true])
    expect((await pagesOf(alice, conf, { max_age: '30' })).pages).toEqual([])
    expect((await pagesOf(alice, conf, { max_age: '0' })).pages).toEqual(['sign-in'])
  })

  it('D-T12: login_hint fills in the user name, and no more', async () => {
    const page = (await openBrowser(idp).visit(
      conf.request({ login_hint: 'alice"><script>alert(1)</script>' }).address,
    )) as Page
    expect(page.forms[0]?.fields.username).toBe('alice"><script>alert(1)</script>')
    expect(page.answer.text).not.toContain('<script>alert')
  })

  describe('id_token_hint', () => {
    it('AUTH-30: of another user: no code for the one who is signed in', async () => {
      const [alice, bob] = [idp.user(), idp.user(BOB)]
      const bobs = await bob.signIn(conf)
      await alice.authorize(conf)
      await expectRefused(alice.browser, conf, { id_token_hint: bobs.id_token }, 'login_required')
      const own = (await alice.signIn(conf)).id_token
      expect(await locationOf(alice, conf, { id_token_hint: own })).toContain('code=')
    })

    it('AUTH-30: a user who signs in as another than the hint names gets no code', async () => {
      const [alice, bob] = [idp.user(), idp.user(BOB)]
      const { id_token } = await bob.signIn(conf)
      await alice.authorize(conf)
      for (const at of [alice, idp.user()]) {
        const { request, ...stop } = await at.open(conf, { id_token_hint: id_token })
        const { answer, pages } = await at.walk(stop)
        expect(pages).toEqual(['sign-in'])
        expectRedirectError(answer, 'login_required', {
          redirectUri: conf.redirectUri,
          issuer: idp.issuer,
          state: request.state,
        })
      }
      expect((await idp.user(BOB).signIn(conf, { id_token_hint: id_token })).access_token).toBeDefined()
    })

    it('AUTH-30: without a good signature, of another client, or no ID token at all', async () => {
      const alice = idp.user()
      const tokens = await alice.signIn(conf)
      const others = await alice.signIn(conf2)
      const [, payload = ''] = tokens.id_token.split('.')
      const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
      const bent = altered(tokens.id_token)
      for (const hint of [unsigned, bent, others.id_token, tokens.access_token, 'nonsense'])
        await expectRefused(alice.browser, conf, { id_token_hint: hint }, 'invalid_request', 'id_token_hint_invalid')
    })

    it('AUTH-30: an expired one is still a hint', async () => {
      const alice = idp.user()
      const { id_token } = await alice.signIn(conf)
      idp.clock.forward(1_000)
      expect(await locationOf(alice, conf, { id_token_hint: id_token })).toContain('code=')
    })
  })

  it.each<[string, Overrides | 'of alice' | 'of bob', readonly string[], string]>([
    ['a hint of the user who signed in', 'of alice', ['go-on'], 'u-alice'],
    ['a hint of another user', 'of bob', ['go-on', 'sign-in'], 'login_required'],
    ['prompt=login', { prompt: 'login' }, ['go-on', 'sign-in'], 'u-alice'],
    ['max_age=0', { max_age: '0' }, ['go-on', 'sign-in'], 'u-alice'],
    ['prompt=consent', { prompt: 'login consent' }, ['go-on', 'sign-in', 'consent'], 'u-alice'],
    ['prompt=select_account', { prompt: 'login select_account' }, ['go-on', 'sign-in', 'choose-account'], 'u-alice'],
  ])(
    'a request that goes on after a sign-in in another tab keeps what it asked for %s',
    async (_, asked, shown, becomes) => {
      const owner = asked === 'of bob' ? idp.user(BOB) : idp.user()
      const { id_token } = await owner.signIn(trusted)
      const sent = typeof asked === 'string' ? { id_token_hint: id_token } : asked
      const alice = idp.user()
      const { request, ...slow } = await alice.open(trusted, { scope: 'openid offline_access', ...sent })
      await alice.signIn(conf)
      const { url, pages } = await alice.walk(await alice.browser.visit(slow.url))
      expect(pages).toEqual(shown)
      const callback = new URL(url).searchParams
      const { code, error, state } = Object.fromEntries(callback)
      expect(state).toBe(request.state)
      if (code === undefined) return expect(error).toBe(becomes)
      const tokens = (await trusted.exchange({ ...request, code, callback })).json()
      expect([claimsOf(tokens.id_token as string).sub, tokens.scope]).toEqual([becomes, 'openid offline_access'])
    },
  )

  describe('the access rule of the host', () => {
    const canSignIn: AccessRules['canSignIn'] = (someone, client) =>
      client.clientId !== CONF2.client_id || someone.sub === BOB.sub
    const own = sharedIdp(() => start({ options: { access: { canSignIn } } }))
    const refused = own.party(CONF2)
    it('the user sees first that they may not, and whom to ask; the app learns it when they go back', async () => {
      const alice = own.user()
      await alice.authorize(own.party())
      const request = refused.request()
      const page = (await alice.browser.visit(request.address)) as Page
      expect(page.answer.status).toBe(403)
      expect(titleOf(page.answer.text)).toContain('You don’t have access to')
      // Reading it again changes nothing, and what is no answer to it is none.
      expect(((await alice.browser.visit(page.url)) as Page).answer.status).toBe(403)
      expect(((await alice.browser.submit(page, { action: 'allow' })) as Page).answer.status).toBe(400)
      const stop = await alice.browser.submit(page, { action: 'cancel' })
      const { redirectUri } = refused
      const { state } = request
      expectRedirectError(stop.answer, 'access_denied', { redirectUri, issuer: own.issuer, state, ref: 'access_rule' })
    })

    it('another account continues from the same page', async () => {
      const alice = own.user()
      await alice.authorize(own.party())
      const page = (await alice.browser.visit(refused.request().address)) as Page
      const signIn = (await alice.browser.submit(page, { action: 'other' })) as Page
      expect(kindOf(signIn)).toBe('sign-in')
      const { username, password } = BOB
      const next = await alice.browser.submit(signIn, { username, password })
      expect(next.at === 'page' ? kindOf(next) : 'code').toMatch(/^(consent|code)$/)
    })
  })
})
