/** The portal as a whole: its pages, who gets in, and which forms it takes (cases SES-09, SES-10, SES-18). */
import { altered } from '../support/altered.ts'
import { openBrowser, titleOf } from '../support/browser.ts'
import { onEachDeployment } from '../support/deployments.ts'
import { ALICE, BOB, CLIENTS } from '../support/fixtures.ts'
import { runningIdp, sharedIdp } from '../support/idp.ts'
import { until } from '../support/until.ts'
import { words } from '../support/words.ts'
import { asksToSignIn, audited, formOf, headingOf, PORTAL, pageOf, visitor } from './portal-visitor.ts'

const PAGES = [
  ['/', 'Hello, Alice Doe'],
  ['/profile', 'Profile'],
  ['/devices', 'Devices'],
  ['/apps', 'Connected apps'],
  ['/security', 'Security'],
  ['/security/activity', 'Recent activity'],
  ['/secure', 'Secure your account'],
] as const
const FORMS = words`/security/password /security/authenticator /profile /devices /apps /secure /sign-out`

onEachDeployment((idp) => {
  it.each(PAGES)(
    '%s asks who is there, and then is the page "%s", never cached, framed or with code of others',
    async (path, heading) => {
      const alice = visitor(idp)
      expect(asksToSignIn(await alice.look(`${path}?from=mail`))).toBe(true)
      const page = await alice.open(`${path}?from=mail`)
      expect([page.answer.status, headingOf(page)]).toEqual([200, heading])
      expect(page.forms.map(({ action }) => action)).toContainEqual(expect.stringMatching(/\/sign-out$/))
      const policy = page.answer.headers['content-security-policy']
      expect(policy).toContain("script-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(page.answer.headers).toMatchObject({
        'cache-control': expect.stringContaining('no-store'),
        'cross-origin-opener-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      expect(page.url).toBe(`${idp.issuer}${PORTAL}${path}?from=mail`)
      expect(headingOf(await alice.look(path))).toBe(heading)
    },
  )

  it('is left by its sign-out: the session of the service ends with it', async () => {
    const alice = visitor(idp)
    const page = await alice.open('/')
    const done = await alice.press(page, { to: '/sign-out' })
    expect(headingOf(done)).toBe('You’re signed out')
    expect(done.answer.text).toMatch(/href="[^"]*\/portal\/"[^>]*><span>Sign in again/)
    expect(asksToSignIn(await alice.look('/'))).toBe(true)
  })

  it('shows users their own data alone', async () => {
    const [alice, bob] = [visitor(idp), visitor(idp, BOB)]
    await alice.open('/')
    await bob.open('/')
    for (const [path] of PAGES) {
      const [hers, his] = [await alice.open(path), await bob.open(path)]
      expect(hers.answer.text).toContain('Alice Doe')
      for (const word of ['Alice', ALICE.email, ALICE.sub]) expect(his.answer.text).not.toContain(word)
    }
  })
})

describe('the portal', () => {
  const idp = sharedIdp()

  it.each(FORMS)(
    'refuses a form for %s without its CSRF field, with that of another user, and from another site (400)',
    async (path) => {
      const [alice, bob] = [visitor(idp), visitor(idp, BOB)]
      const page = await alice.open('/devices/sign-out?which=all')
      const csrf = formOf(page, { to: '/devices' }).fields.csrf as string
      const unrelated = formOf(await bob.open('/devices/sign-out?which=all'), { to: '/devices' }).fields.csrf as string
      const post = async (body: Record<string, string>, site = 'same-origin'): Promise<number> => {
        const message = { body: { action: 'all', ...body }, headers: { 'sec-fetch-site': site } }
        return (await alice.browser.go(PORTAL + path, message)).status
      }
      expect(await post({})).toBe(400)
      expect(await post({ csrf: '' })).toBe(400)
      expect(await post({ csrf: altered(csrf) })).toBe(400)
      expect(await post({ csrf: unrelated })).toBe(400)
      for (const site of ['cross-site', 'same-site']) expect(await post({ csrf }, site)).toBe(400)
      expect(headingOf(await alice.look('/'))).toMatch(/^Hello/)
    },
  )

  it('refuses a form that is not encoded as one (400), and methods that no page has (405)', async () => {
    const alice = visitor(idp)
    await alice.open('/')
    const { browser } = alice
    expect(
      (await browser.go(`${PORTAL}/apps`, { body: '{}', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(400)
    expect((await browser.go(`${PORTAL}/apps`, { method: 'DELETE' })).status).toBe(405)
  })

  it('has five sections', async () => {
    const page = await visitor(idp).open('/')
    const nav = /<nav class="sso-sections"[^]*?<\/nav>/.exec(page.answer.text)?.[0] ?? ''
    expect([...nav.matchAll(/<\/svg>([^<]+)<\/a>/g)].map(([, name]) => name)).toEqual(
      words`Home Profile Security Devices Apps`,
    )
  })

  it('responds with 404 to unknown paths, for signed-in users', async () => {
    const alice = visitor(idp)
    expect((await alice.open('/nowhere')).answer.status).toBe(404)
    const page = await alice.look('/apps/billing')
    expect([page.answer.status, headingOf(page)]).toEqual([404, 'Page not found'])
    expect(page.answer.text).toMatch(/<nav class="sso-sections"[^]*href="\/portal\/devices"/)
    const program = await alice.browser.go(`${PORTAL}/nowhere`, { headers: { accept: 'application/json' } })
    expect([program.status, program.json()]).toMatchObject([404, { error: 'not_found', error_ref: 'not_found' }])
    // It is nothing that belongs into their history: later entries are there, and none of it.
    const { entries } = await idp.portico.audit.list({}, undefined, 100)
    expect(entries.filter((entry) => JSON.stringify(entry).includes('not_found'))).toEqual([])
  })

  it('begins again when a callback arrives that this browser did not start', async () => {
    const [alice, mallory] = [visitor(idp), openBrowser(idp)]
    const begun = await mallory.go(`${PORTAL}/`)
    await alice.browser.go(`${PORTAL}/`)
    const state = new URL(begun.headers.location ?? '', idp.issuer).searchParams.get('state') ?? ''
    for (const query of [
      `?state=${state}&code=stolen&iss=${idp.issuer}`,
      '?state=&code=x',
      '',
      '?error=access_denied',
    ]) {
      const answer = await alice.browser.go(`${PORTAL}/callback${query}`)
      expect([answer.status, answer.headers.location]).toEqual([303, `${PORTAL}/`])
      expect(answer.setCookies).toEqual([])
    }
  })

  it.each(['//evil.example', '/%5Cevil.example', '/?next=https://evil.example/', '/..%2F..%2Fevil'])(
    'SES-10: %s leads nowhere else after the sign-in',
    async (path) => {
      const page = await visitor(idp).open(path)
      expect(new URL(page.url).origin).toBe(new URL(idp.issuer).origin)
      expect(new URL(page.url).pathname.startsWith(`${PORTAL}/`)).toBe(true)
    },
  )

  it('informs users who leave the sign-in that nothing was done, and leads back to it', async () => {
    const alice = visitor(idp)
    const page = pageOf(await alice.look('/'))
    const stop = pageOf(await alice.browser.submit(page, { action: 'cancel' }))
    expect([stop.answer.status, new URL(stop.url).pathname]).toEqual([200, `${PORTAL}/callback`])
    expect(headingOf(stop)).toBe('You’re not signed in')
    expect(stop.answer.text).toContain(`href="${PORTAL}/"`)
    expect(asksToSignIn(await alice.look('/'))).toBe(true)
  })

  it('a program that comes back without a sign-in gets the same as JSON', async () => {
    const alice = visitor(idp)
    const page = pageOf(await alice.look('/'))
    const declined = await alice.browser.send(page, { action: 'cancel' })
    const back = await alice.browser.go(new URL(declined.headers.location ?? '', page.url).href)
    const answer = await alice.browser.go(new URL(back.headers.location ?? '', page.url).href, {
      headers: { accept: 'application/json' },
    })
    expect([answer.status, answer.json().error]).toEqual([400, 'access_denied'])
  })

  it('informs users whom the host denies (403), without a redirect loop', async () => {
    const closed = await runningIdp({ access: { canSignIn: (_user, { clientId }) => clientId !== 'sso-portal' } })
    const alice = visitor(closed)
    const page = await alice.open('/')
    expect([page.answer.status, headingOf(page)]).toEqual([403, expect.stringContaining('You don’t have access to')])
    const stop = pageOf(await alice.browser.submit(page, { action: 'cancel' }))
    expect([stop.answer.status, new URL(stop.url).pathname]).toEqual([403, `${PORTAL}/callback`])
    expect(stop.answer.text).toContain('access_rule')
    expect(stop.answer.text).toContain(`href="${new URL(PORTAL, page.url).pathname}/other-account"`)
  })

  it('asks again when the session was ended in another browser, and does not process the form that found it so', async () => {
    const alice = visitor(idp)
    const bobsSessions = (await idp.portico.sessions.list(BOB.sub)).length
    const page = await alice.open('/devices/sign-out?which=all')
    await idp.portico.sessions.endAll(ALICE.sub)
    expect(asksToSignIn(await alice.press(page, { to: '/devices', action: 'all' }))).toBe(true)
    expect(headingOf(await alice.open('/profile'))).toBe('Profile')
    expect(await idp.portico.sessions.list(BOB.sub)).toHaveLength(bobsSessions)
  })

  it('asks again after twelve hours', async () => {
    const alice = visitor(idp, BOB)
    await alice.open('/')
    idp.clock.forward(12 * 3600 + 60)
    expect(asksToSignIn(await alice.look('/'))).toBe(true)
  })

  it("shows the entries of the audit trail that are the user's own", async () => {
    const [alice, bob] = [visitor(idp), visitor(idp, BOB)]
    await alice.open('/')
    await bob.open('/')
    await audited(idp, 'token.issued', BOB.sub)
    const look = async () => {
      const page = await bob.open('/security/activity')
      const { entries } = await idp.portico.audit.list({ user: BOB.sub }, undefined, 50)
      return { page, entries, rows: page.answer.text.match(/<li class="sso-line-row"/g) ?? [] }
    }
    // Internal steps of the sign-in are not shown to users: a code that is exchanged, and the tokens for it. Background
    // entries are in one of the two alone.
    await until(async () => {
      const { entries, rows } = await look()
      return rows.length > 0 && rows.length === entries.filter(({ event }) => event === 'sign-in.succeeded').length
    })
    const { page, entries, rows } = await look()
    expect(entries.length).toBeGreaterThan(rows.length)
    expect(page.answer.text).not.toMatch(/Code issued|Tokens issued/)
    expect(page.answer.text).toContain('Signed in')
    expect(titleOf(page.answer.text)).toContain('Recent activity')
  })
})

describe('a host', () => {
  it('may do without the portal: its path then does not exist', async () => {
    const idp = await runningIdp({ portal: { enabled: false }, clients: CLIENTS })
    expect((await idp.send(`${PORTAL}/`)).status).toBe(404)
  })
})
