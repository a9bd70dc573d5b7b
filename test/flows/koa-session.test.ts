/** A session of the host runs before the service in Koa and sets its cookie after the response is made: both work. */
import Koa, { type Middleware } from 'koa'
import type { Portico } from '../../lib/index.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { ACCOUNTS, ALICE } from '../support/fixtures.ts'
import { atHost } from '../support/host-site.ts'
import type { RequestHandler } from '../support/hosts.ts'
import type { Answer } from '../support/http.ts'
import { startIdp } from '../support/idp.ts'
import { enterPanel, PANEL_ACCOUNTS } from '../support/panel-visitor.ts'
import { trailWritten } from '../support/trace-of.ts'

const failures: unknown[] = []

/** koa-session with a session that is renewed at every request: `ctx.cookies.set` after everything else. */
const session: Middleware = async (ctx, next) => {
  await next()
  ctx.cookies.set('host.sess', 'eyJ2aWV3cyI6MX0', { httpOnly: true, overwrite: true })
}

function site(portico: Portico): RequestHandler {
  const app = new Koa()
  app.on('error', (error: unknown) => failures.push(error))
  app.use(session)
  app.use(portico.middleware())
  const guard = portico.guard()
  app.use(async (ctx, next) => {
    if (ctx.path === '/members') await guard(ctx, async () => void (ctx.body = 'members only'))
    else if (ctx.path === '/leave') await portico.signOut(ctx)
    else await next()
  })
  return app.callback() as RequestHandler
}

const idp = await startIdp({ mount: 'koa', site, options: { accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS] } })
afterEach(() => expect(failures.splice(0)).toEqual([]))

const hasSession = (setCookies: readonly string[]): boolean => setCookies.some((line) => line.startsWith('host.sess='))

it('a user signs in to an app, is named and signs out; the cookie of the host goes along', async () => {
  const alice = idp.user()
  const conf = idp.party()
  const tokens = await alice.signIn(conf, { scope: 'openid email offline_access' })
  expect((await conf.userinfo(tokens.access_token)).json()).toMatchObject({ sub: ALICE.sub, email: ALICE.email })
  expect((await conf.refresh(tokens.refresh_token)).status).toBe(200)
  expect(alice.browser.cookies.header('/')).toContain('host.sess=')
  const left = await alice.browser.go(`/connect/logout?id_token_hint=${tokens.id_token}`)
  expect([left.status, hasSession(left.setCookies)]).toEqual([200, true])
})

it('a page of the host is guarded, and the button to sign out works', async () => {
  const { origin } = new URL(idp.issuer)
  const browser = openBrowser(atHost(idp))
  const page = (await browser.visit(`${origin}/members`)) as Page
  expect((await browser.submit(page, { username: ALICE.username, password: ALICE.password })).answer.text).toBe(
    'members only',
  )
  const cookie = browser.cookies.header('/') ?? ''
  const left = await idp.send('host:/leave', { method: 'POST', headers: { cookie } })
  expect([left.status, hasSession(left.setCookies)]).toEqual([303, true])
  const turnedAway = await idp.send('host:/members', { headers: { cookie, accept: 'application/json' } })
  expect([turnedAway.status, hasSession(turnedAway.setCookies)]).toEqual([401, true])
})

it.each([
  ['a document', 200, '/.well-known/openid-configuration', {}],
  ['its headers alone', 200, '/.well-known/openid-configuration', { method: 'HEAD' }],
  ['a preflight', 204, '/token', { method: 'OPTIONS', headers: { origin: 'https://spa.example' } }],
  ['an error', 400, '/connect/logout', {}],
  ['a redirect', 303, '/authorize?client_id=conf&redirect_uri=https://conf.example/callback', {}],
  ['a style', 404, '/_sso/assets/none.css', {}],
] as const)('Koa sends %s as Node would: %i %s', async (_, status, path, message) => {
  const bare = await startIdp({ issuer: idp.issuer, site: (portico) => portico.callback() })
  const shown = ({ status: shownStatus, headers, text }: Answer): unknown => {
    const { date: _date, 'x-request-id': _id, 'set-cookie': _cookie, ...rest } = headers
    return JSON.parse(JSON.stringify([shownStatus, rest, text]).replace(/\w{4}-\w{4}-\w{4}/g, 'ID'))
  }
  const [inKoa, onNode] = [await idp.send(path, message), await bare.send(path, message)]
  expect(inKoa.status).toBe(status)
  expect(shown(inKoa)).toEqual(shown(onNode))
})

it('a download is sent as it is made, with the cookie', async () => {
  const admin = await enterPanel(idp)
  await trailWritten(idp)
  const { answer } = await admin.browser.visit('/admin/activity/export?format=csv')
  expect([answer.status, hasSession(answer.setCookies)]).toEqual([200, true])
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.text).toMatch(/^\uFEFF"[^]+"sign-in\.succeeded"[^]+\r\n$/)
})
