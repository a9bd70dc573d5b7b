/** The additions of app.js, and that nothing is lost without it. */
import type { BrowserContext, Page } from 'playwright-core'
import { SignIn } from '../../lib/protocol/interaction/sign-in-view.tsx'
import { SigningOut } from '../../lib/protocol/logout/signing-out-view.tsx'
import { renderPage } from '../../lib/web/pages/render.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'
import { startPageServer } from '../web/ui/page-server.ts'

/** The time of a stopped page's clock. Only `runFor` and `fastForward` move it, however slow the machine is. */
const OPENED_AT = Date.UTC(2026, 10, 21, 15)

let context: BrowserContext
let page: Page

const server = await startPageServer()
const browser = await launchChromium()
const frames = ['quick', 'silent'].map((name) => `${server.origin}/frame/${name}`)
const apps = frames.map((uri, index) => ({ name: index === 0 ? 'Billing' : 'Payroll', uri, confirms: true }))
server.show('/out', { frames }, (view) =>
  renderPage(SigningOut, { apps, continueHref: '/signed-out', reports: true }, view),
)
server.show('/out-quick', { frames }, (view) =>
  renderPage(SigningOut, { apps: apps.slice(0, 1), continueHref: '/signed-out' }, view),
)
server.show('/out-other-site', { frames }, (view) =>
  renderPage(SigningOut, { apps: [{ name: 'Wiki', uri: frames[0] ?? '' }], continueHref: '/signed-out' }, view),
)
server.show('/expiring', 'interaction', (view) =>
  renderPage(
    SignIn,
    { client: { name: 'Billing' }, form: { action: '/post', hidden: {} }, expiresInSeconds: 600 },
    view,
  ),
)
beforeEach(async () => {
  server.posted.length = 0
  server.framed.length = 0
})
afterEach(() => context.close())

