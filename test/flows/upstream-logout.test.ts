/** A provider that users come from reports their sign-out there, and they sign out there from here (D-A5, D-S9). */
import { exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { grantOf } from '../support/actors.ts'
import { formsOf, openBrowser, type Page, titleOf } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { failingCalls } from '../support/failing-calls.ts'
import { ACCOUNTS, ALICE } from '../support/fixtures.ts'
import { MOUNT_PATHS } from '../support/hosts.ts'
import { encodeFields } from '../support/http.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { confirmPage, stateOf } from '../support/logout-caller.ts'
import { allNoticesSent, logoutClient, type Sink, startSink } from '../support/logout-sinks.ts'
import { CLIENT, type LyingProvider, lyingProvider } from '../support/lying-provider.ts'
import { claimsOf, type RelyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'
import {
  buttonOf,
  connectorTo,
  deliver,
  logoutClaims,
  signedLogout,
  type Visited,
  visitBy,
} from '../support/upstream-visitor.ts'
import { watchedStorage } from '../support/watched-storage.ts'
import { audited } from './portal-visitor.ts'
import { clientOf, connectorTo as companyTo } from './upstream-company.ts'

const APP = { client_id: 'app', redirect_uris: ['https://app.example/callback'] }

forEachDeployment((start, { mount }) => {
  const HERE = `http://localhost:9${MOUNT_PATHS[mount]}`
  let there: Idp
  let provider: LyingProvider
  let idp: Idp
  /** Where the other service sends its notices to, and from there they go here. */
  let relay: Sink
  let sink: Sink
  let app: RelyingParty
  let framed: RelyingParty

  beforeAll(async () => {
    ;[relay, sink, provider] = [await startSink(), await startSink(), await lyingProvider()]
    relay.answers((res, { token }) => {
      void deliver(idp, 'b', token).then(({ status }) => res.writeHead(status).end())
    })
    const client = {
      ...clientOf(HERE, 'b'),
      post_logout_redirect_uris: [`${HERE}/upstream/b/signed-out`],
      backchannel_logout_uri: relay.url,
    }
    there = await runningIdp({ clients: [client], accounts: ACCOUNTS })
    const b = companyTo(there, 'b')
    const gone = { ...b, id: 'gone', name: 'Gone', issuer: 'http://localhost:1' }
    const own = logoutClient('app', { ...APP, backchannel_logout_uri: sink.url })
    const inFrames = logoutClient('framed', { frontchannel_logout_uri: 'https://framed.example/out' })
    idp = await start({
      issuer: HERE,
      options: {
        clients: [own, inFrames],
        login: { upstreams: [b, gone, connectorTo(provider, 'p'), connectorTo(provider, 'q')] },
      },
    })
    ;[app, framed] = [idp.party(own), idp.party(inFrames)]
  })
  afterEach(async () => {
    await allNoticesSent(idp)
    sink.clear()
  })

  const visit = (visited: Visited, id = 'p') => visitBy({ node: idp, provider, id, app }, visited)
  const refreshed = async (token: string): Promise<number> => (await app.refresh(token)).status

  /** A user of the other service at an app here, and their browsers at both. */
  async function enterFromThere(at = app) {
    const [visitor, resident] = [idp.user(), there.user()]
    const { request, ...stop } = await visitor.open(at, { scope: 'openid offline_access' })
    const { url } = await visitor.browser.submit(stop as Page, {}, buttonOf(stop, 'b'))
    const back = (await resident.walk(await resident.browser.visit(url))).url
    const grant = grantOf((await visitor.walk(await visitor.browser.visit(back))).url, request)
    return { visitor, resident, tokens: (await at.exchange(grant)).json() }
  }

  it('a user who signs out there is signed out here, refresh tokens too, and the apps here are notified', async () => {
    const { visitor, resident, tokens } = await enterFromThere()
    const { sub, sid } = claimsOf(tokens.id_token)
    const page = confirmPage(there, await resident.browser.go('/connect/logout?client_id=portico-b'))
    await resident.browser.submit(page, { action: 'confirm' })
    expect((await sink.arrived(1)).map(({ claims }) => [claims.sub, claims.sid])).toEqual([[sub, sid]])
    expect(await stateOf(visitor, app)).toBe('login_required')
    expect((await app.refresh(tokens.refresh_token)).json()).toMatchObject({ error_ref: 'tokens_revoked' })
    expect(await idp.portico.sessions.list(sub)).toEqual([])
    await until(async () => (await there.portico.deliveries.list({ limit: 1 })).entries[0]?.state === 'delivered')
  })

  it('the page at the end of a sign-out here leads to the sign-out there, and that back here', async () => {
    const { visitor, resident } = await enterFromThere()
    const asked = confirmPage(idp, await visitor.browser.go('/connect/logout?client_id=app'))
    const end = await visitor.browser.submit({ ...asked, url: `${HERE}/connect/logout` }, { action: 'confirm' })
    expect(end.answer.text).toMatch(/Also sign out of <bdi>Company B<\/bdi>/)
    const href = /href="([^"]*\/connect\/logout\?[^"]*)"/.exec(end.answer.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(Object.fromEntries(new URL(href).searchParams)).toEqual({
      client_id: 'portico-b',
      logout_hint: ALICE.sub,
      post_logout_redirect_uri: `${HERE}/upstream/b/signed-out`,
    })
    const left = await resident.browser.submit(confirmPage(there, await resident.browser.go(href)), {
      action: 'confirm',
    })
    expect(left.url).toBe(`${HERE}/upstream/b/signed-out`)
    const back = await visitor.browser.visit(left.url)
    expect([back.answer.status, titleOf(back.answer.text)]).toMatchObject([200, expect.stringContaining('signed out')])
    expect(back.answer.text).not.toContain('Also sign out of')
  })

  it('it leads there also after the page that signs out in the apps', async () => {
    const { visitor, tokens } = await enterFromThere(framed)
    const framing = await visitor.browser.visit(`/connect/logout?id_token_hint=${tokens.id_token}`)
    const href = /href="([^"]*\/connect\/logout\?[^"]*ended=[^"]*)"/.exec(framing.answer.text)?.[1] ?? ''
    const end = await visitor.browser.visit(href.replaceAll('&amp;', '&'))
    expect(end.answer.text).toMatch(/Also sign out of <bdi>Company B<\/bdi>/)
  })

  it('a user who has signed in here has no such page: a sign-out is confirmed', async () => {
    const own = idp.user()
    await own.signIn(app)
    const answer = await own.browser.go('/upstream/b/signed-out')
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `${new URL(HERE).pathname.replace(/\/$/, '')}/connect/logout`,
    ])
    const end = await own.browser.submit(confirmPage(idp, await own.browser.go('/connect/logout?client_id=app')), {
      action: 'confirm',
    })
    expect(end.answer.text).not.toContain('Also sign out of')
  })

  it('by sid it is that session, by sub all that the identity began by this connector, and nothing else', async () => {
    const subject = 'u-several'
    const first = await (await visit({ subject, sid: 's-first' })).enter()
    const second = await (await visit({ subject, sid: 's-second' })).enter()
    const nameless = await (await visit({ subject })).enter()
    const other = await (await visit({ subject: 'u-other', sid: 's-first-not' })).enter()
    const otherProvider = await (await visit({ subject, sid: 's-first' }, 'q')).enter()
    const own = await idp.user().signIn(app, { scope: 'openid offline_access' })
    const states = (): Promise<readonly number[]> =>
      Promise.all([second, nameless, other, otherProvider, own].map(({ refresh_token }) => stillThere(refresh_token)))
    const stillThere = async (token: string): Promise<number> =>
      (await app.introspect(token)).json().active === true ? 1 : 0

    const one = await deliver(idp, 'p', await signedLogout(provider, { sid: 's-first' }))
    expect([one.status, one.text, one.headers['cache-control']]).toEqual([200, '', 'no-store'])
    expect(await refreshed(first.refresh_token)).toBe(400)
    expect(await states()).toEqual([1, 1, 1, 1, 1])
    // One that named no session cannot be told apart from the others of its user.
    expect((await deliver(idp, 'p', await signedLogout(provider, { sid: 's-unknown', sub: subject }))).status).toBe(200)
    expect(await states()).toEqual([1, 0, 1, 1, 1])
    expect((await deliver(idp, 'p', await signedLogout(provider, { sub: subject }))).status).toBe(200)
    expect(await states()).toEqual([0, 0, 1, 1, 1])
    expect((await sink.arrived(3)).map(({ claims }) => claims.sid)).toEqual(
      [first, nameless, second].map(({ id_token }) => claimsOf(id_token).sid),
    )
  })

  it('refresh tokens that outlived their session here end as well', async () => {
    const { who, enter } = await visit({ subject: 'u-outlived', sid: 's-outlived' })
    const tokens = await enter()
    await who.browser.go(`/connect/logout?id_token_hint=${tokens.id_token}`)
    const next = (await app.refresh(tokens.refresh_token)).json()
    expect((await deliver(idp, 'p', await signedLogout(provider, { sid: 's-outlived' }))).status).toBe(200)
    expect((await app.refresh(next.refresh_token)).json()).toMatchObject({ error_ref: 'tokens_revoked' })
  })

  it('a session that its user has renewed by another one of the provider is that one', async () => {
    const first = await visit({ subject: 'u-renewed', sid: 's-old' })
    await first.enter()
    const renewed = await (await visit({ subject: 'u-renewed', sid: 's-new', who: first.who, prompt: 'login' })).enter()
    expect((await deliver(idp, 'p', await signedLogout(provider, { sid: 's-old' }))).status).toBe(200)
    expect(await stateOf(first.who, app)).toBe('signed in')
    expect((await deliver(idp, 'p', await signedLogout(provider, { sid: 's-new' }))).status).toBe(200)
    expect(await stateOf(first.who, app)).toBe('login_required')
    expect(await refreshed(renewed.refresh_token)).toBe(400)
  })

  it('one that comes between the callback and the session ends what would come of it', async () => {
    for (const target of [{ sid: 's-between' }, { sub: 'u-between' }]) {
      const visitor = await visit({ subject: 'u-between', sid: 's-between' })
      expect((await deliver(idp, 'p', await signedLogout(provider, target))).status).toBe(200)
      expect(buttonOf(await visitor.who.browser.visit(visitor.goesTo), 'p')).toBeDefined()
      // By its user alone, a user who signs in there again may come in again.
      if (target.sub !== undefined) {
        const again = await (await visit({ subject: 'u-between', sid: 's-next', who: visitor.who })).enter()
        expect(await refreshed(again.refresh_token)).toBe(200)
      }
    }
  })

  describe('tokens that lie end nothing', () => {
    const subject = 'u-lied-about'
    let token: string
    beforeAll(async () => {
      token = (await (await visit({ subject, sid: 's-lied-about' })).enter()).refresh_token
    })
    afterAll(async () => {
      expect(await refreshed(token)).toBe(200)
      expect((await deliver(idp, 'p', await signedLogout(provider, { sub: subject }))).status).toBe(200)
    })
    const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = (more: object = {}) => logoutClaims(provider, { sub: subject, ...more })
    const by = (key: Parameters<SignJWT['sign']>[0], header: { alg: string; kid: string }): Promise<string> =>
      new SignJWT(claims()).setProtectedHeader({ ...header, typ: 'logout+jwt' }).sign(key)
    const otherKey = async () => (await generateKeyPair('ES256')).privateKey
    const publicText = async (): Promise<string> => {
      const { keys } = (await (await fetch(`${provider.issuer}/jwks`)).json()) as {
        keys: Parameters<typeof importJWK>[0][]
      }
      return exportSPKI((await importJWK(keys[0] ?? {}, 'ES256', { extractable: true })) as CryptoKey)
    }

    it.each<[string, string, () => string | Promise<string>]>([
      ['another audience', 'aud', () => signedLogout(provider, { sub: subject, aud: 'another' })],
      ['no algorithm', 'signature', () => `${base64({ alg: 'none', typ: 'logout+jwt' })}.${base64(claims())}.`],
      ['the client secret', 'signature', () => by(Buffer.from(CLIENT.clientSecret), { alg: 'HS256', kid: 'k1' })],
      ['the public key', 'signature', async () => by(Buffer.from(await publicText()), { alg: 'HS256', kid: 'k1' })],
      ['another key', 'signature', async () => by(await otherKey(), { alg: 'ES256', kid: 'k2' })],
      ['another key of the same kid', 'signature', async () => by(await otherKey(), { alg: 'ES256', kid: 'k1' })],
      ['the type of an access token', 'typ', () => provider.sign(claims(), { typ: 'at+jwt' })],
      ['an ID token', 'jti', () => provider.sign(claims({ jti: undefined, events: undefined, nonce: 'n' }))],
      ['no token', 'signature', () => 'x'],
    ])('%s: %s', async (_what, why, made) => {
      const answer = await deliver(idp, 'p', await made())
      expect([answer.status, answer.headers['cache-control']]).toEqual([400, 'no-store'])
      expect(answer.json()).toMatchObject({ error: 'invalid_request', error_ref: 'logout_token_invalid' })
      expect(answer.json().error_description).toContain(why)
    })

    it('only a form is read, and only at a connector', async () => {
      const logout_token = await signedLogout(provider, { sub: subject })
      const path = '/upstream/p/backchannel-logout'
      const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ logout_token }) }
      expect((await idp.send(path, { method: 'POST', ...json })).json()).toMatchObject({ error_ref: 'content_type' })
      const query = await idp.send(`${path}?${encodeFields({ logout_token })}`, { method: 'POST', body: {} })
      expect(query.json()).toMatchObject({ error_ref: 'logout_token_invalid' })
      const twice = await idp.send(path, { body: [1, 2].map(() => ['logout_token', logout_token] as const) })
      expect(twice.status).toBe(400)
      expect((await idp.send(path)).headers.allow).toBe('POST')
      expect((await deliver(idp, 'unknown', logout_token)).status).toBe(404)
      // It is signed, but for another connector's provider.
      expect((await deliver(idp, 'b', logout_token)).status).toBe(400)
    })
  })

  it('a token counts once, also where two arrive concurrently, and a replayed one ends no later session', async () => {
    const subject = 'u-replayed'
    const before = await (await visit({ subject, sid: 's-1' })).enter()
    const token = await signedLogout(provider, { sub: subject })
    const answers = await Promise.all([deliver(idp, 'p', token), deliver(idp, 'p', token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await refreshed(before.refresh_token)).toBe(400)
    const after = await (await visit({ subject, sid: 's-2' })).enter()
    const replayed = await deliver(idp, 'p', token)
    expect([replayed.status, replayed.json().error_description]).toEqual([400, expect.stringContaining('jti')])
    expect(await refreshed(after.refresh_token)).toBe(200)
  })

  it('it is reported to administrators and to the user', async () => {
    const subject = 'u-audited'
    const { id_token } = await (await visit({ subject, sid: 's-audited' })).enter()
    await deliver(idp, 'p', await signedLogout(provider, { sid: 's-audited' }))
    const { sub } = claimsOf(id_token)
    const entry = await audited(idp, 'logout.upstream', sub as string)
    expect(entry).toMatchObject({ result: 'ok', user: sub, sid: expect.stringMatching(/./) })
    expect(entry).not.toHaveProperty('device')
  })

  it('without the keys of the provider nothing is known of a token: 503', async () => {
    const answer = await deliver(idp, 'gone', await signedLogout(provider, { sub: 'u' }))
    expect([answer.status, answer.json().error_ref]).toEqual([503, 'upstream_unavailable'])
    expect(answer.headers['retry-after']).toBeDefined()
  })
})

