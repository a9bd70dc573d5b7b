/** A company with its own users, an app in the browser and an API, each a separate process, and a user in Chromium. */
import type { BrowserContext, Page } from 'playwright-core'
import { issuesFoundByAxe } from '../browser/flow-world.ts'
import { focusOn, launchChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { emptyFolder } from './process.ts'

const SECRET = 'a-secret-between-the-company-and-its-api'
const MIA = { email: 'mia@lantern.example', password: 'a lamp in the window' }

const folder = emptyFolder()
const browser = await launchChromium()
const ports = [String(await freePort()), String(await freePort()), String(await freePort())] as const
const [companyPort, spaPort, apiPort] = ports
const [company, spa, api] = ports.map((port) => `http://localhost:${port}`) as [string, string, string]
const issuer = `${company}/sso`
await Promise.all([
  folder
    .run('examples/company-portal/main.js', { PORT: companyPort, EXPENSES_APP: spa, API_SECRET: SECRET })
    .says(/The company is at/),
  folder.run('examples/spa-client/main.js', { PORT: spaPort, OIDC_ISSUER: issuer, API: api }).says(/The app is at/),
  folder
    .run('examples/resource-server/main.js', {
      PORT: apiPort,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_SECRET: SECRET,
      APP_ORIGIN: spa,
    })
    .says(/The API is at/),
])

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
const headed = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
/** What the app shows after a response that begins like this. */
const answered = async (page: Page, start: string): Promise<string> => {
  const answer = page.locator('#answer', { hasText: start })
  await answer.waitFor()
  return answer.innerText()
}
const signedIn = (page: Page): Promise<void> => page.getByText('Signed in as Mia Keller').waitFor()

async function enter(page: Page, { email, password }: typeof MIA): Promise<void> {
  await page.getByLabel('Your Lantern address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Sign in')
}

async function enterPortal(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${company}/`)
  await page.getByRole('link', { name: 'My account' }).click()
  await enter(page, MIA)
  return page
}

describe('the company', () => {
  it('keeps its pages, and responds with 404 where neither it nor the service has one', async () => {
    expect(await (await fetch(`${company}/`)).text()).toContain('2 people work here.')
    expect((await fetch(`${company}/nowhere`)).status).toBe(404)
  })

  it('greets the signed-in user, shows what they can open, keeps its figures for finance, and lets them leave', async () => {
    const OMAR = { email: 'omar@lantern.example', password: 'keys and more keys' }
    for (const [who, name, apps] of [
      [MIA, 'Mia Keller', ['My account', 'Expenses', 'Figures']],
      [OMAR, 'Omar Haddad', ['My account']],
    ] as const) {
      const page = await browser.newPage()
      await page.goto(`${company}/`)
      await page.getByRole('link', { name: 'Come in' }).click()
      await enter(page, who)
      await page.getByText(`Good to see you, ${name}.`).waitFor()
      expect(page.url()).toBe(`${company}/`)
      // `innerText` breaks the lines as the stylesheet says, which arrives after the text.
      await page.waitForLoadState()
      const links = await page.getByRole('navigation').getByRole('link').allInnerTexts()
      expect(links.map((text) => text.split('\n')[0]?.trim())).toEqual(apps)
      expect(await issuesFoundByAxe(page)).toEqual([])
      expect((await page.goto(`${company}/figures`))?.status()).toBe(who === MIA ? 200 : 403)
      await page.goto(`${company}/`)
      await press(page, 'Leave')
      await headed(page, 'You’re signed out')
      await page.goto(`${company}/`)
      await page.getByRole('link', { name: 'Come in' }).waitFor()
    }
  })

  it('shows the sign-in in its name and colors, and accepts the passwords of its table', async () => {
    const page = await browser.newPage()
    await page.goto(`${company}/sso/portal/`)
    await headed(page, 'Come in to Lantern account')
    expect(
      await page
        .getByRole('button', { name: 'Sign in', exact: true })
        .evaluate((button) => getComputedStyle(button).backgroundColor),
    ).toBe('rgb(122, 62, 0)')
    await enter(page, { ...MIA, password: 'not hers at all' })
    expect(await page.getByRole('alert').innerText()).toBe('The e-mail address or the password is not right.')
    expect(await page.getByLabel('Your Lantern address').inputValue()).toBe(MIA.email)
  })

  it.each(['light', 'dark'] as const)(
    'has a sign-in page that is as good as the built-in one, %s and narrow',
    async (colorScheme) => {
      const page = await browser.newPage({ colorScheme, viewport: { width: 320, height: 640 } })
      const complaints: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      await page.goto(`${company}/sso/portal/`)
      await headed(page, 'Come in to Lantern account')
      expect(await page.getByText('Ring the caretakers').isVisible()).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      expect(await issuesFoundByAxe(page)).toEqual([])
      await focusOn(page, '#username')
      await page.keyboard.type(MIA.email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(MIA.password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Hello' }).waitFor()
      expect(complaints).toEqual([])
    },
  )

  it('lets its users leave the sign-in, and come back to it', async () => {
    const page = await browser.newPage()
    await page.goto(`${company}/sso/portal/`)
    await press(page, 'Back to Lantern account')
    await headed(page, 'You’re not signed in')
    await page.getByRole('link', { name: 'Sign in to Lantern account' }).click()
    await headed(page, 'Come in to Lantern account')
  })

  it('keeps the details of its users to itself: the portal shows them, and names who manages them', async () => {
    const page = await enterPortal(await browser.newContext())
    await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
    expect(await page.getByRole('main').innerText()).toMatch(/Managed by .Lantern.\./)
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
  })

  it('has no page for passwords and users that are its own business', async () => {
    const page = await enterPortal(await browser.newContext())
    await headed(page, /^Hello/)
    expect(await page.getByRole('link', { name: 'Password' }).count()).toBe(0)
  })
})

describe('a user of the company', () => {
  let context: BrowserContext | undefined
  let portal: Page
  let app: Page
  afterAll(() => context?.close())

  it('signs in to the portal, and opens the app from there without a second sign-in', async () => {
    await context?.close()
    context = await browser.newContext()
    portal = await enterPortal(context)
    await headed(portal, /^Hello/)
    expect(await portal.getByRole('link', { name: 'Expenses API' }).count()).toBe(0)
    app = await context.newPage()
    await app.goto((await portal.getByRole('link', { name: 'Expenses' }).getAttribute('href')) ?? '')
    await press(app, 'Sign in')
    await headed(app, 'Expenses wants to use your Lantern account')
    await press(app, 'Allow')
    await signedIn(app)
    expect(app.url()).toBe(`${spa}/`)
  })

  it('calls the API through the app: it takes the token by signature and by introspection', async () => {
    await press(app, 'Show the calendar')
    expect(await answered(app, 'holidays')).toMatch(/^200 /)
    await press(app, 'Show my expenses')
    expect(await answered(app, 'Train to Basel')).toContain('"owner":"employee-1"')
  })

  it('has the tokens renewed, and the new one is as good', async () => {
    await press(app, 'Renew the tokens')
    await answered(app, 'renewed')
    await press(app, 'Show my expenses')
    expect(await answered(app, 'Train to Basel')).toMatch(/^200 /)
  })

  it("removes the app's access in the portal, and the next call is refused by introspection at once", async () => {
    await portal.getByRole('navigation').getByRole('link', { name: 'Apps', exact: true }).click()
    await portal.getByRole('link', { name: /^Remove .*’s access$/ }).click()
    await press(portal, 'Remove access')
    expect(await portal.locator('.sso-banner[autofocus]').innerText()).toContain('Its tokens have stopped working')
    await press(app, 'Show my expenses')
    expect(await answered(app, 'invalid_token')).toMatch(/^401 /)
    // An app that checks the signature alone learns of it when the token expires.
    await press(app, 'Show the calendar')
    expect(await answered(app, 'holidays')).toMatch(/^200 /)
    await press(app, 'Renew the tokens')
    expect(await answered(app, 'not renewed')).toContain('invalid_grant')
    expect(await app.getByText('You are not signed in').isVisible()).toBe(true)
  })

  it('is asked for consent again, and signs out of app and portal alike', async () => {
    await press(app, 'Sign in')
    await headed(app, 'Expenses wants to use your Lantern account')
    await press(app, 'Allow')
    await signedIn(app)
    await press(app, 'Sign out')
    await app.getByText('You are not signed in').waitFor()
    expect(app.url()).toBe(`${spa}/`)
    await portal.goto(`${company}/sso/portal/`)
    await headed(portal, 'Come in to Lantern account')
  })
})

describe('the API', () => {
  it.each(['/calendar', '/expenses'])('%s refuses what is no token (401), and what is missing', async (path) => {
    for (const authorization of [undefined, 'Bearer x', 'Bearer a.b.c', 'Basic x']) {
      const answer = await fetch(api + path, { headers: authorization === undefined ? {} : { authorization } })
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer/)])
    }
  })
})
