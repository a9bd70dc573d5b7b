/** The portal on another site than the service: forms lead from one to the other, and Chromium allows them. */
import { createServer, type RequestListener } from 'node:http'
import type { Page } from 'playwright-core'
import { createPortico } from '../../lib/index.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { launchChromium } from '../support/chromium.ts'
import { ALICE, BOB, ROOT_SECRET } from '../support/fixtures.ts'
import { closed, listening } from '../support/listening.ts'
import { enter, heading, press } from './flow-world.ts'

const SECRET = 'a-secret-of-this-connector-0123456789abcdef'
const answers: RequestListener[] = []

/** A server whose answers come later; its port. */
function serve(index: number): Promise<number> {
  const server = createServer((req, res) => answers[index]?.(req, res))
  stoppedAtEnd({ close: () => closed(server) })
  return listening(server)
}

const [port, providerPort] = [await serve(0), await serve(1)]
const portal = `http://127.0.0.1:${port}/account`
const issuer = `http://localhost:${providerPort}/there`
/** A provider that users may come from. */
const there = await createPortico({
  baseUrl: issuer,
  secret: ROOT_SECRET,
  accounts: [BOB],
  clients: [
    {
      client_id: 'portico',
      client_type: 'confidential',
      client_secret: SECRET,
      redirect_uris: [`http://localhost:${port}/sso/upstream/b/callback`],
      consent: 'trusted',
      scopes: ['openid', 'profile', 'email'],
    },
  ],
})
const portico = await createPortico({
  baseUrl: `http://localhost:${port}/sso`,
  portalUrl: portal,
  secret: ROOT_SECRET,
  accounts: [ALICE],
  login: {
    upstreams: [
      { id: 'b', name: 'Company B', issuer, client_id: 'portico', client_secret: SECRET, firstSignIn: 'link' },
    ],
  },
})
for (const service of [portico, there]) answers.push(stoppedAtEnd(service).callback())
const browser = await launchChromium()

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
    expect(await heading(page)).toMatch(/^Hello/)
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

  it('connects a provider: the form is followed to the service, to the provider, and back', async () => {
    const page = await enterPortal('/security')
    await page.getByRole('link', { name: /^Connect .?Company B/ }).click()
    await page.getByRole('button', { name: /^Continue with .?Company B/ }).click()
    await page.waitForURL(/\/there\//)
    await enter(page, BOB)
    await page.getByText(/Company B.? is connected\./).waitFor()
    expect(new URL(page.url()).origin).toBe(new URL(portal).origin)
    expect((await portico.accounts?.account(ALICE.sub))?.identities).toMatchObject([{ subject: BOB.sub }])
  })

  it('ends everything: the form leads to the page that confirms it', async () => {
    const page = await enterPortal('/devices')
    await page.getByRole('link', { name: 'Sign out everywhere', exact: true }).click()
    await press(page, 'Sign out everywhere')
    await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
    expect(await portico.sessions.list(ALICE.sub)).toEqual([])
  })
})
