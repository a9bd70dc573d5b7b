/**
 * A new administrator's first day, in a real browser: from the password that was printed at the start to an app that
 * signs users in with the copied block, and through the whole life of a client. Two processes of the reference
 * deployment are the service.
 */
import { createServer } from 'node:http'
import { parseEnv } from 'node:util'
import { emptyFolder, type Run } from '../examples/process.ts'
import { person } from '../support/actors.ts'
import { launchChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { send } from '../support/http.ts'
import type { Node } from '../support/idp.ts'
import { listening } from '../support/listening.ts'
import { remote } from '../support/logout-processes.ts'
import { patientVariables } from '../support/patient-redis.ts'
import { startRedis } from '../support/redis-server.ts'
import { basic, type RelyingParty, relyingParty, type TokenSet } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const FIRST = /Username {3}admin\n +Password {3}(\S+)/
const CHOSEN = 'a password of my own'

let app: Run
let appUrl: string
let block: Readonly<Record<string, string>>
let tokens: TokenSet
const complaints: string[] = []
const events: string[] = []

const panel = (path: string): string => `http://localhost:${ports[0]}/admin${path}`
/** A new page is marked: a form takes its time, and the page before it looks much the same. */
const shows = (selector: string, words: RegExp | string): Promise<void> =>
  page.locator(selector).filter({ hasText: words }).first().waitFor()
const flash = (words: RegExp | string): Promise<void> => shows('.sso-banner', words)
const effect = (words: RegExp | string): Promise<void> => shows('.sso-effects li', words)
/** Until the next page is there, with its scripts. */
const go = async (role: 'button' | 'link', name: string): Promise<void> =>
  void (await Promise.all([page.waitForEvent('load'), page.getByRole(role, { name, exact: true }).click()]))
const press = (name: string): Promise<void> => go('button', name)
const follow = (name: string): Promise<void> => go('link', name)

/** One of the two processes, as the actors of the other tests know a node. */
const nodeAt = (port: number): Node => remote({ issuer: `http://localhost:${ports[0]}`, port })
/** The app, with the secret of now. */
const billing = (): RelyingParty =>
  relyingParty(nodeAt(ports[0]), {
    client_id: 'billing',
    client_type: 'confidential',
    client_secret: block['OIDC_CLIENT_SECRET'] as string,
    redirect_uris: [`${appUrl}/auth/callback`],
  })

/** The response of each of the two processes to a client that uses this secret. */
async function checked(secret: string): Promise<readonly number[]> {
  const answers = await Promise.all(
    ports.map((port) =>
      send(port, '/introspect', {
        headers: { authorization: basic('billing', secret), host: `localhost:${ports[0]}` },
        body: { token: 'x' },
      }),
    ),
  )
  return answers.map(({ status }) => status)
}

const redis = await startRedis()
const folder = await emptyFolder()
const browser = await launchChromium()
const ports = [await freePort(), await freePort()] as const
const shared = { BASE_URL: `http://localhost:${ports[0]}`, ...patientVariables(redis.url) }
const service = folder.run('examples/reference/main.js', { ...shared, PORT: String(ports[0]) })
await service.says(FIRST)
await folder.run('examples/reference/main.js', { ...shared, PORT: String(ports[1]) }).says(/Store .*redis/)
const context = await browser.newContext({
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1280, height: 900 },
})
const page = await context.newPage()
page.on('pageerror', (error) => complaints.push(error.message))
page.on('console', (message) => {
  if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
    complaints.push(message.text())
})
page.on('dialog', (dialog) => {
  events.push(dialog.type())
  void dialog.accept()
})
afterAll(async () => await folder.remove())

