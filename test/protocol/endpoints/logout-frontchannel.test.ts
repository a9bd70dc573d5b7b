/**
 * GET /connect/logout/frontchannel: what a browser still has to load after a centralized logout (D-S6; OIDC
 * Front-Channel Logout 1.0).
 */
import { NAVIGATION } from '../../support/browser.ts'
import { expectDenied } from '../../support/denials.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { expectChallenge } from '../../support/expect.ts'
import { BOB, CONF } from '../../support/fixtures.ts'
import type { Answer } from '../../support/http.ts'
import { sharedIdp } from '../../support/idp.ts'
import { byGet, everywhere, JSON_CALLER, stateOf } from '../../support/logout-caller.ts'
import { logoutClient, startSink } from '../../support/logout-sinks.ts'
import { textIn } from '../../support/panel-visitor.ts'
import { relyingParties } from '../../support/relying-parties.ts'
import { claimsOf, type TokenSet } from '../../support/relying-party.ts'
import { startStandingIdp } from '../../support/standing-clock.ts'
import { until } from '../../support/until.ts'

const FRONT = 'https://front.example/out?tenant=a'
const OTHER = 'https://other.example:8443/bye'

const CLIENTS = [
  CONF,
  logoutClient('front', { frontchannel_logout_uri: FRONT, frontchannel_logout_session_required: true }),
  logoutClient('other', { frontchannel_logout_uri: OTHER, client_name: 'Other <b>app</b>' }),
  logoutClient('sure', {
    frontchannel_logout_uri: 'https://sure.example/out',
    frontchannel_logout_session_required: true,
  }),
  logoutClient('both', {
    frontchannel_logout_uri: 'https://both.example/out',
    backchannel_logout_uri: (await startSink()).url,
  }),
] as const

