/** Users come from one provider alone: the sign-in page redirects there, and stops where that would go in circles. */
import { kindOf } from '../support/actors.ts'
import { type Browser, NAVIGATION, openBrowser, type Stop } from '../support/browser.ts'
import { ACCOUNTS, CONF } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { startLyingUpstream } from '../support/lying-upstream.ts'
import { ADMIN, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { until } from '../support/until.ts'
import { companyAt } from '../support/upstream-arrival.ts'
import { buttonOf } from '../support/upstream-visitor.ts'
import { pageOf } from './portal-visitor.ts'

const there = await startLyingUpstream()
const idp = await runningIdp({
  login: { upstreams: [{ ...companyAt(there), firstSignIn: 'create', only: true }] },
  accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS],
  clients: [CONF],
})
afterEach(() => there.reset())

const askedOf = (stop: Stop): URLSearchParams => {
  if (!stop.url.startsWith(`${there.issuer}/authorize`)) throw new Error(`not led there, but to ${stop.url}`)
  return new URL(stop.url).searchParams
}
/** The parameters that the provider sends the browser back with. */
const backFrom = (stop: Stop, answer: Readonly<Record<string, string>>): string =>
  `/upstream/company/callback?${new URLSearchParams({ state: askedOf(stop).get('state') ?? '', iss: there.issuer, ...answer })}`
const wayBackOn = (html: string): string =>
  textIn(/<a class="sso-button[^"]*" href="([^"]*)"><span>Back to sign-in/.exec(html)?.[1] ?? 'none')
async function comeIn(browser: Browser, stop: Stop): Promise<Stop> {
  const nonce = askedOf(stop).get('nonce') ?? ''
  there.gives(await there.sign(there.idTokenClaims({ nonce, auth_time: Math.floor(idp.clock.now() / 1000) })))
  return browser.visit(backFrom(stop, { code: 'c1' }))
}

it('the browser is sent there immediately, with the app’s parameters', async () => {
  const visitor = idp.user()
  const stop = await visitor.open(idp.party(CONF), { login_hint: 'u1', prompt: 'login', max_age: '300' })
  expect(Object.fromEntries(askedOf(stop))).toMatchObject({ login_hint: 'u1', prompt: 'login', max_age: '300' })
  const inside = await visitor.walk(await comeIn(visitor.browser, stop))
  expect(new URL(inside.url).searchParams.get('code')).not.toBeNull()
})

it('what must not show a page is answered here', async () =>
  await expect(idp.user().authorize(idp.party(CONF), { prompt: 'none' })).rejects.toThrow('login_required'))

it('after an error the page is shown, with one button and no password', async () => {
  const visitor = idp.user()
  const stop = await visitor.open(idp.party(CONF))
  const refused = await visitor.browser.visit(
    backFrom(stop, { error: 'access_denied', error_description: 'not <b>today</b>' }),
  )
  expect(refused.answer.status).toBe(403)
  expect(textIn(refused.answer.text)).toContain('The sign-in provider didn’t sign you in')
  expect(refused.answer.text).not.toContain('today')
  const page = pageOf(await visitor.browser.visit(wayBackOn(refused.answer.text)))
  expect(textIn(page.answer.text)).toContain('Continue with Company')
  expect(page.forms.some(({ fields }) => 'password' in fields)).toBe(false)
  const again = await visitor.browser.submit(page, {}, buttonOf(page, 'company'))
  expect((await visitor.walk(await comeIn(visitor.browser, again))).url).toContain('code=')
})

it('a sign-out is not undone: the page is shown until a user signs in', async () => {
  const visitor = idp.user()
  const conf = idp.party(CONF)
  await visitor.walk(await comeIn(visitor.browser, await visitor.open(conf)))
  const asked = pageOf(await visitor.browser.visit('/connect/logout'))
  await visitor.browser.submit(asked, { action: 'confirm' })
  const page = pageOf(await visitor.open(conf))
  expect(textIn(page.answer.text)).toContain('Continue with Company')
  const left = await visitor.browser.submit(page, {}, buttonOf(page, 'company'))
  await visitor.walk(await comeIn(visitor.browser, left))
  idp.clock.forward(43_201)
  askedOf(await visitor.open(conf))
})

/** An administrator, who comes in by a password. */
async function administrator(): Promise<Browser> {
  const browser = openBrowser(idp)
  const page = await browser.visit('/portal/?password')
  if (page.at !== 'page' || kindOf(page) !== 'sign-in') throw new Error('no password is asked for')
  await browser.submit(page, { username: ADMIN.username, password: ADMIN.password })
  return browser
}
/** A user is refused by the provider, in its words; the request. */
async function refusedThere(): Promise<string> {
  const visitor = idp.user()
  const stop = await visitor.open(idp.party(CONF))
  const { headers } = await visitor.browser.go(
    backFrom(stop, { error: 'access_denied', error_description: 'not <b>today</b>' }),
  )
  return String(headers['x-request-id'])
}
const explained = async (admin: Browser, id: string): Promise<string> =>
  (await admin.visit(`/admin/explain/${id}`)).answer.text

it('administrators come in by a password, and read what the provider said', async () => {
  const id = await refusedThere()
  const admin = await administrator()
  await until(async () => (await explained(admin, id)).includes('not &lt;b>today&lt;/b>'))
  expect(await explained(admin, id)).not.toContain('<b>today')
})

it('a provider that is away is named, with when to try again; the service is ready, and passwords go on', async () => {
  there.at('/.well-known/openid-configuration', (res) => void res.writeHead(503).end())
  const away = await runningIdp({ login: { upstreams: [{ ...companyAt(there), only: true }] }, clients: [CONF] })
  const visitor = away.user()
  const conf = away.party(CONF)
  const { answer } = await visitor.open(conf)
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2'])
  expect(textIn(answer.text)).toContain('The sign-in provider isn’t responding')
  expect((await visitor.browser.visit(wayBackOn(answer.text))).answer.text).toContain('Continue with')
  expect((await away.send('/health/ready')).status).toBe(200)
  await visitor.browser.visit('/portal/?password')
  expect((await visitor.signIn(conf)).id_token).toBeDefined()
})

it('sixty invented answers ask nothing of the provider, and leave nothing behind', async () => {
  const before = there.calls.length
  const ids: string[] = []
  for (let time = 0; time < 60; time += 1) {
    const { status, headers } = await idp.send(`/upstream/company/callback?state=invented-${time}&code=c`, {
      from: `127.0.1.${time + 1}`,
      headers: NAVIGATION,
    })
    expect(status).toBe(400)
    ids.push(String(headers['x-request-id']))
  }
  expect(there.calls.length).toBe(before)
  // One that was asked for is there in the end, so these would be as well.
  const [admin, own] = [await administrator(), await refusedThere()]
  await until(async () => (await explained(admin, own)).includes('upstream_denied'))
  expect(await explained(admin, ids.at(-1) ?? '')).not.toContain('upstream_state')
  expect(await explained(admin, ids[0] ?? '')).not.toContain('upstream_state')
})
