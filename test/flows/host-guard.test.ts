/** The host asks which user is signed in, and guards its pages (D-S11). */
import { StoreUnavailable } from '../../lib/index.ts'
import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { altered } from '../support/altered.ts'
import { type Browser, openBrowser, type Page, titleOf } from '../support/browser.ts'
import { expectError } from '../support/expect.ts'
import { failingCalls } from '../support/failing-calls.ts'
import { filled } from '../support/filled.ts'
import { ALICE, BOB } from '../support/fixtures.ts'
import { giveRoles } from '../support/given-roles.ts'
import { atHost, koaSite, nodeSite } from '../support/host-site.ts'
import { type Node, runningIdp, sharedIdp, startIdp } from '../support/idp.ts'
import { textIn } from '../support/panel-visitor.ts'

const JSON_ONLY = { accept: 'application/json' }

/** Opens a page of the host in a browser. */
const open = (browser: Browser, node: Node, path: string): ReturnType<Browser['visit']> =>
  browser.visit(new URL(path, node.issuer).href)

/** The same, on the way over the sign-in if that is what comes. */
async function enter(browser: Browser, node: Node, path: string, who: { username: string; password: string } = ALICE) {
  const stop = (await open(browser, node, path)) as Page
  return titleOf(stop.answer.text).startsWith('Sign in')
    ? ((await browser.submit(stop, { username: who.username, password: who.password })) as Page)
    : stop
}

