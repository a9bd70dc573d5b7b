/**
 * One sign-in for all, in Chromium: a page of the host, an app behind nginx on one host name, one behind Caddy on
 * another, and an app that uses OpenID Connect. nginx asks one node and Caddy the other.
 */
import { createServer, type RequestListener } from 'node:http'
import type { BrowserContext, Page } from 'playwright-core'
import { echoApp } from '../../examples/gate/echo.ts'
import { serverClient } from '../../examples/server-client/app.ts'
import { gateBlock } from '../../lib/domain/clients/blocks/gate-block.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { launchChromium } from '../support/chromium.ts'
import { ALICE, CONF, CONF2 as OPEN } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { GATE_HEADERS } from '../support/gated-visitor.ts'
import { koaSite } from '../support/host-site.ts'
import { type Node, startIdp } from '../support/idp.ts'
import { closed, listening } from '../support/listening.ts'
import type { TokenSet } from '../support/relying-party.ts'
import { startProxy } from '../support/reverse-proxy.ts'
import { until } from '../support/until.ts'
import { words } from '../support/words.ts'

const WIKI_HOST = 'wiki.portico.test'
const NOTES_HOST = 'notes.portico.test'
const SECRET = 'orders-secret-0123456789abcdef0123456789'
const LIMITED = { ...CONF, access: { roles: ['editor'] } }

let context: BrowserContext
let page: Page
const at = { wiki: '', notes: '', members: '' }

function serve(listener: RequestListener, port = 0): Promise<number> {
  const server = createServer(listener)
  stoppedAtEnd({ close: () => closed(server) })
  return listening(server, port)
}

const [nginxPort, caddyPort, ordersPort] = [await freePort(), await freePort(), await freePort()]
Object.assign(at, { wiki: `https://${WIKI_HOST}:${nginxPort}`, notes: `https://${NOTES_HOST}:${caddyPort}` })
const orders = `http://127.0.0.1:${ordersPort}`
const idp = await startIdp({
  site: koaSite,
  mount: 'koa',
  options: {
    clients: [
      {
        client_id: 'wiki',
        client_name: 'Wiki',
        client_type: 'confidential',
        gate: { url: at.wiki, assertion: true },
        access: { roles: ['editor'] },
        owner_email: 'wiki@example.com',
      },
      { client_id: 'notes', client_name: 'Notes', client_type: 'confidential', gate: { url: at.notes } },
      {
        client_id: 'orders',
        client_name: 'Orders',
        client_type: 'confidential',
        client_secret: SECRET,
        redirect_uris: [`${orders}/callback`],
        post_logout_redirect_uris: [`${orders}/`],
        backchannel_logout_uri: `${orders}/backchannel`,
        consent: 'trusted',
      },
      LIMITED,
      OPEN,
    ],
  },
})
const other = await idp.anotherNode()
at.members = new URL('/members', idp.issuer).href
await serve(
  serverClient({
    issuer: idp.issuer,
    clientId: 'orders',
    appName: 'Orders',
    clientSecret: SECRET,
    redirectUri: `${orders}/callback`,
    postLogoutRedirectUri: `${orders}/`,
    scopes: 'openid profile email offline_access',
  }),
  ordersPort,
)
const [wikiApp, notesApp] = [await serve(echoApp('wiki')), await serve(echoApp('notes'))]
const printed = (format: 'nginx' | 'caddy', client: { clientId: string; url: string }, node: Node, app: number) => {
  const gate = { url: client.url, assertion: false }
  const upstream = `http://127.0.0.1:${app}`
  const block = { client: { clientId: client.clientId, gate }, issuer: idp.issuer, headers: GATE_HEADERS, upstream }
  return gateBlock({ ...block, service: `127.0.0.1:${node.port}` }, format)
}
await startProxy('nginx', {
  printed: printed('nginx', { clientId: 'wiki', url: at.wiki }, idp, wikiApp),
  host: WIKI_HOST,
  port: nginxPort,
  replace: (_port, { cert, key }) => [
    [`/etc/letsencrypt/live/${WIKI_HOST}/fullchain.pem`, cert],
    [`/etc/letsencrypt/live/${WIKI_HOST}/privkey.pem`, key],
  ],
})
await startProxy('caddy', {
  printed: printed('caddy', { clientId: 'notes', url: at.notes }, other, notesApp),
  host: NOTES_HOST,
  port: caddyPort,
  replace: (_port, { cert, key }) => [[`${at.notes} {`, `${at.notes} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`]],
})
const browser = await launchChromium([
  '--ignore-certificate-errors',
  `--host-resolver-rules=MAP ${WIKI_HOST} 127.0.0.1,MAP ${NOTES_HOST} 127.0.0.1`,
])
beforeEach(async () => {
  context = await browser.newContext({ ignoreHTTPSErrors: true })
  page = await context.newPage()
})
afterEach(() => context.close())

