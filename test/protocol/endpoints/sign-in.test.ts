/** The sign-in page: the session it begins, forged forms, what an anonymous client can learn (D-S1, D-A2). */
import { kindOf } from '../../support/actors.ts'
import { type Browser, openBrowser, type Page } from '../../support/browser.ts'
import { expectDenied } from '../../support/denials.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { ALICE, BOB, TRUSTED } from '../../support/fixtures.ts'
import type { Answer } from '../../support/http.ts'

const ALICE_LOGIN = { username: ALICE.username, password: ALICE.password }

onEachDeployment((idp, { mount }) => {
  const trusted = idp.party(TRUSTED)

  const signInPage = async (browser: Browser): Promise<Page> => (await browser.visit(trusted.request().address)) as Page
  const isSignedIn = async (browser: Browser): Promise<boolean> =>
    (await browser.go(trusted.request({ prompt: 'none' }).address)).headers.location?.includes('code=') ?? false

  it('SES-02: the session gets a new identifier at every sign-in, and the old one is unknown', async () => {
    const browser = openBrowser(idp)
    const seen = new Map<string, string>()
    const alice = idp.user(ALICE, browser)
    for (const [step, overrides, credentials] of [
      ['first', {}, ALICE],
      ['again', { prompt: 'login' }, ALICE],
      ['other', { prompt: 'select_account' }, BOB],
    ] as const) {
      const { request: _request, ...stop } = await alice.open(trusted, overrides)
      let page = stop as Page
      if (kindOf(page) === 'choose-account') page = (await browser.submit(page, { action: 'other' })) as Page
      await browser.submit(page, { username: credentials.username, password: credentials.password })
      expect([...seen.values()]).not.toContain(browser.cookies.value('sso_session') ?? '')
      seen.set(step, browser.cookies.header(`${idp.mountPath}/authorize`) ?? '')
    }
    expect(await isSignedIn(browser)).toBe(true)
    for (const old of ['first', 'again']) {
      const answer = await idp.send(trusted.request({ prompt: 'none' }).address, { headers: { cookie: seen.get(old) } })
      expect(answer.headers.location).toContain('error=login_required')
    }
  })

  it('SES-02: a session cookie that an attacker planted never becomes the session of the user who signs in', async () => {
    const attacker = openBrowser(idp)
    await signInPage(attacker)
    const victim = openBrowser(idp)
    for (const { name, value, path } of attacker.cookies.all()) victim.cookies.put(name, value, path)
    victim.cookies.put('sso_session', 'planted', mount === 'koa' ? '/sso' : '/')
    await idp.user(ALICE, victim).authorize(trusted)
    expect(await isSignedIn(victim)).toBe(true)
    expect(victim.cookies.value('sso_session')).not.toBe('planted')
    expect(await isSignedIn(attacker)).toBe(false)
  })

  it('a cookie that is malformed, bent or made up is no session, and no error', async () => {
    const browser = openBrowser(idp)
    await idp.user(ALICE, browser).authorize(trusted)
    const good = browser.cookies.header(`${idp.mountPath}/authorize`) ?? ''
    for (const cookie of [
      'sso_session',
      'sso_session=',
      'sso_session=;;;=',
      `sso_session=${'x'.repeat(5_000)}`,
      'sso_session=%00',
      'sso_session="x"',
      '=',
      good.replace(/sso_session=./, 'sso_session=~'),
      good.replace(/(sso_session=[^.]+)\.[^;]+/, '$1'),
      good.replace(/(sso_session=[^.]+\.)./, '$1~'),
      good.replace(/(sso_session=[^.]+\.)[^;]+/, `$1${'A'.repeat(43)}`),
    ]) {
      const answer = await idp.send(trusted.request({ prompt: 'none' }).address, { headers: { cookie } })
      expect([answer.status, answer.headers.location]).toEqual([303, expect.stringContaining('error=login_required')])
    }
  })

  it('SES-09: a form without the token of its page, or with that of another session, does nothing', async () => {
    const [browser, other] = [openBrowser(idp), openBrowser(idp)]
    const [page, others] = [await signInPage(browser), await signInPage(other)]
    const form = page.forms[0] as Page['forms'][0]
    const { csrf = '' } = form.fields
    expect(csrf).toMatch(/^[A-Za-z0-9_-]{22,}$/)
    const post = (fields: object, headers = {}): Promise<Answer> =>
      browser.go(new URL(form.action, page.url).href, {
        body: { ...form.fields, ...ALICE_LOGIN, ...fields },
        headers: { accept: 'application/json', ...headers },
      })
    for (const wrong of [undefined, '', 'x', csrf.slice(1), others.forms[0]?.fields.csrf])
      expectDenied.request(await post({ csrf: wrong }), 'form_forged')
    for (const site of ['cross-site', 'same-site'])
      expectDenied.request(await post({}, { 'sec-fetch-site': site }), 'form_forged')
    for (const action of ['allow', 'continue', 'cancel', 'other'])
      expectDenied.request(await post({ csrf: 'x', action }), 'form_forged')
    const unrelated = await other.go(new URL(form.action, page.url).href, {
      body: { ...form.fields, ...ALICE_LOGIN },
      headers: { accept: 'application/json' },
    })
    expectDenied.request(unrelated, 'interaction_expired')
    expect(await isSignedIn(browser)).toBe(false)
    expect((await post({})).status).toBe(303)
  })

  it('what the page does not offer is refused: consent without a sign-in, an unknown action', async () => {
    const browser = openBrowser(idp)
    const page = await signInPage(browser)
    const form = page.forms[0] as Page['forms'][0]
    const body = Object.fromEntries(
      Object.entries(form.fields).filter(([name]) => name !== 'username' && name !== 'password'),
    )
    for (const action of ['allow', 'deny', 'continue', 'nonsense', '__proto__']) {
      const answer = await browser.go(new URL(form.action, page.url).href, {
        body: { ...body, action },
        headers: { accept: 'application/json' },
      })
      expectDenied.request(answer)
    }
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('SES-10: nothing in a request leads away from the service, but to a registered address', async () => {
    const browser = openBrowser(idp)
    const [plain, script] = ['https://evil.example', 'javascript:alert(1)']
    const lures = [plain, `\t${plain}`, '//evil.example', '/\\evil.example', script]
    const names = 'return return_to next resume continue url target redirect post_logout_redirect_uri'.split(' ')
    const { pathname } = new URL((await signInPage(browser)).url)
    const addresses = lures.flatMap((lure) => [
      ...names.map((name) => `host:${pathname}?${new URLSearchParams({ [name]: lure })}`),
      ...[lure, encodeURIComponent(lure)]
        .flatMap((text) => [`/interaction/${text}`, `/authorize/${text}`, `/errors/${text}`])
        .map((path) => path.replaceAll(/[\t\\]/g, encodeURIComponent)),
    ])
    for (const address of addresses) {
      const answer = await idp.send(address, {
        headers: { cookie: browser.cookies.header(pathname) ?? '', accept: 'text/html' },
      })
      expect(answer.headers.location ?? '').not.toMatch(/evil\.example|javascript:/)
      expect(answer.text).not.toMatch(/(?:href|action|src|url)="?\s*(?:https?:)?(?:\/\/|\/\\)evil|"javascript:/i)
    }
    const page = await signInPage(browser)
    const stop = await browser.submit(page, {
      ...ALICE_LOGIN,
      ...Object.fromEntries(names.map((name) => [name, lures[0] as string])),
    })
    expect(stop.url).toMatch(new RegExp(`^${trusted.redirectUri}\\?`))
  })
})
