/** The gate (D-S11): what a reverse proxy is answered, and the way of a sign-in at the host of the app. */
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { User } from '../../lib/domain/accounts/user-directory.ts'
import { ASSERTION_TYPE } from '../../policies/gate.ts'
import { altered } from '../support/altered.ts'
import { titleOf } from '../support/browser.ts'
import { expectError } from '../support/expect.ts'
import { failingCalls } from '../support/failing-calls.ts'
import { filled } from '../support/filled.ts'
import { ALICE, BOB, CONF } from '../support/fixtures.ts'
import { type GatedVisitor, gatedVisitor } from '../support/gated-visitor.ts'
import { giveRoles } from '../support/given-roles.ts'
import type { Answer } from '../support/http.ts'
import { runningIdp, sharedIdp, startIdp } from '../support/idp.ts'
import { textIn } from '../support/panel-visitor.ts'
import { trailWritten } from '../support/trace-of.ts'
import { words } from '../support/words.ts'

const WIKI = { clientId: 'wiki', url: 'https://wiki.example.com' }
const BOOKS = { clientId: 'books', url: 'https://apps.example.com:8443/books' }
const gated = ({ clientId, url }: typeof WIKI, more: object = {}) =>
  ({
    client_id: clientId,
    client_name: `The ${clientId}`,
    client_type: 'confidential',
    gate: { url },
    ...more,
  }) as const
const EDITOR = { roles: ['editor'] }
const CLIENTS = [
  gated(WIKI, { owner_email: 'wiki-owners@example.com', access: EDITOR }),
  gated(BOOKS, { gate: { url: BOOKS.url, assertion: true } }),
  CONF,
]
/** 401 with the sign-in URL. */
function expectWay(answer: Answer, way: string): void {
  expect(answer.headers.location).toBe(way)
  const { location: _way, ...headers } = answer.headers
  expectError({ ...answer, headers }, 401, 'login_required', 'sign_in_required')
}
function expectBackground(answer: Answer): void {
  expect(answer.headers.location).toBeUndefined()
  expectError(answer, 401, 'login_required', 'sign_in_required')
}
/** What nginx shows for a refusal: the page that its refusals lead to. */
const refusal = (visitor: GatedVisitor, accept = 'text/html'): Promise<Answer> =>
  visitor.at('/.portico/wiki/refusal', { headers: { 'x-original-url': 'https://wiki.example.com/x?y', accept } })
const HEADERS = ['remote-user', 'remote-name', 'remote-email', 'remote-groups', 'x-portico-assertion'] as const