describe('limits and errors:', () => {
  let provider: LyingProvider
  beforeAll(async () => {
    provider = await lyingProvider()
  })
  const started = (options: object): Promise<Idp> =>
    runningIdp({ login: { upstreams: [connectorTo(provider, 'p')] }, ...options })

  it('invented tokens are limited, and genuine ones of the same address are not', async () => {
    const idp = await started({ rateLimits: { pages: { limit: 60, windowSeconds: 60 } } })
    const invented = await Promise.all(Array.from({ length: 100 }, (_, index) => deliver(idp, 'p', `x.${index}.y`)))
    const statuses = invented.map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
    const tokens = await Promise.all(
      Array.from({ length: 300 }, (_, index) => signedLogout(provider, { sub: `u-${index}` })),
    )
    const genuine = await Promise.all(tokens.map((token) => deliver(idp, 'p', token)))
    expect(new Set(genuine.map(({ status }) => status))).toEqual(new Set([200]))
    // Nor has any of them used up what browsers may ask for.
    const other = await openBrowser(idp, { from: '127.0.0.2' }).go('/upstream/p/signed-out')
    expect(other.status).toBe(200)
  })

  it('200 only when the store has it: a token whose work failed may come again', async () => {
    const failing = failingCalls()
    const idp = await started({ storage: failing.storage, clients: [logoutClient('app', APP)] })
    const app = idp.party(logoutClient('app', APP))
    const visitor = await visitBy({ node: idp, provider, id: 'p', app }, { subject: 'u-1', sid: 's-1' })
    const { refresh_token } = await visitor.enter()
    const token = await signedLogout(provider, { sid: 's-1' })
    const outcomes: number[] = []
    for (let call = 1; outcomes.at(-1) !== 200; call += 1) {
      expect(call).toBeLessThan(40)
      failing.failAt(call)
      const { status } = await deliver(idp, 'p', token)
      expect([200, 503]).toContain(status)
      outcomes.push(status)
    }
    failing.heal()
    expect(outcomes.length).toBeGreaterThan(5)
    expect((await app.refresh(refresh_token)).status).toBe(400)
    expect(formsOf((await visitor.who.open(app)).answer.text).length).toBeGreaterThan(0)
  })

  it.each([
    ['a new session', false],
    ['one that its user renews', true],
  ])('one that comes while %s is about to be listed ends it', async (_what, renews) => {
    let before: (() => Promise<unknown>) | undefined
    const storage = watchedStorage(embeddedStorage({}), async ({ port, method }) => {
      if (port !== 'sessions' || method !== 'link') return
      await before?.()
      before = undefined
    })
    const own = logoutClient('app', APP)
    const idp = await started({ storage, clients: [own] })
    const app = idp.party(own)
    const at = { node: idp, provider, id: 'p', app }
    const who = idp.user()
    const earlier = renews ? await (await visitBy(at, { subject: 'u-1', sid: 's-1', who })).enter() : undefined
    const visitor = await visitBy(at, { subject: 'u-1', sid: 's-2', who, prompt: 'login' })
    const token = await signedLogout(provider, { sid: 's-2' })
    before = async () => expect((await deliver(idp, 'p', token)).status).toBe(200)
    expect([(await who.browser.visit(visitor.goesTo)).at, before]).toEqual(['page', undefined])
    expect(await stateOf(who, app)).toBe('login_required')
    if (earlier !== undefined) {
      expect((await app.refresh(earlier.refresh_token)).status).toBe(400)
      expect(await idp.portico.sessions.list(claimsOf(earlier.id_token).sub as string)).toEqual([])
    }
  })
})
