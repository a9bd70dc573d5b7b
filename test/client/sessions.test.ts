/** Sessions of `portico-sso/client`: one refresh, in all processes; their end, wherever the user signs out. */

import { appVisitor } from '../support/app-visitor.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { type AppSettings, appProcess, startApp } from '../support/client-app.ts'
import { confidential } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { inParallel } from '../support/http.ts'
import { startIdp } from '../support/idp.ts'
import { closed } from '../support/listening.ts'
import { startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'

const LIFETIME = 900
const redis = await startRedis()

/** A provider that counts requests for tokens, and fails the next `failures` of them. */
async function world(channel: 'backchannel' | 'frontchannel' | 'none' = 'backchannel') {
  const [port, second] = [await freePort(), await freePort()]
  const origin = `http://localhost:${port}`
  const client = confidential('orders', {
    redirect_uris: [`${origin}/callback`],
    post_logout_redirect_uris: [`${origin}/`],
    consent: 'trusted',
    ...(channel === 'none' ? {} : { [`${channel}_logout_uri`]: `${origin}/${channel}` }),
  })
  const tokens = { requested: 0, failures: 0, refused: false }
  const idp = await startIdp({
    options: { clients: [client] },
    site: (portico) => {
      const handle = portico.callback()
      return (req, res) => {
        if (req.url !== '/token') return handle(req, res)
        tokens.requested += 1
        if (tokens.refused)
          return void res.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":"invalid_grant"}')
        if ((tokens.failures -= 1) < 0) return handle(req, res)
        res.writeHead(503, { 'Retry-After': '0' }).end()
      }
    },
  })
  const options = {
    issuer: idp.issuer,
    clientId: 'orders',
    clientSecret: client.client_secret,
    redirectUri: `${origin}/callback`,
    postLogoutRedirectUri: `${origin}/`,
  }
  const start = async (settings: Partial<AppSettings> = {}): Promise<void> => {
    const server = await startApp({ port, options: { ...options, clock: idp.clock.now }, ...settings })
    stoppedAtEnd({ close: () => closed(server) })
  }
  return { idp, port, second, options, tokens, start, alice: appVisitor(port, idp) }
}

describe('two processes with redisSessions', () => {
  it('at expiry, 8 parallel requests cause one refresh, and all get the same token', async () => {
    const { idp, port, second, options, tokens, alice } = await world()
    const apps = await Promise.all([port, second].map((at) => appProcess({ port: at, options, sessions: redis.url })))
    await alice.signIn()
    const first = await alice.shown(second)
    expect([first.user.sub, tokens.requested]).toEqual(['u-alice', 1])
    idp.clock.forward(LIFETIME)
    for (const app of apps) await app.forward(LIFETIME)
    const shown = await inParallel(8, 8, (index) => alice.shown(index % 2 === 0 ? port : second))
    expect(new Set(shown.map(({ token }) => token)).size).toBe(1)
    expect([shown[0].token === first.token, tokens.requested]).toEqual([false, 2])
    const party = idp.party(confidential('orders'))
    expect((await party.introspect(shown[0].token)).json()).toMatchObject({ active: true })
  })

  it('a sign-out in one, or at the provider, ends the session in both', async () => {
    const { idp, port, second, options, alice } = await world()
    for (const at of [port, second]) await appProcess({ port: at, options, sessions: redis.url })
    await alice.signIn()
    const { cookies } = alice
    const cookie = cookies.header('/') ?? ''
    await alice.go('/sign-out', { method: 'POST', port: second })
    expect(await (await fetch(`http://localhost:${port}/`, { headers: { cookie } })).json()).toEqual({ user: null })

    const again = appVisitor(port, idp)
    await again.signIn()
    expect((await again.shown(second)).user.sub).toBe('u-alice')
    await again.signOutAtProvider()
    await until(async () => (await again.shown(port)).user === null && (await again.shown(second)).user === null)
  })
})

describe.each([undefined, 'memory', redis.url])('sessions: %s', (sessions) => {
  const kept = sessions === undefined ? {} : { sessions }

  it('end on a notice of the provider, and the user can sign in again', async () => {
    const { start, alice, idp } = await world()
    await start(kept)
    await alice.signIn()
    expect((await alice.shown()).user.sub).toBe('u-alice')
    await alice.signOutAtProvider()
    await until(async () => (await alice.shown()).user === null)
    const again = appVisitor(alice.port, idp)
    await again.signIn()
    expect((await again.shown()).user.sub).toBe('u-alice')
  })

  it('end when the provider refuses the refresh, and not while it fails', async () => {
    const { start, alice, idp, tokens } = await world('none')
    await start(kept)
    await alice.signIn()
    const { token } = await alice.shown()
    idp.clock.forward(LIFETIME)
    tokens.failures = 3
    expect(await alice.shown()).toMatchObject({
      user: { sub: 'u-alice' },
      token: expect.stringContaining('did not respond'),
    })
    tokens.failures = 2
    await until(async () => ![token, undefined].includes((await alice.shown()).token))
    await until(async () => /^ey/.test((await alice.shown()).token))

    tokens.refused = true
    expect((await alice.shown()).user.sub).toBe('u-alice')
    idp.clock.forward(LIFETIME)
    expect(await alice.shown()).toEqual({ user: null })
  })

  it('are refreshed before the token expires; responses without a new cookie do no harm', async () => {
    const { start, alice, idp, tokens } = await world('none')
    await start(kept)
    await alice.signIn()
    const old = alice.cookies.header('/')
    for (let turn = 0; turn < 3; turn += 1) {
      idp.clock.forward(LIFETIME - 30)
      expect((await alice.shown()).user.sub).toBe('u-alice')
    }
    alice.cookies.clear()
    const late = await alice.go('/', { headers: { cookie: old } })
    expect([late.json().user?.sub, tokens.requested]).toEqual(['u-alice', 4])
  })

  it('end at their maximum age', async () => {
    const { start, alice, idp } = await world('none')
    await start(kept)
    await alice.signIn()
    idp.clock.forward(12 * 3_600)
    expect(await alice.shown()).toEqual({ user: null })
  })
})

it('front-channel: a frame of the provider ends the session with its sid, no other one', async () => {
  const { start, alice, idp } = await world('frontchannel')
  await start()
  await alice.signIn()
  const notice = (iss: string, sid: string) => alice.go(`/frontchannel?${new URLSearchParams({ iss, sid })}`)
  const { sid } = (await idp.party(confidential('orders')).introspect((await alice.shown()).token)).json()
  expect((await notice(idp.issuer, 'another')).status).toBe(200)
  expect((await notice('http://another.example', sid)).status).toBe(400)
  expect((await alice.shown()).user.sub).toBe('u-alice')
  const answer = await notice(idp.issuer, sid)
  expect(answer.headers['content-security-policy']).toContain(`frame-ancestors ${idp.issuer}`)
  expect(await alice.shown()).toEqual({ user: null })
})

it('without Redis, a request gets 503 and not another session', async () => {
  const { start, alice } = await world()
  const own = await startRedis()
  await start({ sessions: own.url })
  await alice.signIn()
  await own.crash()
  expect((await alice.go('/me')).status).toBe(503)
})