async function open(path: string, options: { javaScriptEnabled?: boolean; clock?: 'stopped' } = {}): Promise<void> {
  context = await browser.newContext({
    javaScriptEnabled: options.javaScriptEnabled ?? true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page = await context.newPage()
  await page.addInitScript(() => {
    // After the scripts of the page: what they have not prevented is sent.
    addEventListener('submit', ({ defaultPrevented }) => {
      const { dataset } = document.documentElement
      if (!defaultPrevented) dataset['sent'] = `${Number(dataset['sent'] ?? 0) + 1}`
    })
  })
  if (options.clock === 'stopped') {
    await page.clock.install({ time: OPENED_AT - 3_600_000 })
    await page.clock.pauseAt(OPENED_AT)
  }
  await page.goto(server.origin + path, { waitUntil: 'commit' })
  await page.waitForSelector('main')
  // The scripts of the page have run.
  await page.waitForLoadState('domcontentloaded')
}
/** How often a form was sent by this page: all that have begun, arrived or not. */
const sent = async (): Promise<number> => Number((await page.getAttribute('html', 'data-sent')) ?? 0)

describe('with scripts', () => {
  it('an import continues automatically; without scripts, the button continues it', async () => {
    await open('/users-import-progress')
    await until(() => server.posted.length > 0)
    expect(server.posted.map(({ path }) => path)).toEqual(['/admin/users/import/run'])
    await context.close()
    await open('/users-import-progress', { javaScriptEnabled: false })
    await page.getByRole('button', { name: 'Continue' }).click()
    await until(() => server.posted.length === 2)
  })

  it('the password can be shown, and is a password again when it is sent', async () => {
    await open('/sign-in')
    await page.fill('#password', 'correct horse')
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await page.getAttribute('#password', 'type')).toBe('text')
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await page.getAttribute('#password', 'type')).toBe('password')
  })

  it('what a new password must be is ticked off while it is typed, in words too', async () => {
    await open('/new-password-short')
    expect(await page.getByLabel('Confirm new password').count()).toBe(0)
    const rules = page.locator('[data-sso-rules] li')
    const field = page.getByLabel('New password', { exact: true })
    const met = async () => (await rules.allInnerTexts()).map((text) => /: met/.test(text))
    await field.fill('short')
    expect(await met()).toEqual([false, true, false])
    await field.fill('ANA@example.com')
    expect(await met()).toEqual([true, false, true])
    await field.fill('qwertzuiop12345')
    expect(await met()).toEqual([true, true, false])
    await field.fill('several words in a row')
    expect(await met()).toEqual([true, true, true])
    await field.fill('')
    expect(await met()).toEqual([false, false, false])
  })

  it('a second click while the form is under way sends nothing', async () => {
    await open('/sign-in')
    await page.fill('#username', 'ana')
    await page.getByRole('button', { name: 'Sign in' }).dblclick()
    await until(() => server.posted.length > 0)
    expect([await sent(), server.posted.length]).toEqual([1, 1])
  })

  it('a code is sent with its sixth digit, typed or pasted, once', async () => {
    await open('/step-code')
    expect(await page.locator('#code-hint').innerText()).toContain('as soon as you enter the last digit')
    await page.locator('#code').pressSequentially('12345')
    expect(await sent()).toBe(0)
    await page.locator('#code').pressSequentially('67')
    await until(() => server.posted.length > 0)
    expect([await sent(), server.posted.length]).toEqual([1, 1])
    expect(server.posted[0]?.fields).toMatchObject({ csrf: 'token-1', code: '123456' })
    await page.reload()
    await page.locator('#code').fill('١٢٣ ٤٥٦')
    await until(async () => server.posted.length > 1)
    expect(server.posted[1]?.fields['action']).toBeUndefined()
  })

  it('a code with a box to tick below it is sent by the button alone', async () => {
    await open('/step-trust')
    expect(await page.locator('#code-hint').innerText()).not.toContain('as soon as')
    await page.locator('#code').pressSequentially('123456')
    await page.check('#trust')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await until(() => server.posted.length > 0)
    expect(server.posted.map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ code: '123456', trust: 'on' }),
    ])
  })

  it('copying confirms itself, visibly and to screen readers, and puts the value on the clipboard', async () => {
    await open('/error-redirect')
    await page.getByRole('button', { name: 'Copy Request ID' }).click()
    await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' })
    expect(await page.locator('.sso-copy-button').textContent()).toBe('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('0192f7a4-6f0e-7c1b')
  })

  it('the wait after too many attempts counts down, and ends by saying so', async () => {
    await open('/sign-in-throttled', { clock: 'stopped' })
    const summary = page.getByRole('alert')
    await page.clock.runFor(1000)
    expect(await summary.textContent()).toContain('Try again in 12 minutes.')
    await page.clock.fastForward(11 * 60_000)
    await page.clock.runFor(1000)
    expect(await summary.textContent()).toMatch(/Try again in \d\d seconds\./)
    await page.clock.fastForward(60_000)
    await page.clock.runFor(1000)
    expect(await summary.textContent()).toContain('You can try again now.')
  })

  it('a page left open too long reports it before a password is entered', async () => {
    await open('/expiring', { clock: 'stopped' })
    expect(await page.getByText('This sign-in page has expired').isVisible()).toBe(false)
    await page.clock.fastForward(600_000)
    await page.getByText('This sign-in page has expired').waitFor()
  })

  it('the colour scheme chosen stays chosen', async () => {
    await open('/sign-in')
    await page.getByRole('button', { name: 'Use dark colors' }).click()
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark')
    expect((await context.cookies()).find(({ name }) => name === 'sso_theme')).toMatchObject({
      value: 'dark',
      path: '/',
      sameSite: 'Lax',
    })
    await page.getByRole('button', { name: 'Use light colors' }).waitFor()
  })

  it('a menu closes with Escape, which returns the focus to its button, and with a press or the focus outside of it', async () => {
    await open('/sign-in')
    const menu = page.locator('details[data-sso-menu]').first()
    const button = menu.locator('summary')
    const isOpen = () => menu.evaluate((details: HTMLDetailsElement) => details.open)
    await button.click()
    expect(await isOpen()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    expect(await isOpen()).toBe(false)
    expect(await button.evaluate((summary) => summary === document.activeElement)).toBe(true)
    await button.click()
    await page.locator('h1').click()
    expect(await isOpen()).toBe(false)
    await button.click()
    await page.getByLabel('Password', { exact: true }).focus()
    expect(await isOpen()).toBe(false)
  })

  it('another language keeps the user name that was typed, out of every address and for that one time', async () => {
    await open('/sign-in')
    await page.fill('#username', 'ana@example.com')
    await page.fill('#password', 'correct horse')
    await page.locator('.sso-languages summary').click()
    await page.getByRole('link', { name: 'العربية' }).click()
    await page.waitForURL('**/sign-in?ui_locales=ar')
    await until(async () => (await page.inputValue('#username')) === 'ana@example.com')
    expect(await page.inputValue('#password')).toBe('')
    await page.goto(`${server.origin}/sign-in`)
    expect(await page.inputValue('#username')).toBe('')
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  it('times are shown in the zone of the reader', async () => {
    await open('/error-redirect')
    const zone = await page.evaluate(() =>
      new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' }).format(
        new Date('2026-11-21T15:04:05Z'),
      ),
    )
    expect(await page.locator('time').textContent()).toBe(zone)
  })

  it('signing out marks each app, and continues immediately when all have responded', async () => {
    await open('/out-quick', { clock: 'stopped' })
    await page.getByText('Signed out', { exact: true }).waitFor()
    expect(page.url()).toContain('/out-quick')
    await page.clock.runFor(800)
    await page.waitForURL('**/signed-out')
  })

  it('an app that got no cookie in its frame is not called signed out, and the page waits for the user', async () => {
    await open('/out-other-site', { clock: 'stopped' })
    const wiki = page.getByRole('listitem').filter({ hasText: 'Wiki' })
    await wiki.getByText('Couldn’t confirm').waitFor()
    expect(await wiki.getByRole('link', { name: /Sign out of Wiki/ }).count()).toBe(1)
    await page.clock.runFor(60_000)
    expect(page.url()).toContain('/out-other-site')
  })

  it('an app that was quicker than the script is signed out all the same, while another keeps the page waiting', async () => {
    context = await browser.newContext()
    page = await context.newPage()
    await page.route('**/app.*.js', async (route) => {
      await until(() => page.frame({ url: '**/frame/quick' }) !== null)
      await page.frame({ url: '**/frame/quick' })?.waitForLoadState()
      await route.continue()
    })
    await page.goto(`${server.origin}/out`, { waitUntil: 'commit' })
    await page.getByRole('listitem').filter({ hasText: 'Billing' }).getByText('Signed out').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Payroll' }).getByText('Couldn’t confirm').waitFor()
  })

  it('panel and portal: the colours are chosen in the account menu, or left to the device again', async () => {
    await open('/operations-settings')
    await page.locator('.sso-panel-tools summary').click()
    const colours = page.getByRole('group', { name: 'Appearance' })
    const themeCookie = async () => (await context.cookies()).find(({ name }) => name === 'sso_theme')?.value
    for (const [name, kept] of [
      ['Dark', 'dark'],
      ['Light', 'light'],
      ['Device', undefined],
    ] as const) {
      await colours.getByRole('button', { name }).click()
      expect(await page.getAttribute('html', 'data-theme')).toBe(kept ?? null)
      expect(await themeCookie()).toBe(kept)
      expect(await colours.locator('[aria-pressed=true]').textContent()).toBe(name)
    }
    await page.keyboard.press('Escape')
    expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(false)
  })

  it.each([true, false])(
    'on a narrow screen the sections are behind a button, and close with Escape and with a press outside; scripts: %s',
    async (javaScriptEnabled) => {
      context = await browser.newContext({ javaScriptEnabled, viewport: { width: 320, height: 640 } })
      page = await context.newPage()
      await page.goto(`${server.origin}/operations-settings`)
      const button = page.getByRole('button', { name: 'Sections' })
      const open = page.locator('.sso-sections [aria-current]')
      expect(await open.isVisible()).toBe(false)
      await button.press('Enter')
      await open.waitFor()
      expect(await page.locator('.sso-sections').ariaSnapshot()).toContain('link "Settings"')
      await page.keyboard.press('Tab')
      expect(await page.locator('.sso-sections :focus').getAttribute('aria-label')).toBe('Close')
      await page.keyboard.press('Escape')
      await open.waitFor({ state: 'hidden' })
      expect(await page.locator('.sso-panel-top :focus').getAttribute('aria-label')).toBe('Sections')
      await button.click()
      await open.waitFor()
      await page.mouse.click(310, 600)
      await open.waitFor({ state: 'hidden' })
      await page.setViewportSize({ width: 1280, height: 800 })
      expect([await open.isVisible(), await button.isVisible()]).toEqual([true, false])
    },
  )

  it('an app that does not respond in three seconds gets a link, and the page stays until the user leaves it', async () => {
    await open('/out', { clock: 'stopped' })
    const billing = page.getByRole('listitem').filter({ hasText: 'Billing' })
    const payroll = page.getByRole('listitem').filter({ hasText: 'Payroll' })
    await billing.getByText('Signed out').waitFor()
    expect(await payroll.getByText('Waiting').isVisible()).toBe(true)
    await page.clock.runFor(3100)
    await payroll.getByText('Couldn’t confirm').waitFor()
    expect(await payroll.getByRole('link', { name: /Sign out of Payroll/ }).getAttribute('href')).toBe(
      `${server.origin}/frame/silent`,
    )
    expect(page.url()).toContain('/out')
    await page.clock.runFor(60_000)
    expect(page.url()).toContain('/out')
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL('**/signed-out?confirmed=0')
  })
})

describe('without scripts', () => {
  it('sign-in sends the input and the hidden fields, and no cancellation when Enter is pressed', async () => {
    await open('/sign-in', { javaScriptEnabled: false })
    await page.fill('#username', 'ana')
    await page.fill('#password', 'correct horse')
    await page.check('#remember')
    await page.press('#password', 'Enter')
    await expectPosted({ csrf: 'token-1', form_id: 'f-1', username: 'ana', password: 'correct horse', remember: 'on' })
  })

  it.each([
    ['sign-in', 'Back to Billing', 'cancel'],
    ['sign-in-confirm', 'Not you? Use another account', 'other'],
    ['signed-in', 'Continue to Billing', 'continue'],
    ['consent', 'Allow', 'allow'],
    ['consent', 'Don’t allow', 'deny'],
    ['consent', 'Use another account', 'other'],
    ['select-account', 'Use another account', 'other'],
    ['not-allowed', 'Back to Billing', 'cancel'],
    ['logout-confirm', 'Sign out', 'confirm'],
    ['logout-confirm', 'Stay signed in', 'stay'],
  ])('%s: "%s" sends action=%s', async (name, button, action) => {
    await open(`/${name}`, { javaScriptEnabled: false })
    await page.getByRole('button', { name: button, exact: true }).click()
    await expectPosted({ csrf: 'token-1', action })
  })

  it('confirming one’s identity sends the username that is shown', async () => {
    await open('/sign-in-confirm', { javaScriptEnabled: false })
    await page.fill('#password', 'correct horse')
    await page.press('#password', 'Enter')
    await expectPosted({ username: 'ana', password: 'correct horse' })
  })

  it('controls that need scripts are not shown, and no place is kept for them', async () => {
    await open('/error-redirect', { javaScriptEnabled: false })
    expect(await page.getByRole('button').count()).toBe(0)
    const scripted = page.locator('[data-sso-scripted]')
    expect(await scripted.evaluateAll((all) => all.map((one) => getComputedStyle(one).display))).toEqual([
      'none',
      'none',
    ])
    expect(await page.inputValue('#request-id')).toBe('0192f7a4-6f0e-7c1b')
  })

  it('the way to another language is a link', async () => {
    await open('/sign-in', { javaScriptEnabled: false })
    await page.locator('.sso-languages summary').click()
    expect(await page.getByRole('link', { name: 'العربية' }).getAttribute('href')).toBe('?ui_locales=ar')
  })

  it('signing out loads every app’s address, and the page goes on by itself', async () => {
    await open('/out-quick', { javaScriptEnabled: false })
    await page.waitForURL('**/signed-out')
    expect(server.framed).toEqual(['/frame/quick'])
  })

  it('an app that never responds does not block the sign-out: there is a link', async () => {
    await open('/out', { javaScriptEnabled: false })
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL('**/signed-out')
    expect(server.framed.toSorted()).toEqual(['/frame/quick', '/frame/silent'])
  })
})

async function expectPosted(fields: Record<string, string>): Promise<void> {
  await until(async () => server.posted.length > 0)
  expect(server.posted).toHaveLength(1)
  expect(server.posted[0]?.fields).toMatchObject(fields)
  if (fields['action'] === undefined) expect(server.posted[0]?.fields['action']).toBeUndefined()
}
