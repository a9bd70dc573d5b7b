/** The panel on another host (D-G1): styles load, signing in and out works, and no path leads to a third host. */
import { createServer } from 'node:http'
import { createPortico } from '../../lib/index.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { launchChromium } from '../support/chromium.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { send } from '../support/http.ts'
import { closed } from '../support/listening.ts'
import { ADMIN, PANEL_ACCOUNTS } from '../support/panel-visitor.ts'

const failed: string[] = []

const port = await freePort()
const portico = await createPortico({
  baseUrl: `http://localhost:${port}/sso`,
  adminUrl: `http://127.0.0.1:${port}`,
  secret: ROOT_SECRET,
  accounts: PANEL_ACCOUNTS,
  rateLimits: false,
})
const server = createServer(portico.callback())
stoppedAtEnd(portico)
stoppedAtEnd({ close: () => closed(server) })
await new Promise<void>((resolve) => server.listen(port, resolve))
const page = await (await launchChromium()).newPage()
page.on('console', (message) => {
  if (message.type() === 'error') failed.push(message.text())
})
page.on('response', (response) => {
  if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
})

it('signs in over the service and comes back, with its styles and scripts', async () => {
  await page.goto(`http://127.0.0.1:${port}/clients`)
  expect(new URL(page.url()).host).toBe(`localhost:${port}`)
  await page.getByLabel('Email or username').fill(ADMIN.username)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`http://127.0.0.1:${port}/clients`)
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe('grid')
  // The script shows it.
  expect(await page.locator('[data-sso-appearance]').getAttribute('data-sso-scripted')).toBeNull()
})

it('signs out on the service, and the way back asks who is there', async () => {
  await page.locator('.sso-panel-tools summary').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in again' }).waitFor()
  // The pages of the panel are not shown from the history either.
  await page.goBack()
  await page.getByLabel('Email or username').waitFor()
  expect(await page.locator('.sso-panel-tools').count()).toBe(0)
  expect(new URL(page.url()).host).toBe(`localhost:${port}`)
  expect(failed).toEqual([])
})

it.each(['//evil.example/', '/\\evil.example/', '///evil.example'])(
  'SES-10: %s is a page of the panel that is not there, before and after the sign-in',
  async (path) => {
    const headers = { host: `127.0.0.1:${port}`, accept: 'text/html' }
    const begun = await send(port, path, { headers })
    expect(new URL(begun.headers.location ?? '').searchParams.get('state')).not.toBeNull()
    await page.goto(`http://127.0.0.1:${port}${path}`)
    if (await page.getByLabel('Password', { exact: true }).isVisible()) {
      await page.getByLabel('Email or username').fill(ADMIN.username)
      await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.host !== `localhost:${port}`)
    }
    expect(new URL(page.url()).host).toBe(`127.0.0.1:${port}`)
  },
)
