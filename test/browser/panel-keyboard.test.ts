/**
 * Registering and decommissioning a client with nothing but a keyboard: no scripts, 320 px wide, dark, in Arabic. The
 * same panel, and nothing is missing.
 */
import { launchChromium } from '../support/chromium.ts'
import { runningIdp } from '../support/idp.ts'
import { ADMIN, PANEL_ACCOUNTS } from '../support/panel-visitor.ts'

const MOST_STOPS = 80

const idp = await runningIdp({ accounts: PANEL_ACCOUNTS, clients: [] })
const browser = await launchChromium()
const context = await browser.newContext({
  javaScriptEnabled: false,
  viewport: { width: 320, height: 640 },
  colorScheme: 'dark',
  locale: 'ar',
})
const page = await context.newPage()

/** Goes on by Tab until the control that fits is reached. */
async function tabTo(selector: string): Promise<void> {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return
  }
  throw new Error(`Tab never comes to ${selector} on ${page.url()}`)
}
async function type(selector: string, text: string): Promise<void> {
  await tabTo(selector)
  await page.keyboard.type(text)
}
async function send(selector: string): Promise<void> {
  await tabTo(selector)
  const loaded = page.waitForNavigation()
  await page.keyboard.press('Enter')
  await loaded
}
const wide = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)

it('signs in', async () => {
  await page.goto(`${idp.issuer}/admin/clients/new`)
  await type('#username', ADMIN.username)
  await type('#password', ADMIN.password)
  const loaded = page.waitForURL(/\/admin\/clients\/new/)
  await page.keyboard.press('Enter')
  await loaded
  expect(await page.getAttribute('html', 'lang')).toBe('ar')
  expect(await page.getAttribute('html', 'dir')).toBe('rtl')
})

it('reports the issue in Arabic, and keeps the input', async () => {
  await type('#name', 'الفواتير')
  await type('#client_id', 'Billing')
  await send('main form[method=post] button:not([type=button]):not([hidden])')
  expect(await page.title()).toMatch(/^خطأ/)
  expect(await page.locator('.sso-summary').innerText()).toMatch(/\p{Script=Arabic}/u)
  expect(await page.inputValue('#name')).toBe('الفواتير')
  expect(await wide()).toBe(320)
})

it('registers the client, and reads the secret without a copy button', async () => {
  await tabTo('#client_id')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('billing')
  await type('#owner_email', 'finance@example.com')
  await tabTo('input[name=client_type]')
  await page.keyboard.press('Space')
  await type('#redirect_uris', 'https://billing.example/callback')
  await send('main form[method=post] button:not([type=button]):not([hidden])')
  expect(await page.inputValue('#client-secret')).toMatch(/^sso_dev_[A-Za-z0-9_-]{43}$/)
  expect(await page.inputValue('#block-env')).toContain('OIDC_CLIENT_ID=billing')
  expect(await page.locator('.sso-copy-button:visible').count()).toBe(0)
  expect(await wide()).toBe(320)
  expect(await idp.portico.clients.find('billing')).toMatchObject({ type: 'confidential', environment: 'development' })
})

it('sends the same form again: the client is there once, and the secret is not shown again', async () => {
  await page.reload()
  expect(await page.content()).not.toMatch(/sso_dev_[A-Za-z0-9_-]{43}/)
  expect((await idp.portico.audit.list({ client: 'billing', group: 'client' }, undefined, 5)).entries).toHaveLength(1)
})

it('goes from tab to tab, and no page is wider than the screen', async () => {
  for (const tab of ['overview', 'settings', 'scopes', 'security', 'lifecycle', 'activity']) {
    await page.goto(`${idp.issuer}/admin/clients/billing/overview`)
    if (tab !== 'overview') await send(`.sso-tabs a[href$="/${tab}"]`)
    expect([tab, page.url(), await wide()]).toEqual([tab, `${idp.issuer}/admin/clients/billing/${tab}`, 320])
    expect(await page.locator('.sso-tabs [aria-current=page]').innerText()).toMatch(/\p{Script=Arabic}/u)
    const { right, left } = await page
      .locator('.sso-tabs [aria-current=page]')
      .evaluate((link) => link.getBoundingClientRect())
    expect(left >= 0 && right <= 320).toBe(true)
  }
})

it('decommissions it by typing its id', async () => {
  await page.goto(`${idp.issuer}/admin/clients/billing/decommission`)
  await type('#confirm', 'billing')
  await send('main form[method=post] button')
  expect(await page.locator('.sso-banner').innerText()).toMatch(/\p{Script=Arabic}/u)
  expect(await idp.portico.clients.find('billing')).toBeUndefined()
})
