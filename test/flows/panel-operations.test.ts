/** The panel's pages for operators, over HTTP: what they show is what happened, and what they do is done. */

import { type Browser, openBrowser, type Page } from '../support/browser.ts'
import { ACCOUNTS, CLIENTS } from '../support/fixtures.ts'
import { ADMIN, PANEL_ACCOUNTS, VIEWER } from '../support/panel-visitor.ts'
import { runningIdp } from '../support/running.ts'

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

const idp = await runningIdp({
  accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS],
  clients: CLIENTS.map((client) => ({ ...client, owner_email: 'owner@conf.example' })),
})

/** Signs in to the panel and stops at the page that was asked for. */
async function enter(
  account: { readonly username: string; readonly password: string },
  path: string,
): Promise<{ browser: Browser; page: Page }> {
  const browser = openBrowser(idp)
  const first = await browser.visit(`${idp.issuer}/admin${path}`)
  if (first.at !== 'page') throw new Error('no sign-in page')
  const page = await browser.submit(first, { username: account.username, password: account.password })
  if (page.at !== 'page') throw new Error(`sent away to ${page.url}`)
  return { browser, page }
}

/** The page behind a link of another page. */
async function opened(browser: Browser, page: Page, href: RegExp): Promise<Page> {
  const [found = ''] = href.exec(page.answer.text) ?? []
  const next = await browser.visit(`${idp.issuer}/admin${found.replaceAll('&amp;', '&')}`)
  if (found === '' || next.at !== 'page') throw new Error('no such link')
  return next
}

it('the descriptions of the settings are marked as English, left to right, inside a page in Arabic', async () => {
  const { browser } = await enter(ADMIN, '/')
  const { answer } = await browser.visit(`${idp.issuer}/admin/settings?ui_locales=ar`)
  expect(answer.text).toContain('dir="rtl"')
  expect(answer.text).toMatch(/<span dir="ltr" lang="en">Address of the service/)
})

it.each([
  ['admin', 'en', 'Portico administration'],
  ['admin', 'ar', 'إدارة Portico'],
  ['portal', 'ar', 'حساب Portico'],
])('whoever signs in to the %s in %s reads its name in that language', async (app, language, name) => {
  const browser = openBrowser(idp)
  const { url } = await browser.visit(`${idp.issuer}/${app}`)
  const { text } = await browser.go(url, { headers: { 'accept-language': language } })
  expect(text).toContain(name)
})

it('the list of clients shows the owner of a client from the configuration, and where it comes from', async () => {
  const { page } = await enter(ADMIN, '/clients')
  expect(page.answer.text).toMatch(/<bdi[^>]*>owner@conf\.example<\/bdi>.*From configuration/s)
})

it('ending a session from the panel signs that user out', async () => {
  const other = await enter(VIEWER, '/')
  expect(other.page.answer.status).toBe(200)
  const { browser, page } = await enter(ADMIN, `/sessions?user=${VIEWER.username}`)
  const asking = await opened(browser, page, /\/sessions\/end\?[^"]*scope=session[^"]*/)
  // Asking has ended nothing.
  expect(await idp.portico.sessions.list(VIEWER.sub)).not.toHaveLength(0)
  for (const words of [VIEWER.name, '127.0.0.1', 'Will be notified', 'Refresh tokens with offline access stay valid']) {
    expect(asking.answer.text).toContain(words)
  }
  const form = asking.forms.find(({ action }) => action.endsWith('/sessions/end'))
  const done = await browser.go(`${idp.issuer}/admin/sessions/end`, { body: { ...form?.fields }, headers: SAME_ORIGIN })
  expect(done.headers.location).toContain(`/sessions?user=${VIEWER.username}`)
  const again = await browser.go(`${idp.issuer}/admin/sessions/end`, {
    body: { ...form?.fields },
    headers: SAME_ORIGIN,
  })
  expect(again.status).toBe(303)
  expect(
    (await idp.portico.audit.list({ user: VIEWER.sub }, undefined, 50)).entries.filter(
      ({ event }) => event === 'logout.session',
    ),
  ).toHaveLength(1)
  const after = await other.browser.visit(`${idp.issuer}/admin/`)
  expect(after.at === 'page' && after.forms.some(({ fields }) => 'password' in fields)).toBe(true)
})

it('signing out everywhere from the panel is asked for, and says that offline access ends too', async () => {
  await enter(VIEWER, '/')
  const { browser, page } = await enter(ADMIN, `/sessions?user=${VIEWER.username}`)
  const asking = await opened(browser, page, /\/sessions\/end\?[^"]*scope=everywhere[^"]*/)
  expect(asking.answer.text).toContain('refresh tokens with offline access too')
  const form = asking.forms.find(({ action }) => action.endsWith('/sessions/end'))
  await browser.go(`${idp.issuer}/admin/sessions/end`, { body: { ...form?.fields }, headers: SAME_ORIGIN })
  expect(await idp.portico.sessions.list(VIEWER.sub)).toHaveLength(0)
})

it('what would end has to be said, and a session that is gone is said to be gone', async () => {
  const { browser } = await enter(ADMIN, '/')
  expect((await browser.go(`${idp.issuer}/admin/sessions/end?subject=${VIEWER.sub}`)).status).toBe(400)
  const gone = await browser.visit(
    `${idp.issuer}/admin/sessions/end?scope=session&subject=${VIEWER.sub}&uid=none&user=${VIEWER.username}`,
  )
  expect(gone.answer.text).toContain('The session had ended already.')
  expect(gone.url).toContain(`user=${VIEWER.username}`)
})

it('a viewer sees all pages, and no form to rotate keys', async () => {
  const { browser } = await enter(VIEWER, '/')
  for (const path of ['/', '/activity', '/deliveries', '/sessions', '/keys', '/settings', '/health']) {
    const page = await browser.visit(`${idp.issuer}/admin${path}`)
    expect([path, page.answer.status]).toEqual([path, 200])
  }
  const keys = await browser.visit(`${idp.issuer}/admin/keys`)
  expect(keys.answer.text).not.toContain('/keys/rotate')
})

it('keys are rotated from the panel after a recent sign-in: the next one signs once it has been published long enough', async () => {
  const before = idp.portico.keys.list()
  const { browser, page } = await enter(ADMIN, '/keys/rotate')
  const form = page.forms.find(({ action }) => action.endsWith('/keys/rotate'))
  expect(form).toBeDefined()
  await browser.go(`${idp.issuer}/admin/keys/rotate`, { body: { ...form?.fields }, headers: SAME_ORIGIN })
  idp.clock.forward(700)
  await idp.portico.keys.rotate()
  const current = idp.portico.keys.list().find(({ state }) => state === 'current')
  expect(before.map(({ kid }) => kid)).toContain(current?.kid)
  expect(current?.kid).toBe(before.find(({ state }) => state === 'next')?.kid)
})