describe.each(['root', 'koa'] as const)('mounted at %s', (mount) => {
  const store = failingCalls()
  const idp = sharedIdp(() => startIdp({ mount, options: { storage: store.storage, clients: CLIENTS } }))
  const other = filled(beforeAll, () => idp.anotherNode())
  const visitor = (app = WIKI, of?: GatedVisitor): GatedVisitor => gatedVisitor(idp, app, of?.browser)
  const identityIn = ({ headers }: { headers: Record<string, unknown> }): object =>
    Object.fromEntries(HEADERS.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]))

  it('without a session it returns the sign-in URL, and reads, writes and keeps nothing', async () => {
    await visitor().ask('/')
    store.heal()
    const anonymous = visitor()
    const answer = await anonymous.ask('/page?tab=2')
    const way = `/.portico/wiki/sign-in?return_to=${encodeURIComponent('/page?tab=2')}`
    expect([answer.status, answer.headers.location, answer.headers['cache-control']]).toEqual([302, way, 'no-store'])
    expectWay(await anonymous.ask('/', { headers: { 'x-original-url': 'https://wiki.example.com/page?tab=2' } }), way)
    for (const accept of ['application/json', '*/*'])
      expectBackground(await anonymous.ask('/page?tab=2', { headers: { accept } }))
    expectBackground(await anonymous.ask('/page', { headers: { accept: 'text/html', 'sec-fetch-mode': 'cors' } }))
    for (const path of ['//evil.example/', '/\\evil.example']) {
      const { headers } = await anonymous.ask(path)
      expect(new URL(headers.location ?? '', WIKI.url).host).toBe('wiki.example.com')
    }
    for (const forged of ['sso_gate_wiki=x', '__Host-sso_gate_wiki=a.b.c.d.e', '__Host-sso_gate_wiki='])
      expect((await anonymous.ask('/', { headers: { cookie: forged } })).status).toBe(302)
    expectError(await idp.send('/gate'), 400, 'invalid_request', 'parameter_missing')
    expectError(await idp.send('/gate?app=No%0AName'), 400, 'invalid_request', 'parameter_missing')
    expect((await idp.send('/gate?app=no-such-app', { headers: { accept: 'text/html' } })).status).toBe(302)
    expect(store.calls()).toEqual([])
    for (const header of ['strict-transport-security', 'set-cookie']) expect(answer.headers[header]).toBeUndefined()
  })

  it('after the sign-in the requested page is let through, and the app receives the user', async () => {
    const alice = visitor()
    const answer = await alice.enter('/page?tab=2')
    expect([answer.status, answer.text, answer.sent.headers['x-forwarded-uri']]).toEqual([200, '', '/page?tab=2'])
    expect(identityIn(answer)).toEqual({
      'remote-user': 'alice',
      'remote-name': ALICE.name,
      'remote-email': ALICE.email,
      'remote-groups': 'editor,reader',
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    const [cookie] = alice.cookies.all().filter(({ name }) => name.startsWith('__Host-sso_gate_wiki'))
    expect(cookie?.path).toBe('/')
    for (const flag of ['secure', 'httponly']) expect(cookie?.attributes.has(flag)).toBe(true)
    // One sign-in is enough for the next app, which has a path, a port, and requires a signed statement.
    const books = visitor(BOOKS, alice)
    expect((await books.enter('/books/1')).status).toBe(200)
  })

  it('with a session it reads the store once, in addition to the directory, and leaves no trace', async () => {
    const alice = visitor()
    await alice.enter('/')
    await alice.ask('/')
    const entries = async (): Promise<number> => (await idp.portico.audit.list({}, undefined, 100)).entries.length
    await trailWritten(idp)
    const [traces, lines] = [await entries(), idp.log.lines.length]
    for (let count = 0; count < 10; count += 1) {
      store.heal()
      expect((await alice.ask('/picture.png')).status).toBe(200)
      // The state of session and client, and the account in the directory, which is in the same store here.
      expect(store.calls()).toHaveLength(2)
    }
    expect(idp.log.lines).toHaveLength(lines)
    // The request that waits for the trail leaves a separate entry.
    await trailWritten(idp)
    expect(await entries()).toBe(traces + 1)
  })

  it('the cookie of one app is worth nothing at another, or when it was touched', async () => {
    const alice = visitor()
    await alice.enter('/')
    const value = alice.cookies.value('sso_gate_wiki') ?? ''
    const at = (cookie: string, app: typeof WIKI): Promise<{ status: number }> =>
      visitor(app).ask('/books', { headers: { cookie } })
    expect((await at(`__Host-sso_gate_wiki=${value}`, WIKI)).status).toBe(200)
    expect((await at(`__Host-sso_gate_books=${value}`, BOOKS)).status).toBe(302)
    // Without the prefix another host could have planted it.
    expect((await at(`sso_gate_wiki=${value}`, WIKI)).status).toBe(302)
    expect((await at(`__Host-sso_gate_wiki=${altered(value)}`, WIKI)).status).toBe(302)
  })

  it('a proxy that asks for another address than that of the app is refused', async () => {
    const alice = visitor()
    await alice.enter('/')
    const books = visitor(BOOKS, alice)
    await books.enter('/books')
    const asked = (who: GatedVisitor, headers: Record<string, string>): Promise<Answer> =>
      who.ask('/', { headers: { ...headers, accept: 'application/json' } })
    expectError(await asked(alice, { 'x-forwarded-host': 'mail.example.com' }), 403, 'access_denied', 'gate_other_url')
    for (const [status, url] of [
      [200, 'http://WIKI.example.com/x'],
      [200, 'https://wiki.example.com:443//evil.example/'],
      [403, 'https://wiki.example.com:8443/x'],
      [403, 'https://wiki.example.com@mail.example.com/'],
    ] as const)
      expect([url, (await asked(alice, { 'x-original-url': url })).status]).toEqual([url, status])
    for (const [status, path] of [
      [200, '/books?x=/'],
      [403, '/bookshop'],
      [403, '/books/%2e%2e/mail'],
    ] as const)
      expect([path, (await asked(books, { 'x-forwarded-uri': path })).status]).toEqual([path, status])
  })

  const losses: readonly (readonly [string, (alice: GatedVisitor) => Promise<unknown>])[] = [
    [
      'signs out at the service',
      async ({ browser }) => {
        const asked = await browser.visit(`${idp.issuer}/connect/logout`)
        return browser.submit(asked as never, { action: 'confirm' })
      },
    ],
    ['signs out with a form of the app', async (alice) => leave(alice, 'same-origin')],
    ['is signed out everywhere', async () => other.portico.sessions.endAll(ALICE.sub)],
    [
      'loses the session at another node',
      async () => {
        const [session] = await other.portico.sessions.list(ALICE.sub)
        await other.portico.sessions.end(ALICE.sub, session?.uid ?? '')
      },
    ],
    ['takes the access of the app away', async () => idp.portico.storage.subjects.revokeClient(ALICE.sub, 'wiki')],
  ]
  const leave = (alice: GatedVisitor, site: string): ReturnType<GatedVisitor['at']> =>
    alice.at('/.portico/wiki/sign-out', { method: 'POST', headers: { 'sec-fetch-site': site } })

  it.each(losses)(
    'who %s is refused at the next request, on every node, with the cookie of before',
    async (_how, lose) => {
      const alice = visitor()
      expect((await alice.enter('/')).status).toBe(200)
      const cookie = alice.cookies.header('/') ?? ''
      await lose(alice)
      for (const node of [idp, other])
        expect((await alice.ask('/', { headers: { cookie, accept: 'application/json' } }, node)).status).toBe(401)
    },
  )

  it('a sign-out ends on the page that confirms it, and the app counts as done', async () => {
    const alice = visitor()
    await alice.enter('/')
    const answer = await leave(alice, 'same-origin')
    expect(answer.headers.location).toMatch(new RegExp(`^${idp.issuer}/connect/logout\\?`))
    const page = await alice.browser.visit(answer.headers.location ?? '')
    expect(textIn(page.answer.text)).toContain('The wiki')
    expect(page.answer.text).toContain('href="https://wiki.example.com/"')
  })

  it.each([
    ['a link', 'GET', undefined],
    ['a form of another site', 'POST', 'cross-site'],
    ['a form of a neighbour', 'POST', 'same-site'],
  ])('%s ends no session: it is confirmed first', async (_name, method, site) => {
    const alice = visitor()
    await alice.enter('/')
    const headers = site === undefined ? {} : { 'sec-fetch-site': site }
    const answer = await alice.at('/.portico/wiki/sign-out', { method, headers })
    expect(answer.headers.location).toBe(`${idp.issuer}/connect/logout?client_id=wiki`)
    expect((await alice.ask('/')).status).toBe(200)
  })

  it('roles are those of the moment: who has lost them gets a page that names the owner, and an app gets JSON', async () => {
    const alice = visitor()
    await alice.enter('/')
    const books = visitor(BOOKS, alice)
    await books.enter('/books')
    await giveRoles(other, ALICE.sub, 'reader')
    const page = await alice.ask('/')
    expect([page.status, titleOf(page.text)]).toEqual([403, expect.stringContaining('access to The wiki')])
    for (const text of [
      'wiki-owners@example.com',
      '/.portico/wiki/sign-in?prompt=select_account',
      '/.portico/_sso/assets/',
    ])
      expect(page.text).toContain(text)
    const style = /href="(\/\.portico\/_sso\/assets\/app\.[^"]+)"/.exec(page.text)?.[1] ?? ''
    expect((await alice.at(style)).headers['content-type']).toContain('text/css')
    expectError(await alice.ask('/', { headers: { accept: 'application/json' } }), 403, 'access_denied', 'access_rule')
    const shown = await refusal(alice)
    expect([shown.status, titleOf(shown.text)]).toEqual([403, expect.stringContaining('access to The wiki')])
    expect((await books.ask('/books')).status).toBe(200)
    await giveRoles(other, ALICE.sub, ...ALICE.roles)
    expect((await alice.ask('/')).status).toBe(200)
    const back = await refusal(alice)
    expect([back.status, back.headers.location]).toEqual([303, 'https://wiki.example.com/x?y'])
  })

  it('users without access are informed at the sign-in, under the app’s name', async () => {
    expect(titleOf((await visitor().enter('/', BOB)).text)).toContain('access to The wiki')
  })

  it('nginx redirects anonymous browsers to the sign-in, and API clients get a 401', async () => {
    const anonymous = visitor()
    const page = await refusal(anonymous)
    const way = '/.portico/wiki/sign-in?return_to=%2Fx%3Fy'
    expect([page.status, page.headers.location]).toEqual([302, way])
    expectBackground(await refusal(anonymous, 'application/json'))
  })

  it.each(words`
    https://evil.example/ //evil.example/..// evil.example @evil.example/ \\evil.example javascript:alert(1) /bookshop
    /books/../../mail
  `)('a sign-in that shall come back to %s is refused, or stays at the app', async (address) => {
    const answer = await visitor(BOOKS).at(`/.portico/books/sign-in?return_to=${encodeURIComponent(address)}`)
    expect([answer.status, answer.headers.location]).toEqual([400, undefined])
  })

  it('a sign-in belongs to the browser that began it, and to the host of the app', async () => {
    const [alice, mallory] = [visitor(), visitor()]
    const begun = await mallory.at('/.portico/wiki/sign-in')
    const stop = await alice.browser.visit(begun.headers.location ?? '')
    const left = await alice.browser.submit(stop as never, { username: ALICE.username, password: ALICE.password })
    // Carried over to another browser, the answer opens nothing.
    expect((await alice.at(left.url)).text).toContain('cookies_missing')
    expect((await alice.ask('/')).status).toBe(302)
    for (const host of ['mail.example.com', 'wiki.example.com:8443', 'localhost'])
      expectError(
        await idp.send('host:/.portico/wiki/sign-in', { headers: { host, accept: 'application/json' } }),
        400,
        'invalid_request',
        'gate_host',
      )
  })

  it.each(words`
    /.portico /.portico/ /.portico/wiki /.portico/wiki/ /.portico/wiki/x /.portico/conf/sign-in /.portico/unknown/sign-in
    /.portico/wiki/sign-in/x
  `)('%s is nothing', async (path) =>
    expectError(await visitor().at(path, { headers: { accept: 'application/json' } }), 404, 'not_found'),
  )

  it('its codes have no use for others, and it has no secret that could be guessed', async () => {
    const alice = visitor()
    const begun = await alice.at('/.portico/wiki/sign-in')
    const stop = await alice.browser.visit(begun.headers.location ?? '')
    const { url } = await alice.browser.submit(stop as never, { username: ALICE.username, password: ALICE.password })
    const code = new URL(url).searchParams.get('code') ?? ''
    const body = { grant_type: 'authorization_code', code, redirect_uri: `${WIKI.url}/.portico/wiki/callback` }
    for (const proof of [{}, { client_secret: '' }, { client_secret: 'x'.repeat(40) }])
      expectError(
        await idp.send('/token', {
          method: 'POST',
          body: { ...body, client_id: 'wiki', code_verifier: 'x'.repeat(43), ...proof },
        }),
        401,
        'invalid_client',
      )
    expect(await idp.portico.clients.rotateSecret('wiki', 'test')).toMatchObject({ outcome: 'not-allowed' })
    const taken = idp.party({ ...CONF, redirect_uris: [`${WIKI.url}/.portico/wiki/callback`] })
    expect((await idp.send(taken.request().address)).status).toBe(400)
  })

  it('a signed statement is the same for a minute, to this app alone', async () => {
    const alice = visitor(BOOKS)
    const answer = await alice.enter('/books')
    const keys = createRemoteJWKSet(new URL(`http://localhost:${idp.port}${idp.mountPath}/jwks`))
    const { payload, protectedHeader } = await jwtVerify(String(answer.headers['x-portico-assertion']), keys, {
      issuer: idp.issuer,
      audience: 'books',
      typ: ASSERTION_TYPE,
    })
    expect(protectedHeader.alg).toBe('ES256')
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60)
    expect(payload).toMatchObject({
      sub: ALICE.sub,
      preferred_username: 'alice',
      name: ALICE.name,
      email: ALICE.email,
      email_verified: true,
      roles: ALICE.roles,
    })
    // It is no token of the service.
    const asked = await idp.party(CONF).introspect(String(answer.headers['x-portico-assertion']))
    expect(asked.json()).toEqual({ active: false })
  })
})