it('signs in with the printed password, chooses another, and is at the panel', async () => {
  await page.goto(panel('/'))
  await page.getByLabel('Email or username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill((await service.says(FIRST))[1] as string)
  await page.keyboard.press('Enter')
  await page.getByLabel('New password', { exact: true }).fill(CHOSEN)
  await page.keyboard.press('Enter')
  await page.waitForURL(panel('/'))
  expect(await page.locator('h1').innerText()).toBe('Overview')
})

it('registers a client: the form validates while it is filled in, and shows what the app will need', async () => {
  appUrl = `http://localhost:${await freePort()}`
  await follow('Clients')
  await follow('New client')
  await page.getByLabel('Display name').pressSequentially('Billing')
  expect(await page.getByLabel('Client ID').inputValue()).toBe('billing')
  await page.getByLabel('Client ID').fill('demo')
  await page.getByLabel('Owner email').fill('finance@example')
  await page.getByLabel('Redirect URIs').fill('http://billing.example/cb')
  await page.getByLabel('Display name').focus()
  await page.getByText('Client ID “demo” is already in use').waitFor()
  await page.getByText('Owner email must look like name@company.com').waitFor()
  await page.getByText('Redirect URI can use http only for localhost').waitFor()
  expect(await page.getByLabel('Client ID').getAttribute('aria-invalid')).toBe('true')

  // After a refused form the live check writes the same as the service: a separate line, with its sign.
  await press('Create client')
  await page.getByRole('alert').waitFor()
  const lines = page.locator('#redirect_uris-error .sso-field-error')
  expect(await lines.locator('.sso-icon').count()).toBe(1)
  await page.getByLabel('Redirect URIs').fill('ftp://billing.example/cb')
  await page.getByLabel('Display name').focus()
  await until(async () => !/can use http only/.test((await lines.allInnerTexts()).join()))
  expect([await lines.count(), await lines.locator('.sso-icon').count()]).toEqual([1, 1])

  await page.getByLabel('Client ID').fill('billing')
  await page.getByLabel('Owner email').fill('finance@example.com')
  await page.getByLabel('Redirect URIs').fill(`${appUrl}/auth/callback`)
  await page.locator('summary', { hasText: 'Sign-out' }).click()
  await page.getByLabel('Logout URLs').fill(`${appUrl}/`)
  await page.getByLabel('Server-side app').check()
  await page.getByText(`Origin ${appUrl} · Callback path /auth/callback`).waitFor()
  await page.getByText('What the app will need').click()
  await page.locator('[data-sso-block]', { hasText: `OIDC_REDIRECT_URI=${appUrl}/auth/callback` }).waitFor()
  await until(async () => (await page.locator('.sso-live-error:visible').count()) === 0)
  await press('Create client')
  await shows('h1', /Billing.* is registered/)
})

it('is warned before the secret is left without a copy, and copies the block in its format', async () => {
  await flash('You won’t be able to see it again.')
  await page.getByLabel('JSON', { exact: true }).check()
  expect(await page.locator('#block-env').isVisible()).toBe(false)
  expect(JSON.parse(await page.locator('#block-json').inputValue())).toMatchObject({ OIDC_CLIENT_ID: 'billing' })
  await page.getByLabel('.env', { exact: true }).check()
  await page.locator('[data-sso-copy=block-env]').click()
  block = parseEnv(await page.evaluate(() => navigator.clipboard.readText())) as Record<string, string>
  expect(block['OIDC_CLIENT_SECRET']).toMatch(/^sso_dev_/)
  expect(await checked(block['OIDC_CLIENT_SECRET'] as string)).toEqual([200, 200])
})

it('does not find the secret again: not after reload, not after going on and back', async () => {
  const secret = block['OIDC_CLIENT_SECRET'] as string
  await page.reload()
  expect(await page.content()).not.toContain(secret)
  await flash('Its secret was shown only once')
  await follow('Go to the client')
  await page.waitForURL(panel('/clients/billing/overview'))
  // The browser has kept nothing of it: it offers to send the form again, which would show what the reload showed.
  await page.goBack().catch((error: Error) => expect(error.message).toContain('ERR_CACHE_MISS'))
  await until(async () => !(await page.content()).includes(secret))
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value),
    ),
  ).not.toContain(secret)
})

