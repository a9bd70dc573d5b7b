/** One user, three apps on different origins, one sign-out, in Chromium: the `single-sign-out` example. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type App, type SingleSignOut, startSingleSignOut, USER } from '../../examples/single-sign-out/main.ts'
import { launchChromium } from '../support/chromium.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { logRecorder } from '../support/log-recorder.ts'
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
})