describe('what a header cannot carry', () => {
  it('is left out and logged once; the rest is UTF-8', async () => {
    const people = [
      { ...ALICE, name: 'Zoë Ångström 中', roles: ['editor', 'a,b', 'líder'] },
      { ...BOB, roles: ['editor'] },
    ]
    const idp = await runningIdp({
      clients: CLIENTS,
      accounts: people,
      gate: { headers: { user: 'X-User', groups: 'X-Groups' }, user: 'sub' },
    })
    const alice = gatedVisitor(idp, WIKI)
    const { headers } = await alice.enter('/')
    await alice.ask('/')
    const read = (name: string): string => Buffer.from(String(headers[name]), 'latin1').toString()
    expect([read('x-user'), read('remote-name'), read('x-groups')]).toEqual([
      ALICE.sub,
      'Zoë Ångström 中',
      'editor,líder',
    ])
    expect(headers['remote-user']).toBeUndefined()
    expect(idp.log.lines.filter(({ fields }) => fields['code'] === 'identity-header-omitted')).toHaveLength(1)
  })

  it('of a host’s directory is whatever has control characters, and what is not there', async () => {
    const eve = { sub: 'u-eve', name: 'Eve\r\nRemote-User: root', email: '', roles: ['editor'] }
    const { status, headers } = await entered(eve, { user: 'sub' })
    expect([status, headers['remote-user'], headers['remote-groups']]).toEqual([200, 'u-eve', 'editor'])
    for (const name of ['remote-name', 'remote-email']) expect(headers[name]).toBeUndefined()
  })

  it.each([
    ['without a name'],
    ['with a space before it', ' root'],
    ['with a line feed', 'root\r\n'],
    ['with a control character', 'a\u0000'],
    ['with a name that is too long', 'x'.repeat(2_001)],
  ])(
    'is never the user: one %s does not pass, nor is sent in a circle',
    async (_how, preferred_username = undefined) => {
      const asked = await entered({ sub: 'u-eve', roles: ['editor'], ...({ preferred_username } as object) })
      expectError(asked, 403, 'access_denied', 'gate_unnamed')
      const page = await asked.alice.ask('/')
      expect([page.status, page.headers['remote-groups']]).toEqual([403, undefined])
      expect(titleOf(page.text)).toContain('access to The wiki')
      expect((await refusal(asked.alice)).status).toBe(403)
    },
  )

  it.each([undefined, false, 'true'])('is an email address whose email_verified is %j', async (email_verified) => {
    const boss = { sub: 'u-eve', preferred_username: 'eve', email: 'boss@example.com', roles: ['editor'] }
    const { status, headers } = await entered({ ...boss, ...({ email_verified } as object) })
    expect([status, headers['remote-user'], headers['remote-email']]).toEqual([200, 'eve', undefined])
    const [, payload = ''] = String(headers['x-portico-assertion']).split('.')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      email: 'boss@example.com',
      email_verified: false,
    })
  })
})

