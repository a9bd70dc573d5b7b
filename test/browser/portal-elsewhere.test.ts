/** The portal at an address of another site than the service: forms lead from one to the other, and Chromium lets them. */

import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { createPortico, type Portico } from '../../lib/index.ts'
import { launchChromium } from '../support/chromium.ts'
import { ALICE, ROOT_SECRET } from '../support/fixtures.ts'
import { enter, heading, press } from './flow-world.ts'

let answer: RequestListener = (_req, res) => res.writeHead(503).end()
let server: Server
let portico: Portico
let browser: Browser
let portal: string

beforeAll(async () => {
  server = createServer((req, res) => answer(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  portal = `http://127.0.0.1:${port}/account`
  portico = await createPortico({
    baseUrl: `http://localhost:${port}/sso`,
    portalUrl: portal,
    secret: ROOT_SECRET,
    accounts: [ALICE],
  })
  answer = portico.callback()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
  await portico.close()
})

async function enterPortal(path = '/'): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(portal + path)
  await enter(page, ALICE)
  await page.waitForURL(portal + path)
  return page
}

describe('the portal on another site', () => {
  it('is signed in to, with its styles and scripts', async () => {
    const page = await enterPortal()
    expect(await heading(page)).toBe('Home')
    expect(await page.locator('.sso-panel-top').evaluate((top) => getComputedStyle(top).display)).not.toBe('block')
  })

  it('is signed out of: the form is followed to the service and back', async () => {
    const page = await enterPortal()
    await page.locator('.sso-panel-tools summary').press('Enter')
    await press(page, 'Sign out')
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.getByRole('heading', { name: 'Sign in to Portico account' }).waitFor()
    expect(await portico.sessions.list(ALICE.sub)).toHaveLength(1)
  })

  it('keeps the language and the colours that were chosen there', async () => {
    const page = await enterPortal()
    await page.locator('.sso-languages summary').click()
    await page.getByRole('link', { name: 'العربية' }).click()
    await page.locator('.sso-panel-tools summary').click()
    await page.locator('[data-sso-appearance] [value=dark]').click()
    const cookies = await page.context().cookies(portal)
    expect(
      cookies
        .filter(({ name }) => /^sso_(?:lang|theme)$/.test(name))
        .map(({ name, path }) => `${name} ${path}`)
        .toSorted(),
    ).toEqual(['sso_lang /account', 'sso_theme /account'])
    await page.goto(`${portal}/devices`)
    expect(await page.getAttribute('html', 'dir')).toBe('rtl')
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark')
  })

  it('ends everything: the form is followed to the page that says so', async () => {
    const page = await enterPortal('/devices')
    await page.getByRole('link', { name: 'Sign out everywhere', exact: true }).click()
    await press(page, 'Sign out everywhere')
    await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
    expect(await portico.sessions.list(ALICE.sub)).toEqual([])
  })
})