forEachDeployment((start) => {
  const idp = sharedIdp(() => start({ options: { clients: CLIENTS } }))
  const [conf, front, other, sure, both] = relyingParties(idp, CLIENTS)

  const page = (accessToken: string, headers: Record<string, string> = JSON_CALLER): Promise<Answer> =>
    idp.send('/connect/logout/frontchannel', { headers: { ...headers, authorization: `Bearer ${accessToken}` } })
  const byTicket = (ticket: string, headers: Record<string, string> = NAVIGATION): Promise<Answer> =>
    idp.send(`/connect/logout/frontchannel?ticket=${ticket}`, { headers })

  interface LoggedOut {
    readonly tokens: readonly [TokenSet, TokenSet, TokenSet]
    readonly ticket: string
  }
  const loggedOut = async (): Promise<LoggedOut> => {
    const [laptop, phone] = [idp.user(), idp.user()]
    const tokens = [await laptop.signIn(front), await laptop.signIn(other), await phone.signIn(front)] as const
    const answer = await everywhere(idp, tokens[0].access_token)
    return { tokens, ticket: answer.json().frontchannel_ticket as string }
  }
  const framesOf = (html: string): readonly URL[] =>
    [...html.matchAll(/<iframe\b[^>]*\bsrc="([^"]*)"/g)].map(([, src = '']) => new URL(src.replaceAll('&amp;', '&')))

  /** Where the page goes on to, below the service. */
  const nextOf = (html: string): string =>
    (/class="sso-button[^>]*href="[^"]*?(\/connect\/[^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')

  it('FC-01: the token that was logged out gets every address once, with iss and the sid of that session', async () => {
    const { tokens } = await loggedOut()
    const answer = await page(tokens[0].access_token)
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    const iss = encodeURIComponent(idp.issuer)
    const sids = tokens.map(({ access_token }) => claimsOf(access_token).sid as string)
    expect(Object.keys(answer.json())).toEqual(['iframes'])
    expect(answer.json().iframes).toHaveLength(3)
    expect(answer.json().iframes).toEqual(
      expect.arrayContaining([
        { client_id: 'front', sid: sids[0], uri: `${FRONT}&iss=${iss}&sid=${sids[0]}` },
        { client_id: 'other', sid: sids[1], uri: `${OTHER}?iss=${iss}&sid=${sids[1]}` },
        { client_id: 'front', sid: sids[2], uri: `${FRONT}&iss=${iss}&sid=${sids[2]}` },
      ]),
    )
    // The token may be used again in its time: a page may be reloaded.
    expect((await page(tokens[0].access_token)).json()).toEqual(answer.json())
  })

  it('FC-02: no token, another one, a live one, an ID token or one of another provider: 401', async () => {
    const { tokens } = await loggedOut()
    const missing = await idp.send('/connect/logout/frontchannel')
    expectDenied.token(missing)
    expectChallenge(missing)
    const alive = await idp.user(BOB).signIn(front)
    const [head = '', body = ''] = tokens[0].access_token.split('.')
    for (const token of [
      tokens[1].access_token,
      alive.access_token,
      tokens[0].id_token,
      `${head}.${body}.${Buffer.alloc(64, 1).toString('base64url')}`,
      'x',
    ]) {
      const answer = await page(token)
      expectDenied.token(answer)
      expectChallenge(answer, 'invalid_token')
    }
  })

  it('FC-02: a ticket counts once', async () => {
    const { ticket } = await loggedOut()
    expect((await byTicket(ticket)).status).toBe(200)
    expectDenied.token(await byTicket(ticket, JSON_CALLER), 'ticket_invalid')
    for (const wrong of ['', 'x', 'A'.repeat(43), `${ticket}A`])
      expectDenied.token(await byTicket(wrong, JSON_CALLER), 'ticket_invalid')
    expectDenied.request(
      await idp.send(`/connect/logout/frontchannel?ticket=${ticket}&ticket=${ticket}`),
      'parameter_duplicated',
    )
  })

  it('FC-04: the page may frame the apps of the list alone, runs no other script, and is not stored', async () => {
    const { ticket, tokens } = await loggedOut()
    const { status, headers, text } = await byTicket(ticket)
    expect([status, headers['content-type'], headers['cache-control'], headers['referrer-policy']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
      'no-referrer',
    ])
    const policy = String(headers['content-security-policy'])
    expect(
      policy
        .split('; ')
        .find((directive) => directive.startsWith('frame-src'))
        ?.split(' ')
        .toSorted(),
    ).toEqual(['frame-src', 'https://front.example', 'https://other.example:8443'].toSorted())
    for (const directive of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(directive)
    expect(
      framesOf(text)
        .map(({ searchParams }) => searchParams.get('sid'))
        .toSorted(),
    ).toEqual(tokens.map(({ access_token }) => claimsOf(access_token).sid as string).toSorted())
    for (const frame of framesOf(text)) expect(frame.searchParams.getAll('iss')).toEqual([idp.issuer])
    expect(text).not.toContain('<b>app</b>')
  })

  it('FC-06: a browser that signs out gets the page first, with the way on to the registered address', async () => {
    const alice = idp.user()
    await alice.signIn(conf)
    const tokens = await alice.signIn(front)
    const answer = await byGet(alice, {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: 'https://front.example/',
      state: 's & t',
    })
    expect([answer.status, answer.headers.location]).toEqual([200, undefined])
    expect(framesOf(answer.text).map(String)).toEqual([
      `${FRONT}&iss=${encodeURIComponent(idp.issuer)}&sid=${claimsOf(tokens.access_token).sid}`,
    ])
    expect(answer.text).toContain('href="https://front.example/?state=s%20%26%20t"')
    expect(await stateOf(alice, conf)).toBe('login_required')
  })

  it('a spent or old ticket is shown to users as that, not as a broken sign-in', async () => {
    const { ticket } = await loggedOut()
    await byTicket(ticket)
    for (const spent of [ticket, 'A'.repeat(43)]) {
      const { status, text } = await byTicket(spent)
      expect([
        status,
        text.includes('<h1>This sign-out page is shown only once</h1>'),
        text.includes('sign-in request'),
      ]).toEqual([401, true, false])
    }
  })

  it('an app with two sessions is counted and named once, and both addresses are loaded', async () => {
    const { ticket } = await loggedOut()
    const { text } = await byTicket(ticket)
    expect(text).toContain('<h1>Signing you out of 2 apps</h1>')
    expect([...text.matchAll(/class="sso-progress-name">([^<]*)</g)].map(([, name]) => name).toSorted()).toEqual([
      'App front',
      'Other &lt;b>app&lt;/b>',
    ])
    expect(framesOf(text)).toHaveLength(3)
  })

  it('the page offers no language: a link to it would spend the ticket again', async () => {
    const { ticket } = await loggedOut()
    const { text } = await byTicket(ticket)
    expect([text.includes('ui_locales'), text.includes(ticket)]).toEqual([false, false])
  })

  it('the page after it still names the apps, in every language, and no address can put names on it', async () => {
    const { ticket } = await loggedOut()
    const next = nextOf((await byTicket(ticket)).text)
    const after = await idp.send(next, { headers: NAVIGATION })
    for (const { status, text } of [after, await idp.send(`${next}&ui_locales=ar`, { headers: NAVIGATION })])
      expect([status, (/<ul.*?<\/ul>/s.exec(text)?.[0] ?? '').replaceAll(/<[^>]*>/g, ' ')]).toEqual([
        200,
        expect.stringMatching(/ front .*app/),
      ])
    for (const address of ['/connect/logout?ended=front', `/connect/logout?ended=${'A'.repeat(22)}`])
      expect((await idp.send(address, { headers: NAVIGATION })).text.split('<footer')[0]).not.toContain('<ul')
  })

  it('so does the page of a browser that signed out, and it leads back to the app', async () => {
    const alice = idp.user()
    await alice.signIn(conf)
    const { id_token } = await alice.signIn(front)
    const { text } = await byGet(alice, { id_token_hint: id_token })
    const after = await alice.browser.go(nextOf(text))
    const list = (/<div class="sso-fan">.*?<\/div>/s.exec(after.text)?.[0] ?? '').replaceAll(/<[^>]*>/g, ' ')
    // It asked for the sign-out itself; the other cannot be notified.
    expect(list).toMatch(/Signed out .*App front.*Not notified; may still be open .*conf/)
    expect(after.text).toContain('href="https://front.example/"')
  })

  it('an app that only the browser notified is called signed out when the page before heard of it, and not else', async () => {
    const alice = idp.user()
    await alice.signIn(front)
    const { id_token } = await alice.signIn(conf)
    const next = nextOf((await byGet(alice, { id_token_hint: id_token })).text)
    const groups = async (address: string): Promise<string> =>
      (/<div class="sso-fan">.*?<\/div>/s.exec((await alice.browser.go(address)).text)?.[0] ?? '').replaceAll(
        /<[^>]*>/g,
        ' ',
      )
    expect(await groups(next)).toMatch(/Signed out .*conf.*Couldn’t confirm .*App front.*Sign out of +App front/)
    expect(await groups(`${next}&confirmed=7`)).toContain('Couldn’t confirm')
    const confirmed = await groups(`${next}&confirmed=0`)
    expect(confirmed).toMatch(/Signed out .*conf.*App front/)
    expect(confirmed).not.toContain('Couldn’t confirm')
  })

  it('an app at another site that needs a cookie is never called signed out', async () => {
    const alice = idp.user()
    await alice.signIn(front)
    await alice.signIn(other)
    const { id_token } = await alice.signIn(conf)
    const { text } = await byGet(alice, { id_token_hint: id_token })
    expect([...text.matchAll(/data-loaded="(\w+)"/g)].map(([, state]) => state).toSorted()).toEqual([
      'done',
      'unconfirmed',
    ])
    const after = (await alice.browser.go(`${nextOf(text)}&confirmed=0.1`)).text
    expect(textIn(/<div class="sso-fan">.*?<\/div>/s.exec(after)?.[0] ?? '')).toMatch(
      /^Signed out.*conf.*App front.*Couldn’t confirm.*Other .*Sign out of/,
    )
  })

  it('an app is not called signed out for the frame of the app that asked for the sign-out', async () => {
    const alice = idp.user()
    await alice.signIn(sure)
    const { id_token } = await alice.signIn(front)
    const { text } = await byGet(alice, { id_token_hint: id_token })
    const names = [...text.matchAll(/class="sso-progress-name">([^<]*)</g)].map(([, name]) => name)
    const after = async (reported: string): Promise<string> =>
      textIn((await alice.browser.go(`${nextOf(text)}&confirmed=${names.indexOf(reported)}`)).text)
    expect(await after('App front')).toMatch(/Couldn’t confirm.*App sure/)
    expect(await after('App sure')).not.toContain('Couldn’t confirm')
  })

  it('an app that has accepted its back-channel notice is signed out, whatever its frame gets', async () => {
    const alice = idp.user()
    await alice.signIn(both)
    const { id_token } = await alice.signIn(conf)
    const { text } = await byGet(alice, { id_token_hint: id_token })
    expect(text).toContain('data-loaded="done"')
    expect(textIn((await alice.browser.go(nextOf(text))).text)).not.toContain('Couldn’t confirm')
  })

  it('FC-06: without a front-channel client, and for other callers, there is no page in between', async () => {
    const alice = idp.user()
    const tokens = await alice.signIn(conf)
    expect(
      (await byGet(alice, { id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://conf.example/' }))
        .status,
    ).toBe(303)
    const again = await alice.signIn(front)
    expect((await byGet(alice, { id_token_hint: again.id_token }, JSON_CALLER)).json()).toEqual({ signed_out: true })
  })

  it('FC-08: without a front-channel client there is no address and no ticket, and the list is empty', async () => {
    const { access_token } = await idp.user().signIn(conf)
    const answer = await everywhere(idp, access_token)
    expect(Object.keys(answer.json()).toSorted()).toEqual(['notifications', 'sid', 'sids', 'signed_out'])
    expect((await page(access_token)).json()).toEqual({ iframes: [] })
    expect((await page(access_token, NAVIGATION)).status).toBe(200)
  })

  it('a client that was disabled or removed meanwhile is not on the page', async () => {
    const alice = idp.user()
    await alice.signIn(front)
    const tokens = await alice.signIn(other)
    const gone = await idp.portico.storage.clients.find('front')
    // As a node does whose configuration has the client no more.
    await idp.portico.storage.documents.replace('left-clients', 'front', undefined, 'left')
    await idp.portico.storage.clients.remove('front')
    await until(async () => (await front.introspect('x')).status === 401)
    const answer = await everywhere(idp, tokens.access_token)
    expect(answer.json().notifications.map(({ client_id }: { readonly client_id: string }) => client_id)).toEqual([
      'other',
    ])
    await idp.portico.storage.clients.create({ id: 'front', record: gone as string, redirectUris: [front.redirectUri] })
  })
})

it('FC-02: 120 seconds later neither token nor ticket opens it', async () => {
  const client = logoutClient('front', { frontchannel_logout_uri: FRONT })
  const idp = await startStandingIdp({ clients: [client] })
  const { access_token } = await idp.user().signIn(idp.party(client))
  const { frontchannel_ticket: ticket } = (await everywhere(idp, access_token)).json()
  const byToken = (): Promise<Answer> =>
    idp.send('/connect/logout/frontchannel', { headers: { ...JSON_CALLER, authorization: `Bearer ${access_token}` } })
  idp.clock.forward(119)
  expect((await byToken()).status).toBe(200)
  idp.clock.forward(1)
  expectDenied.token(await byToken())
  expectDenied.token(await idp.send(`/connect/logout/frontchannel?ticket=${ticket}`), 'ticket_invalid')
})
