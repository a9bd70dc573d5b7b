/** One user, three apps on different origins, one sign-out, in Chromium: the `single-sign-out` example. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type App, type SingleSignOut, startSingleSignOut, USER } from '../../examples/server-client/single-sign-out.ts'
import { launchChromium } from '../support/chromium.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { logRecorder } from '../support/log-recorder.ts'
import { basic } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

let world: SingleSignOut
let complaints: string[]
const ends: (() => Promise<void>)[] = []
const browser = await launchChromium()
beforeEach(async () => {
  complaints = []
  world = await startSingleSignOut([0, 0, 0, 0], {
    secret: ROOT_SECRET,
    logger: logRecorder().logger,
    rateLimits: false,
  })
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await world.close()
})

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options)
  ends.push(() => context.close())
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/^Failed to load resource|ERR_CONNECTION_REFUSED/.test(message.text()))
      complaints.push(message.text())
  })
  return page
}

/** Signs in at every app: once with the password, then without a question. */
async function signInEverywhere(page: Page): Promise<void> {
  const { billing, payroll, wiki } = world
  for (const [place, app] of [billing, payroll, wiki].entries()) {
    await page.goto(app.url)
    await page.getByRole('link', { name: 'Sign in' }).click()
    if (place === 0) {
      await page.getByLabel('Email or username').fill(USER.username)
      await page.getByLabel('Password', { exact: true }).fill(USER.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await page.getByRole('heading', { name: 'Signed in as Ana Example' }).waitFor()
  }
}

async function stateAt(page: Page, app: App): Promise<string> {
  await page.goto(app.url)
  return (await page.locator('h1').innerText()) === 'You are not signed in' ? 'out' : 'in'
}

/** At Billing, Payroll and the wiki. */
const statesOf = async (page: Page): Promise<readonly string[]> => {
  const { billing, payroll, wiki } = world
  return [await stateAt(page, billing), await stateAt(page, payroll), await stateAt(page, wiki)]
}

const signOutAt = async (page: Page, app: App): Promise<void> => {
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
}

describe.each([
  ['with scripts', {}],
  ['without scripts', { javaScriptEnabled: false }],
])('%s', (_name, options) => {
  it('signed in to three apps and signed out in the one without a channel: out of all three', async () => {
    const page = await openPage(options)
    await signInEverywhere(page)
    expect(await statesOf(page)).toEqual(['in', 'in', 'in'])
    await signOutAt(page, world.wiki)
    await page.waitForURL(`${world.wiki.url}?state=signed-out`)
    await until(async () => (await stateAt(page, world.billing)) === 'out')
    expect([await stateAt(page, world.payroll), await stateAt(page, world.wiki)]).toEqual(['out', 'out'])
    expect(complaints).toEqual([])
  })

  it('signed out in one that has a channel: the other that has one is out as well, the one without goes on', async () => {
    const page = await openPage(options)
    await signInEverywhere(page)
    await signOutAt(page, world.billing)
    await page.waitForURL(`${world.billing.url}?state=signed-out`)
    expect(await statesOf(page)).toEqual(['out', 'out', 'in'])
    // The service has no session any more: the next sign-in asks for the password.
    await page.goto(world.payroll.url)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Password', { exact: true }).waitFor()
  })
})

it('without scripts and with one app dead the page goes on by itself, and the other app is out', async () => {
  const page = await openPage({ javaScriptEnabled: false })
  await signInEverywhere(page)
  await world.payroll.crash()
  await signOutAt(page, world.wiki)
  await page.waitForURL(`${world.wiki.url}?state=signed-out`)
  await until(async () => (await stateAt(page, world.billing)) === 'out')
})

describe('the page in between', () => {
  it('names each app, reports which one did not respond, and offers a link to it and a way on', async () => {
    const page = await openPage()
    await signInEverywhere(page)
    await world.payroll.crash()
    const { payroll } = world
    await signOutAt(page, world.wiki)
    const row = page.getByRole('listitem').filter({ hasText: 'Payroll' })
    await row.getByText('Couldn’t confirm').waitFor()
    expect(await row.getByRole('link', { name: /Sign out of Payroll/ }).getAttribute('href')).toMatch(
      new RegExp(`^${payroll.url}frontchannel\\?iss=.*&sid=.*`),
    )
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL(`${world.wiki.url}?state=signed-out`)
    await until(async () => (await stateAt(page, world.billing)) === 'out')
    expect(complaints).toEqual([])
  })

  it('reports that a responding app is signed out, and continues', async () => {
    const page = await openPage()
    await signInEverywhere(page)
    const states: string[] = []
    await page.exposeFunction('report', (state: string) => states.push(state))
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const item = document.querySelector('[data-sso-signing-out] > li')
        const { report } = globalThis as unknown as { report: (state: string) => void }
        if (item !== null)
          new MutationObserver(() => report((item as HTMLElement).dataset['state'] ?? '')).observe(item, {
            attributes: true,
            attributeFilter: ['data-state'],
          })
      })
    })
    await signOutAt(page, world.wiki)
    await page.waitForURL(`${world.wiki.url}?state=signed-out`)
    expect(states).toEqual(['done'])
  })
})

describe('straight to the service', () => {
  it('asks first; staying ends nothing, signing out ends everything and lists it', async () => {
    const page = await openPage()
    await signInEverywhere(page)
    await page.goto(`${world.issuer}/connect/logout?client_id=wiki`)
    for (const name of ['Ana Example', 'Billing', 'Payroll', 'Wiki'])
      await page.getByText(name, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await page.waitForURL(world.wiki.url)
    expect(await stateAt(page, world.billing)).toBe('in')
    await page.goto(`${world.issuer}/connect/logout`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
    expect([await stateAt(page, world.billing), await stateAt(page, world.payroll)]).toEqual(['out', 'out'])
  })

  it('the ticket of a centralized logout opens the page in the browser, once', async () => {
    const page = await openPage()
    await signInEverywhere(page)
    await page.goto(world.payroll.url)
    const { tokens } = await tokensOf(page)
    const answer = (await (
      await fetch(`${world.issuer}/connect/logout`, { method: 'POST', headers: { authorization: `Bearer ${tokens}` } })
    ).json()) as Record<string, string>
    const address = `${answer['frontchannel_logout_url']}?ticket=${answer['frontchannel_ticket']}`
    await page.goto(address)
    await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
    expect([await stateAt(page, world.billing), await stateAt(page, world.payroll)]).toEqual(['out', 'out'])
    await page.goto(address)
    expect(await page.getByText('invalid_token').count()).toBeGreaterThan(0)
  })
})

/** An access token of the same user, got in the same browser by a client that keeps it where a test can see it. */
async function tokensOf(page: Page): Promise<{ readonly tokens: string }> {
  const verifier = 'v'.repeat(43)
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url')
  const redirectUri = `${world.wiki.url}callback`
  const query = new URLSearchParams({
    client_id: 'wiki',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    nonce: 'n',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const answer = await page.context().request.get(`${world.issuer}/authorize?${query}`, { maxRedirects: 0 })
  const code = new URL(answer.headers()['location'] ?? '').searchParams.get('code') ?? ''
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  const authorization = basic('wiki', 'the secret of wiki, known to its server only')
  const tokens = (await (
    await fetch(`${world.issuer}/token`, { method: 'POST', headers: { authorization }, body })
  ).json()) as Record<string, string>
  return { tokens: tokens['access_token'] ?? '' }
}