it('pastes the block into the app as it is, and the app signs a user in', async () => {
  app = folder.run('examples/server-client/main.js', block)
  await app.says(/The app is at/)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${appUrl}/`)
  await visitor.getByRole('link', { name: 'Sign in' }).click()
  await visitor.getByLabel('Email or username').fill('admin')
  await visitor.getByLabel('Password', { exact: true }).fill(CHOSEN)
  await visitor.keyboard.press('Enter')
  await visitor.locator('h1', { hasText: 'Billing wants to use your' }).waitFor()
  await visitor.getByRole('button', { name: 'Allow', exact: true }).click()
  await visitor.waitForURL(`${appUrl}/`)
  await visitor.locator('h1', { hasText: 'Signed in as' }).waitFor()
  await visitor.context().close()
})

it('sees in the overview how far the integration has come', async () => {
  await page.goto(panel('/clients/billing/overview'))
  const [first, second] = await page.locator('.sso-step-done').allInnerTexts()
  expect([first, second]).toEqual([
    expect.stringContaining('Sends users here to sign in'),
    expect.stringContaining('Exchanges the code for tokens'),
  ])
  await shows('.sso-facts dd', '1 user, 1 session')
})

it('rotates the secret: the old one fails on both processes immediately, the new one works', async () => {
  const old = block['OIDC_CLIENT_SECRET'] as string
  await page.goto(panel('/clients/billing/security'))
  await follow('Rotate secret')
  await effect(/The current secret was last used (?:now|\d+ (?:seconds?|minutes?) ago)\./)
  await press('Rotate secret')
  const fresh = await page.getByRole('textbox', { name: 'Client secret', exact: true }).inputValue()
  expect(fresh).not.toBe(old)
  expect(await checked(old)).toEqual([401, 401])
  expect(await checked(fresh)).toEqual([200, 200])
  events.length = 0
  await follow('I’ve stored it. Go to the client')
  await page.waitForURL(panel('/clients/billing/overview'))
  expect(events).toEqual(['beforeunload'])
  block = { ...block, OIDC_CLIENT_SECRET: fresh }
})

it('removes a scope: its holders are listed, and their refresh is refused on both processes', async () => {
  tokens = await person(nodeAt(ports[0]), { username: 'admin', password: CHOSEN }).signIn(billing(), {
    scope: 'openid profile email offline_access',
  })
  await page.goto(panel('/clients/billing/scopes'))
  await page.getByLabel('email', { exact: true }).uncheck()
  await press('Save changes')
  await flash(
    /Scopes and access for .* were saved\. 2 active sessions hold email\. The next refresh will fail with invalid_scope/,
  )
  for (const port of ports) {
    const answer = await billing().refresh(tokens.refresh_token, {}, { node: nodeAt(port) })
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({ error: 'invalid_scope', error_ref: 'scope_denied' })
  }
  await follow('Preview consent screen')
  await page.waitForURL(panel('/clients/billing/consent-preview'))
  expect(await page.locator('.sso-preview').innerText()).not.toContain('See your email address')
})

it('goes live over https only', async () => {
  await page.goto(panel('/clients/billing/lifecycle'))
  await follow('Go live')
  await page.getByText('These URLs don’t use https.').waitFor()
  await page.locator('main').getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Redirect URIs').fill('https://billing.example.com/auth/callback')
  await page.getByLabel('Logout URLs').fill('https://billing.example.com/')
  await press('Save changes')
  await flash('was saved.')
  await follow('Lifecycle')
  await follow('Go live')
  await press('Go live')
  await flash('is live.')
})

it('disables: its tokens are dead and it is refused, on both processes; enables: what was dead stays dead', async () => {
  for (const port of ports) expect((await billing().userinfo(tokens.access_token, nodeAt(port))).status).toBe(200)
  await follow('Disable client')
  await effect('1 user is signed in (2 devices).')
  await effect('Used 2 times in the last 30 days.')
  await press('Disable client')
  await flash('was disabled. Its tokens no longer work.')
  for (const port of ports) {
    expect((await billing().userinfo(tokens.access_token, nodeAt(port))).status).toBe(401)
    const answer = await billing().refresh(tokens.refresh_token, {}, { node: nodeAt(port) })
    expect([answer.status, answer.json().error]).toEqual([401, 'invalid_client'])
  }
  await press('Enable client')
  await flash('was enabled.')
  expect(await checked(block['OIDC_CLIENT_SECRET'] as string)).toEqual([200, 200])
  for (const port of ports) expect((await billing().userinfo(tokens.access_token, nodeAt(port))).status).toBe(401)
})

it('finds each act in Activity, and decommissions by typing the id', async () => {
  await page.locator('.sso-tabs').getByRole('link', { name: 'Activity' }).click()
  await page.waitForURL(panel('/clients/billing/activity'))
  const activity = await page.locator('table').innerText()
  const [early, late] = [
    ['Client created', 'Secret rotated', 'Client changed'],
    ['Client went live', 'Client disabled', 'Client enabled'],
  ]
  for (const event of ['Signed in', 'code · tokens', ...early, ...late]) expect(activity).toContain(event)
  expect(activity).toContain('Scopes: openid, profile, email, offline_access → openid, profile, offline_access')
  await follow('Lifecycle')
  await follow('Decommission client')
  await page.getByRole('textbox', { name: 'Type billing to confirm' }).fill('bill')
  await press('Decommission client')
  await page.getByRole('alert').filter({ hasText: 'Type billing exactly as shown' }).waitFor()
  await page.getByRole('textbox', { name: 'Type billing to confirm' }).fill('billing')
  await press('Decommission client')
  await page.waitForURL(/\/admin\/clients\?flash=/)
  await flash('was decommissioned.')
  expect(await checked(block['OIDC_CLIENT_SECRET'] as string)).toEqual([401, 401])
  await page.goto(panel('/activity?client=billing&group=client'))
  const acts = (await page.locator('tbody .sso-what > a').allInnerTexts()).map((text) =>
    text.trim().replace(/:.*/s, ''),
  )
  expect(acts.toReversed()).toEqual([...early, 'Client changed', ...late, 'Client decommissioned'])
})

it('SES-11: is shown in no frame of another origin', async () => {
  const otherServer = createServer((_req, res) => {
    const markup = `<!doctype html><title>x</title><iframe src="${panel('/clients')}"></iframe>`
    res.writeHead(200, { 'Content-Type': 'text/html' }).end(markup)
  })
  const port = await listening(otherServer, 0, 'localhost')
  const stranger = await context.newPage()
  await stranger.goto(`http://localhost:${port}/`)
  await until(
    async () => stranger.frames().length === 2 && stranger.frames()[1]?.url() === 'chrome-error://chromewebdata/',
  )
  await stranger.close()
  await new Promise((resolve) => otherServer.close(resolve))
})

it('signs out, and the panel asks who is there', async () => {
  await page.goto(panel('/clients'))
  await page.locator('.sso-panel-tools summary').click()
  await press('Sign out')
  await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await page.getByLabel('Email or username').waitFor()
  await page.goto(panel('/clients'))
  await page.getByLabel('Email or username').waitFor()
})

it('and at no time did the browser complain, or the log hold a secret', () => {
  expect(complaints).toEqual([])
  expect(service.output()).not.toContain(block['OIDC_CLIENT_SECRET'])
  expect(service.output().match(/sso_(?:dev|live)_/g)).toBeNull()
})
