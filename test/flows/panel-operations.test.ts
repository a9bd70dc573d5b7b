/** The panel's pages for operators, over HTTP: what they show is what happened, and what they do is done. */
import { startIdp } from '../support/idp.ts'
import type { Idp } from '../support/idp.ts'
import { ACCOUNTS, CLIENTS } from '../support/fixtures.ts'
import { openBrowser } from '../support/browser.ts'
import type { Browser, Page } from '../support/browser.ts'

const ADMIN = { sub: 'u-admin', username: 'root-of-all', password: 'correct horse battery', name: 'Ada Admin', roles: ['sso:admin'] }
const VIEWER = { sub: 'u-viewer', username: 'only-looks', password: 'correct horse battery', name: 'Vera Viewer', roles: ['sso:viewer'] }

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

let idp: Idp
beforeAll(async () => {
  idp = await startIdp({ options: { accounts: [...ACCOUNTS, ADMIN, VIEWER], clients: CLIENTS } })
})
afterAll(() => idp.stop())

/** Signs in to the panel and stops at the page that was asked for. */
async function enter(account: { readonly username: string; readonly password: string }, path: string): Promise<{ browser: Browser; page: Page }> {
  const browser = openBrowser(idp)
  const first = await browser.visit(`${idp.issuer}/admin${path}`)
  if (first.at !== 'page') throw new Error('no sign-in page')
  const page = await browser.submit(first, { username: account.username, password: account.password })
  if (page.at !== 'page') throw new Error(`sent away to ${page.url}`)
  return { browser, page }
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400))

it('a refused request is found by its id, with the rule that refused it and the two addresses', async () => {
  const client = CLIENTS[0]
  const sent = `${client?.redirect_uris[0]}/`
  const refused = await idp.send(`/authorize?${new URLSearchParams({ client_id: client?.client_id ?? '', redirect_uri: sent, response_type: 'code' })}`)
  const { request_id: id } = refused.json() as { request_id: string }
  await settle()
  const { page } = await enter(ADMIN, `/explain/${id}`)
  expect(page.answer.status).toBe(200)
  expect(page.answer.text).toContain('redirect_uri_mismatch')
  expect(page.answer.text).toContain('<mark>/</mark>')
})

it('an unknown request id is said to be unknown (404), whatever it contains', async () => {
  const { page } = await enter(ADMIN, `/explain/${encodeURIComponent('<script>alert(1)</script>')}`)
  expect(page.answer.status).toBe(404)
  expect(page.answer.text).not.toContain('<script>alert(1)')
})

it('the activity lists sign-ins by filter, and its chain is intact', async () => {
  const { browser } = await enter(ADMIN, '/')
  await settle()
  const page = await browser.visit(`${idp.issuer}/admin/activity?group=sign-in&user=${ADMIN.sub}&verify=1`)
  expect(page.answer.text).toContain('Signed in')
  expect(page.answer.text).not.toContain('Request refused<')
  expect(page.answer.text).toContain('The chain is intact')
})

it('the export is NDJSON with every entry once, oldest first, and no secret', async () => {
  const { browser } = await enter(ADMIN, '/')
  await settle()
  const { answer } = await browser.visit(`${idp.issuer}/admin/activity/export`)
  const entries = answer.text.trim().split('\n').map((line) => JSON.parse(line) as { seq: number })
  expect(answer.headers['content-type']).toContain('application/x-ndjson')
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
  expect(answer.text).not.toContain(ADMIN.password)
})

it('the settings show every value with its source, and never a secret', async () => {
  const { page } = await enter(ADMIN, '/settings')
  expect(page.answer.text).toContain('lifetimes.accessToken')
  for (const secret of [...CLIENTS.flatMap((client) => ('client_secret' in client ? [client.client_secret] : [])), ADMIN.password]) expect(page.answer.text).not.toContain(secret)
})

it('ending a session from the panel signs that person out', async () => {
  const other = await enter(VIEWER, '/')
  expect(other.page.answer.status).toBe(200)
  const { browser, page } = await enter(ADMIN, `/sessions?user=${VIEWER.username}`)
  const form = page.forms.find(({ fields }) => fields.subject === VIEWER.sub && 'uid' in fields)
  expect(form).toBeDefined()
  await browser.go(`${idp.issuer}/admin/sessions`, { body: { ...form?.fields, action: 'end' }, headers: SAME_ORIGIN })
  const after = await other.browser.visit(`${idp.issuer}/admin/`)
  expect(after.at === 'page' && after.forms.some(({ fields }) => 'password' in fields)).toBe(true)
})

it('a viewer sees all pages and changes nothing: no forms, and a POST is refused (SES-09)', async () => {
  const { browser } = await enter(VIEWER, '/')
  for (const path of ['/', '/activity', '/deliveries', '/sessions', '/keys', '/settings']) {
    const page = await browser.visit(`${idp.issuer}/admin${path}`)
    expect([path, page.answer.status]).toEqual([path, 200])
  }
  const keys = await browser.visit(`${idp.issuer}/admin/keys`)
  expect(keys.answer.text).not.toContain('/keys/rotate')
  const signOut = keys.at === 'page' ? keys.forms[0]?.fields : undefined
  const posted = await browser.go(`${idp.issuer}/admin/keys/rotate`, { body: { ...signOut }, headers: SAME_ORIGIN })
  expect(posted.status).toBeGreaterThanOrEqual(400)
  expect(idp.portico.keys.list().filter(({ state }) => state === 'current')).toHaveLength(1)
})

it('a form without its token, or with that of another session, is refused (SES-09)', async () => {
  const { browser } = await enter(ADMIN, '/')
  const other = await enter(VIEWER, '/')
  const foreign = other.page.forms[0]?.fields.csrf ?? ''
  for (const form of [{ action: 'all', subject: VIEWER.sub }, { action: 'all', subject: VIEWER.sub, csrf: foreign }]) {
    const { status } = await browser.go(`${idp.issuer}/admin/sessions`, { body: form, headers: SAME_ORIGIN })
    expect(status).toBe(400)
  }
  expect(await idp.portico.sessions.list(VIEWER.sub)).not.toHaveLength(0)
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
