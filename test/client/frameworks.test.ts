/** Sign-in, guard and sign-out of `portico-sso/client` in each framework, with the real provider. */
import { createClient, memorySessions } from '../../lib/client/index.ts'
import { appVisitor, PAGE } from '../support/app-visitor.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { FRAMEWORKS, startApp } from '../support/client-app.ts'
import { confidential } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { send } from '../support/http.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { closed } from '../support/listening.ts'

describe.each(FRAMEWORKS)('%s', (framework) => {
  let idp: Idp
  let port: number
  let origin: string
  beforeAll(async () => {
    port = await freePort()
    origin = `http://localhost:${port}`
    const client = confidential('orders', {
      redirect_uris: [`${origin}/callback`],
      post_logout_redirect_uris: [`${origin}/`],
      consent: 'trusted',
    })
    idp = await runningIdp({ clients: [client] })
    const options = {
      issuer: idp.issuer,
      clientId: 'orders',
      clientSecret: client.client_secret,
      redirectUri: `${origin}/callback`,
      postLogoutRedirectUri: `${origin}/`,
      scopes: 'openid profile email roles offline_access',
      clock: idp.clock.now,
    }
    const server = await startApp({ port, framework, options })
    stoppedAtEnd({ close: () => closed(server) })
  })

  it('signs a user in and returns to the page; roles and access token are those of the provider', async () => {
    const alice = appVisitor(port, idp)
    const first = await alice.go('/editors?page=a.b', { headers: PAGE })
    expect([first.status, first.headers.location]).toEqual([303, '/sign-in?return_to=%2Feditors%3Fpage%3Da.b'])
    const back = await alice.signIn(first.headers.location)
    expect([back.status, back.headers.location]).toEqual([303, `${origin}/editors?page=a.b`])
    const page = (await alice.go('/editors?page=a.b')).json()
    expect(page).toMatchObject({ user: { sub: 'u-alice', name: 'Alice Doe' }, roles: ['editor', 'reader'] })
    expect((await idp.party(confidential('orders')).introspect(page.token)).json()).toMatchObject({ active: true })
    expect((await alice.go('/closed', { headers: PAGE })).status).toBe(403)
  })

  it('a script gets 401, and a form of another site 403', async () => {
    const alice = appVisitor(port, idp)
    expect((await alice.go('/me', { headers: { accept: 'application/json' } })).json()).toMatchObject({
      error: 'login_required',
    })
    await alice.signIn()
    const post = (headers: Record<string, string>) => alice.go('/save', { method: 'POST', headers })
    expect((await post({ 'sec-fetch-site': 'same-origin', origin })).status).toBe(200)
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'null' }])
      expect((await post(headers as Record<string, string>)).status).toBe(403)
    expect((await alice.go('/sign-out', { method: 'POST', headers: { origin: 'http://a.example' } })).status).toBe(403)
    expect((await alice.shown()).user).toMatchObject({ sub: 'u-alice' })
  })

  it('signs out at app and provider by POST alone', async () => {
    const alice = appVisitor(port, idp)
    await alice.signIn()
    const copy = alice.cookies.header('/')
    expect((await alice.go('/sign-out')).status).toBe(405)
    const left = await alice.go('/sign-out', { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } })
    expect((await alice.user.browser.visit(left.headers.location ?? '')).url).toBe(`${origin}/?state=signed-out`)
    expect(await alice.shown()).toEqual({ user: null })
    expect((await send(port, '/', { headers: { cookie: copy } })).json()).toEqual({ user: null })
  })

  it.each(['//evil.example/', '/\\evil.example', 'https://evil.example/', '/.//evil.example', 'javascript:alert(1)'])(
    'returns to no other site: %s',
    async (address) => {
      const back = await appVisitor(port, idp).signIn(`/sign-in?${new URLSearchParams({ return_to: address })}`)
      expect(new URL(back.headers.location ?? '').origin).toBe(origin)
    },
  )
})

it.each([
  [{ issuer: 'http://login.example' }, 'issuer'],
  [{ clientId: '' }, 'clientId'],
  [{ secret: 'short' }, 'secret'],
  [{ redirectUri: '/callback' }, 'redirectUri'],
  [{ scopes: 'profile' }, 'scopes'],
  [{ redirectUri: 'javascript:alert(1)' }, 'redirectUri'],
  [{ redirectUri: 'https://b.example/sign-in' }, 'redirectUri'],
  [{ sessions: 'redis://localhost' as never }, 'redisSessions(url)'],
  [{ session: memorySessions() }, 'unknown option session;'],
])('options that cannot work are named: %j', (wrong, name) => {
  const valid = {
    issuer: 'https://a.example',
    clientId: 'a',
    clientSecret: 'a'.repeat(32),
    redirectUri: 'https://b.example/',
  }
  expect(() => createClient({ ...valid, ...wrong })).toThrow(name)
})

// Each would otherwise let every signed-in user pass.
it.each([{ role: ['editor'] }, { acr: 'urn:portico:acr:2' }, { roles: 'editor' }, ['editor'], null])(
  'guard(%j) is refused',
  (requirements) => {
    const client = createClient({
      issuer: 'https://a.example',
      clientId: 'a',
      clientSecret: 'a'.repeat(32),
      redirectUri: 'https://b.example/',
    })
    expect(() => client.guard(requirements as never)).toThrow(TypeError)
  },
)