describe.each([
  ['Koa, with the service under /sso', koaSite, 'koa'],
  ['a bare server, with the service at its root', nodeSite, 'root'],
] as const)('%s:', (_name, site, mount) => {
  const { storage, heal, calls } = failingCalls()
  const idp = sharedIdp(() => startIdp({ site, mount, options: { storage } }))
  const other = filled(beforeAll, () => idp.anotherNode())
  const visitor = (): Browser => openBrowser(atHost(idp))
  const seen = async (browser: Browser, node: Node = idp): Promise<unknown> => {
    const cookie = browser.cookies.header('/')
    const answer = await node.send('host:/open', cookie === undefined ? {} : { headers: { cookie } })
    return (answer.json() as { session: unknown }).session
  }

  it('without a session: a page redirects to the sign-in, and nothing is read, written or counted for it', async () => {
    await idp.send('host:/members')
    heal()
    const answers = await Promise.all(
      ['/members?tab=2', '/editors', '/strong'].map((path) =>
        idp.send(`host:${path}`, { headers: { accept: 'text/html' } }),
      ),
    )
    for (const answer of answers) {
      expect(answer.status).toBe(303)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect(answers[0]?.headers.location).toBe(
      `${idp.issuer}/_sso/host/sign-in?return_to=${encodeURIComponent('/members?tab=2')}`,
    )
    const { headers } = await idp.send('host://evil.example/', { headers: { accept: 'text/html' } })
    expect(new URL(headers.location ?? '').searchParams.get('return_to')).toBe('//evil.example/')
    expectError(await idp.send('host:/members', { headers: JSON_ONLY }), 401, 'login_required', 'sign_in_required')
    expect(await seen(visitor())).toBeNull()
    expect(calls()).toEqual([])
  })

  it('after the sign-in comes the requested page, and the host has the user', async () => {
    const alice = visitor()
    expect((await enter(alice, idp, '/members?tab=2')).answer.text).toBe('the page /members?tab=2')
    expect(await seen(alice)).toEqual({
      user: { sub: ALICE.sub, name: ALICE.name, email: ALICE.email },
      roles: ALICE.roles,
      acr: ACR_PASSWORD,
      authTime: expect.closeTo(idp.clock.now() / 1000, -1),
    })
    expect(await seen(alice, other)).toMatchObject({ user: { sub: ALICE.sub } })
  })

  it('a live session costs one read of its state in addition to the directory, however often the host asks', async () => {
    const alice = visitor()
    await enter(alice, idp, '/members')
    const cookie = alice.cookies.header('/') ?? ''
    heal()
    expect((await idp.send('host:/editors', { headers: { cookie } })).status).toBe(200)
    // The state of the subject, and the account in the directory, which is in the same store here.
    expect(calls()).toHaveLength(2)
  })

  it('a user without the role is informed, in the requested format', async () => {
    const bob = visitor()
    const page = await enter(bob, idp, '/editors', BOB)
    expect(page.answer.status).toBe(403)
    expect(titleOf(page.answer.text)).toContain('access to this page')
    const cookie = bob.cookies.header('/') ?? ''
    expectError(
      await idp.send('host:/editors', { headers: { ...JSON_ONLY, cookie } }),
      403,
      'access_denied',
      'access_rule',
    )
    expect((await idp.send('host:/members', { headers: { cookie } })).status).toBe(200)
  })

  it('roles are those of the moment', async () => {
    const alice = visitor()
    expect((await enter(alice, idp, '/editors')).answer.status).toBe(200)
    await giveRoles(other, ALICE.sub, 'reader')
    expect((await open(alice, idp, '/editors')).answer.status).toBe(403)
    await giveRoles(other, ALICE.sub, ...ALICE.roles)
    expect((await open(alice, idp, '/editors')).answer.status).toBe(200)
  })

  it('a page that needs two factors asks once, and states what is missing to a user who has none', async () => {
    const alice = visitor()
    await enter(alice, idp, '/members')
    const cookie = alice.cookies.header('/') ?? ''
    const api = await idp.send('host:/strong', { headers: { ...JSON_ONLY, cookie } })
    expectError(api, 401, 'login_required', 'step_up_required')
    const sent = await idp.send('host:/strong', { headers: { accept: 'text/html', cookie } })
    expect(new URL(sent.headers.location ?? '').searchParams.get('acr')).toBe(ACR_TWO_FACTORS)
    const page = (await open(alice, idp, '/strong')) as Page
    expect(page.answer.status).toBe(403)
    expect(textIn(page.answer.text)).toContain('requires two-step verification')
    expect(page.answer.text).toContain('"too_weak"')
  })

  it('a page that needs a fresh sign-in asks for one, and then shows itself', async () => {
    const alice = visitor()
    expect((await enter(alice, idp, '/fresh')).answer.status).toBe(200)
    idp.clock.forward(61)
    const again = (await open(alice, idp, '/fresh')) as Page
    expect('password' in (again.forms[0]?.fields ?? {})).toBe(true)
    // The engine goes by the clock of the machine.
    idp.clock.forward(-61)
    expect((await alice.submit(again, { password: ALICE.password })).answer.text).toBe('the page /fresh')
  })

  const ends: readonly (readonly [string, (alice: Browser) => Promise<unknown>])[] = [
    [
      'signs out here',
      async (alice) => {
        const { origin, href } = new URL('/leave', idp.issuer)
        await alice.visit(href, { method: 'POST', headers: { origin } })
      },
    ],
    ['is signed out everywhere', async () => other.portico.sessions.endAll(ALICE.sub)],
    [
      'loses the session at another node',
      async () => {
        const [session] = await other.portico.sessions.list(ALICE.sub)
        await other.portico.sessions.end(ALICE.sub, session?.uid ?? '')
      },
    ],
  ]
  it.each(ends)(
    'a user who %s is anonymous at the next request, on every node, also with the former cookie',
    async (_how, end) => {
      const alice = visitor()
      await enter(alice, idp, '/members')
      const cookie = alice.cookies.header('/') ?? ''
      await end(alice)
      for (const node of [idp, other]) {
        expect((await node.send('host:/open', { headers: { cookie } })).json()).toEqual({ session: null })
        expectError(await node.send('host:/members', { headers: { ...JSON_ONLY, cookie } }), 401, 'login_required')
      }
      const page = (await open(alice, idp, '/members')) as Page
      expect('password' in (page.forms[0]?.fields ?? {})).toBe(true)
    },
  )

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://sibling.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])(
    'a sign-out that a page of another origin causes (%j) is asked to confirm, and ends nothing yet',
    async (headers) => {
      const alice = visitor()
      await enter(alice, idp, '/members')
      const answer = await alice.go(new URL('/leave', idp.issuer).href, { method: 'POST', headers })
      expect([answer.status, answer.headers.location]).toEqual([303, `${idp.issuer}/connect/logout`])
      expect(await seen(alice)).toMatchObject({ user: { sub: ALICE.sub } })
    },
  )

  it('a session lasts twelve hours, and its cookie is worth nothing in another place or when it was altered', async () => {
    const alice = visitor()
    await enter(alice, idp, '/members')
    const cookies = alice.cookies.header('/') ?? ''
    const [, name = '', value = ''] = /((?:__Host-)?sso_host_[\w-]{8})=([^;]+)/.exec(cookies) ?? []
    expect(value).not.toContain(ALICE.sub)
    for (const cookie of [`${name}=${altered(value)}`, `${name}=x.y`, `${name}=`])
      expect((await idp.send('host:/open', { headers: { cookie } })).json()).toEqual({ session: null })
    idp.clock.forward(12 * 3600 - 30)
    expect(await seen(alice)).not.toBeNull()
    idp.clock.forward(60)
    expect(await seen(alice)).toBeNull()
  })

  it.each(['https://evil.example/', '//evil.example/', '/\\evil.example/', 'javascript:alert(1)', 'http://'])(
    'comes back nowhere else: %s',
    async (address) => {
      expect(() => idp.portico.signIn(address)).toThrow(TypeError)
      const query = new URLSearchParams({ return_to: address })
      expectError(await idp.send(`/_sso/host/sign-in?${query}`, { headers: JSON_ONLY }), 400, 'invalid_request')
    },
  )

  it('signIn returns a sign-in URL for a page of the host, by path or whole', () => {
    const { origin } = new URL(idp.issuer)
    const expected = `${idp.issuer}/_sso/host/sign-in?return_to=${encodeURIComponent('/a?b=c#d')}`
    expect(idp.portico.signIn('/a?b=c#d')).toBe(expected)
    expect(idp.portico.signIn(`${origin}/a?b=c#d`)).toBe(expected)
  })

  it('a requirement that no user could meet, or that does not exist, is refused when the guard is created', () => {
    expect(() => idp.portico.guard({ roles: [] })).toThrow(/roles must be a list of roles/)
    expect(() => idp.portico.guard({ role: ['editor'] } as never)).toThrow(/unknown option role;/)
  })

  it('a store that does not respond is 503, and no user counts as signed out', async () => {
    const alice = visitor()
    await enter(alice, idp, '/members')
    const cookie = alice.cookies.header('/') ?? ''
    const { tokenState } = idp.portico.storage
    const look = tokenState.look
    Object.assign(tokenState, {
      look: async () => {
        throw new StoreUnavailable('gone', false)
      },
    })
    try {
      const answer = await idp.send('host:/members', { headers: { ...JSON_ONLY, cookie } })
      expectError(answer, 503, 'temporarily_unavailable')
      expect((await idp.send('host:/open', { headers: { cookie } })).status).toBe(500)
    } finally {
      Object.assign(tokenState, { look })
    }
  })
})

it('with host.enabled off the paths belong to the host, and a call states why it fails', async () => {
  const idp = await runningIdp({ host: { enabled: false } })
  expect((await idp.send('/_sso/host/sign-in')).json()).toMatchObject({ error: 'not_found' })
  expect(() => idp.portico.guard()).toThrow('host.enabled')
  expect(await idp.portico.clients.find('sso-host')).toBeUndefined()
})