/** The user of a host's directory, at an app that asks for signed statements. */
async function entered(user: User, gate: { readonly user?: 'sub' } = {}) {
  const idp = await runningIdp({
    clients: [gated(WIKI, { gate: { url: WIKI.url, assertion: true } })],
    accounts: { find: () => user, authenticate: () => user },
    gate,
  })
  const alice = gatedVisitor(idp, WIKI)
  await alice.enter('/', { username: 'eve', password: 'x' })
  return { alice, ...(await alice.ask('/', { headers: { accept: 'application/json' } })) }
}

it.each([
  ['service', 'https://id.example.com:8443'],
  ['service, though with a path', 'https://id.example.com/wiki'],
  ['panel', 'https://panel.example.com'],
  ['portal', 'https://portal.example.com:444/'],
])('an app on the host of the %s, which would be sent its cookies, keeps the service from starting', (_host, url) => {
  const adminUrl = 'https://panel.example.com/admin'
  const options = {
    clients: [CONF, gated({ clientId: 'wiki', url })],
    adminUrl,
    portalUrl: 'https://portal.example.com',
  }
  return expect(startIdp({ issuer: 'https://id.example.com', options })).rejects.toThrow(
    /clients\[1\]\.gate.*different host/s,
  )
})

it('a gate request with a live session counts in no bucket, nor does one without', async () => {
  const idp = await runningIdp({ clients: CLIENTS, rateLimits: { pages: { limit: 20 } } })
  const alice = gatedVisitor(idp, WIKI)
  await alice.enter('/')
  for (let count = 0; count < 40; count += 1) expect((await alice.ask('/')).status).toBe(200)
  for (let count = 0; count < 40; count += 1) expect((await gatedVisitor(idp, WIKI).ask('/')).status).toBe(302)
  const begun = await Promise.all(
    Array.from({ length: 30 }, () => gatedVisitor(idp, WIKI).at('/.portico/wiki/sign-in')),
  )
  expect(begun.some(({ status }) => status === 429)).toBe(true)
})
