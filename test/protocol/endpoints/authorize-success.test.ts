/** GET /authorize, granted: the way to a code, and what the code and its redirect look like. */
import { kindOf } from '../../support/actors.ts'
import { NAVIGATION, type Page } from '../../support/browser.ts'
import { expectDenied } from '../../support/denials.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { responseOf } from '../../support/expect.ts'
import { CONF, PUB } from '../../support/fixtures.ts'

onEachDeployment((idp) => {
  const conf = idp.party(CONF)
  const alice = idp.user()
  beforeAll(async () => await alice.authorize(conf, { scope: 'openid profile email offline_access' }))

  it.each(['/authorize', '/oauth2/authorize'])(
    'AUTH-01, AUTH-02, AUTH-23: %s leads an anonymous user over sign-in and consent to the exact redirect URI, with iss once',
    async (path) => {
      const stranger = idp.user()
      const request = idp.party(PUB).request()
      const { url, answer, pages } = await stranger.walk(
        await stranger.browser.visit(request.address.replace('/authorize', path)),
      )
      expect(answer.status).toBe(303)
      expect(pages.at(0)).toBe('sign-in')
      const { code, ...rest } = responseOf(url, request.redirectUri)
      expect(rest).toEqual({ state: request.state, iss: idp.issuer })
      expect(code).toMatch(/^[\x21-\x7E]{22,}$/)
    },
  )

  it('AUTH-11: scopes in any order, one of them twice, grant the same set', async () => {
    for (const scope of ['email profile openid', 'openid openid email profile', 'openid  email profile'])
      expect((await alice.signIn(conf, { scope })).scope.split(' ').sort()).toEqual(['email', 'openid', 'profile'])
  })

  it('AUTH-18: what is unknown is ignored, what is optional is accepted', async () => {
    for (const extra of [
      { extra: 'foobar' },
      { display: 'page' },
      { display: 'popup' },
      { display: 'touch' },
      { display: 'nonsense' },
      { ui_locales: 'fr ar en' },
      { ui_locales: '../..' },
      { claims_locales: 'fr' },
      { acr_values: 'urn:portico:acr:1' },
      { acr_values: 'urn:not:known' },
      { login_hint: 'bob"><script>' },
      { response_mode: 'query' },
      { prompt: '' },
      { max_age: '' },
      { request_uri: '' },
      { constructor: 'x' },
      { claims: '{' },
      { resource: 'https://api.example' },
      { registration: '{}' },
      { authorization_details: '[{"type":"payment"}]' },
    ])
      expect(await alice.authorize(conf, extra)).toMatchObject({ code: expect.any(String) })
  })

  it('AUTH-21: a state of any printable characters comes back as it was sent', async () => {
    for (const state of ['&=#%+"<> '.padEnd(128, '%7E'), 'x'.repeat(1000), ' ', '%00', 'a+b c']) {
      const { callback, code } = await alice.authorize(conf, { state })
      expect(callback.get('state')).toBe(state)
      expect(code).not.toBe('')
    }
  })

  it('a registered address with a query keeps it, byte for byte', async () => {
    const redirectUri = CONF.redirect_uris[1] as string
    const { request, ...stop } = await alice.open(conf, { redirect_uri: redirectUri })
    expect(responseOf((await alice.walk(stop)).url, redirectUri)).toMatchObject({
      state: request.state,
      code: expect.any(String),
    })
  })

  it('AUTH-31: a form POST is sent to the same request by GET, with or without a session', async () => {
    const { parameters } = conf.request()
    for (const browser of [alice.browser, idp.user().browser]) {
      const answer = await browser.go('/authorize', { body: parameters })
      expect(answer.status).toBe(303)
      const again = new URL(answer.headers.location ?? '', idp.issuer)
      expect(again.pathname).toBe(`${idp.mountPath}/authorize`)
      expect(Object.fromEntries(again.searchParams)).toEqual(parameters)
    }
    expect((await alice.browser.visit('/authorize', { body: parameters })).url).toContain(`${conf.redirectUri}?code=`)
    expectDenied.request(
      await idp.send('/authorize', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
      'content_type',
    )
  })

  it('AUTH-33: no redirect after a POST repeats the POST, and nothing of it is kept or passed on', async () => {
    const stranger = idp.user()
    const page = (await stranger.browser.visit(conf.request().address)) as Page
    const form = page.forms[0] as Page['forms'][0]
    let answer = await stranger.browser.go(new URL(form.action, page.url).href, {
      body: { ...form.fields, username: 'alice', password: 'correct horse battery staple' },
    })
    for (let hops = 0; answer.headers.location !== undefined && hops < 5; hops += 1) {
      expect([302, 303]).toContain(answer.status)
      expect(answer.headers['cache-control']).toContain('no-store')
      expect(answer.headers['referrer-policy']).toMatch(/^(?:no-referrer|same-origin)$/)
      if (answer.headers.location.startsWith(conf.redirectUri)) return
      answer = await stranger.browser.go(new URL(answer.headers.location, idp.issuer).href)
    }
    throw new Error('the walk did not end at the client')
  })

  it('AUTH-40: who declines to sign in, or to consent, is sent back with access_denied', async () => {
    for (const action of ['cancel', 'deny'] as const) {
      const decliner = idp.user()
      const { request, ...stop } = await decliner.open(conf, { prompt: 'consent' })
      let page = stop as Page
      if (action === 'deny')
        page = (await decliner.browser.submit(page, {
          username: 'alice',
          password: 'correct horse battery staple',
        })) as Page
      expect(kindOf(page)).toBe(action === 'cancel' ? 'sign-in' : 'consent')
      const gone = await decliner.browser.submit(page, { action })
      expect(responseOf(gone.url, conf.redirectUri)).toMatchObject({
        error: 'access_denied',
        error_ref: 'user_denied',
        state: request.state,
        iss: idp.issuer,
      })
    }
  })

  it('AUTH-47, SES-11, SES-18: every page forbids framing, sniffing, naming it to others, and inline script', async () => {
    const stranger = idp.user()
    const signIn = (await stranger.browser.visit(conf.request({ prompt: 'consent' }).address)) as Page
    const consent = (await stranger.browser.submit(signIn, {
      username: 'alice',
      password: 'correct horse battery staple',
    })) as Page
    const refusal = await idp.send('/authorize', { headers: NAVIGATION })
    const expired = await idp.send('/interaction/nothing', { headers: NAVIGATION })
    const reference = await idp.send('/errors/invalid_grant', { headers: NAVIGATION })
    for (const { headers } of [signIn.answer, consent.answer]) expect(headers['cache-control']).toBe('no-store')
    for (const { headers, text } of [signIn.answer, consent.answer, refusal, expired, reference]) {
      expect(headers['content-type']).toContain('text/html')
      const policy = headers['content-security-policy'] as string
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('unsafe')
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      })
      for (const name of ['server', 'x-powered-by', 'x-aspnet-version', 'via']) expect(headers).not.toHaveProperty(name)
      expect(text).not.toMatch(/<script(?![^>]*\b(?:src|type="application\/json"))|\son[a-z]+=|style="|javascript:/i)
    }
  })
})