const fillIn = async (): Promise<void> => {
  await page.getByLabel('Email or username').fill(ALICE.username)
  await page.getByLabel('Password', { exact: true }).fill(ALICE.password)
  await page.keyboard.press('Enter')
}
const hello = (): Promise<void> => page.getByRole('heading', { name: 'Hello, alice' }).waitFor()
const sent = async (): Promise<string> => page.locator('pre').innerText()

/** Once with the password, then without a question. */
async function signInEverywhere(): Promise<void> {
  await page.goto(`${at.wiki}/page?x=1`)
  await fillIn()
  await hello()
  await page.goto(`${at.notes}/`)
  await hello()
  await page.goto(at.members)
  expect(await page.locator('body').innerText()).toBe('the page /members')
  await page.goto(`${orders}/sign-in`)
  await page.getByRole('heading', { name: 'Signed in as Alice Doe' }).waitFor()
}

const isSignIn = (): Promise<boolean> => page.getByLabel('Password', { exact: true }).isVisible()

/** The next request of each. */
async function expectOut(): Promise<void> {
  for (const url of [`${at.wiki}/`, `${at.notes}/`, at.members]) {
    await page.goto(url)
    expect([url, await isSignIn()]).toEqual([url, true])
  }
  for (const node of [idp, other]) {
    const cookies = await context.cookies([at.members])
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await node.send('host:/open', { headers: { cookie } })).json()).toEqual({ session: null })
  }
  await until(async () => {
    await page.goto(orders)
    return (await page.locator('h1').innerText()) === 'You are not signed in'
  })
}

it('one sign-in for all, and each app reads who it is from its proxy alone', async () => {
  const forged = words`
    Remote-User Remote_User remote-groups Remote_Groups X-Portico-Assertion X_Portico_Assertion
  `
  await context.setExtraHTTPHeaders(Object.fromEntries(forged.map((name) => [name, 'admin'])))
  await signInEverywhere()
  for (const url of [`${at.wiki}/page?x=1`, `${at.notes}/`]) {
    await page.goto(url)
    const text = await sent()
    expect(text).toContain('remote-user: alice')
    expect(text).toContain(`remote-name: ${ALICE.name}`)
    expect(text).toContain('remote-groups: editor,reader')
    expect(text).not.toMatch(/admin|sso_gate_\w+=/)
    expect(text.includes('x-portico-assertion: ey')).toBe(url.startsWith(at.wiki))
  }
  const cookies = await context.cookies([at.wiki, at.notes])
  const names = cookies.map(({ name, domain, secure }) => [name, domain, secure])
  expect(names).toContainEqual(['__Host-sso_gate_wiki', WIKI_HOST, true])
  expect(names).toContainEqual(['__Host-sso_gate_notes', NOTES_HOST, true])
})

const signedOut = (): Promise<void> => page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
const signOutBehind = async (proxy: 'wiki' | 'notes'): Promise<void> => {
  await page.goto(`${at[proxy]}/`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signedOut()
}

it.each<[string, () => Promise<unknown>]>([
  ['in the app behind nginx', () => signOutBehind('wiki')],
  ['in the app behind Caddy', () => signOutBehind('notes')],
  [
    'in the app that speaks OpenID Connect',
    async () => {
      await page.goto(orders)
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await page.waitForURL(`${orders}/?state=signed-out`)
    },
  ],
  [
    'on a page of the host',
    async () => {
      await page.goto(at.members)
      await page.evaluate(() => {
        const form = document.createElement('form')
        form.method = 'post'
        form.action = '/leave'
        document.body.append(form)
        form.submit()
      })
      await signedOut()
    },
  ],
])('signed out %s: the next request of each is refused', async (_name, signOut) => {
  await signInEverywhere()
  await signOut()
  await expectOut()
})

const change = (more: object, person_: object = {}): Promise<unknown> | undefined =>
  other.portico.accounts?.change(ALICE.sub, (account) => ({
    ...account,
    ...more,
    person: { ...account.person, ...person_ },
  }))

it('suspended: the same', async () => {
  await signInEverywhere()
  await change({ status: 'suspended' })
  try {
    await expectOut()
  } finally {
    await change({ status: 'active' })
  }
})

it('a role is taken away: that app at the next request, and its refresh token; the others as before', async () => {
  const [limited, open] = [idp.party(LIMITED), idp.party(OPEN)]
  const alice = idp.user()
  const offline = { scope: 'openid offline_access' }
  const tokens: [TokenSet, TokenSet] = [await alice.signIn(limited, offline), await alice.signIn(open, offline)]
  await signInEverywhere()
  await change({}, { roles: ['reader'] })
  try {
    await page.goto(`${at.wiki}/`)
    await page.getByRole('heading', { name: 'You don’t have access to Wiki' }).waitFor()
    expect(await page.locator('main').innerText()).toContain('wiki@example.com')
    expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe('grid')
    expect((await limited.refresh(tokens[0].refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await open.refresh(tokens[1].refresh_token)).status).toBe(200)
    await page.goto(`${at.notes}/`)
    await hello()
    await page.goto(orders)
    await page.getByRole('heading', { name: 'Signed in as Alice Doe' }).waitFor()
  } finally {
    await change({}, { roles: ALICE.roles })
  }
})
