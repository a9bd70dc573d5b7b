/** The search of the panel: users, clients, requests, sessions, pages and settings; a single match is opened. */
import { ACCOUNTS, CLIENTS, CONF } from '../support/fixtures.ts'
import { ADMIN, enterPanel, PANEL_ACCOUNTS, textIn, VIEWER } from '../support/panel-visitor.ts'
import { runningPanel } from '../support/running.ts'
import { until } from '../support/until.ts'

const password = 'correct horse battery'
const UWE = { sub: 'u-uwe', username: 'uwe.r', password, name: 'Uwe Rossi', email: 'uwe@acme.example' }
const ANNA = { sub: 'u-anna', username: 'anna.r', password, name: 'Anna Rossi', email: 'anna@acme.example' }

const { idp, admin } = await runningPanel({ accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS, UWE, ANNA], clients: CLIENTS })

/** Where a search leads, or the content of its page. */
async function search(query: string, visitor = admin): Promise<string> {
  const answer = await visitor.browser.go(`/admin/search?q=${encodeURIComponent(query)}`)
  return answer.headers.location ?? textIn(answer.text)
}
async function suggestions(query: string, visitor = admin): Promise<readonly string[]> {
  const { text, headers } = await visitor.browser.go(`/admin/search/suggest?q=${encodeURIComponent(query)}`)
  expect(headers['content-type']).toContain('text/html')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['x-frame-options']).toBe('DENY')
  return [...text.matchAll(/<div role="option"[^>]*data-href="([^"]*)"/g)].map(([, href = '']) => textIn(href))
}
async function refusedRequest(): Promise<string> {
  const { headers } = await idp.send('/authorize?client_id=unknown&response_type=code&redirect_uri=https://a.example/')
  const id = headers['x-request-id'] as string
  await until(async () => (await search(id)).endsWith(`/explain/${id}`))
  return id
}

it.each([
  ['the whole name', 'Uwe Rossi'],
  ['the name in another case', 'uwe rossi'],
  ['a part that only one has', 'we ros'],
  ['the username', 'uwe.r'],
  ['the email address', 'uwe@acme.example'],
  ['the subject', 'u-uwe'],
])('a user is found immediately by %s', async (_, query) => expect(await search(query)).toBe('/admin/users/u-uwe'))

it('users of one name are listed with what distinguishes them', async () => {
  const text = await search('rossi')
  for (const words of ['Users', 'Uwe Rossi', 'uwe.r · uwe@acme.example', 'Anna Rossi']) expect(text).toContain(words)
})

it('clients are found by part of their names; an exact ID wins over what only comes near', async () => {
  expect(await search(CONF.client_id)).toBe(`/admin/clients/${CONF.client_id}/overview`)
  expect(await search(CONF.client_id.toUpperCase())).toContain(CONF.client_id)
})

it('pages and settings are found by name', async () => {
  expect(await search('Signing keys')).toBe('/admin/keys')
  expect(await search('accesstoken')).toContain('lifetimes.accessToken')
  expect(await search('New client')).toBe('/admin/clients/new')
  expect(await search('New client', await enterPanel(idp, VIEWER))).toContain('Nothing found')
})

it('a request is one press away by its whole id or the first six characters, and by nothing shorter', async () => {
  const id = await refusedRequest()
  for (const typed of [id, id.toUpperCase().replaceAll('-', ' '), id.slice(0, 7), id.replaceAll('-', '').slice(0, 6)])
    expect([typed, await search(typed)]).toEqual([typed, `/admin/explain/${id}`])
  expect(await search(id.replaceAll('-', '').slice(0, 5))).not.toContain('/explain/')
  expect((await admin.browser.go(`/admin/explain/${id.slice(0, 8)}`)).headers.location).toBe(`/admin/explain/${id}`)
})

it('a mistyped id is reported as unknown, with those of the same beginning', async () => {
  const id = await refusedRequest()
  const mistyped = `${id.slice(0, 5)}${id.slice(5).replace(/[0-9a-z]/g, (digit) => (digit === '7' ? '8' : '7'))}`
  const text = await search(mistyped)
  expect(text).toContain('No request with this ID in the last 7 days')
  expect(text).toContain(id)
})

it('what is public takes the whole id of a request', async () => {
  const id = await refusedRequest()
  expect((await idp.send(`/admin/explain/${id.slice(0, 8)}`)).headers.location).not.toContain('/explain/')
  expect((await idp.send('/admin/search/suggest?q=rossi')).status).toBe(303)
})

it('while a name is entered, at most eight are suggested, exact matches first', async () => {
  expect(await suggestions('rossi')).toEqual(expect.arrayContaining(['/admin/users/u-uwe', '/admin/users/u-anna']))
  expect((await suggestions('uwe.r'))[0]).toBe('/admin/users/u-uwe')
  expect((await suggestions('se')).length).toBeLessThanOrEqual(8)
  expect(await suggestions('r')).toEqual([])
  expect(await suggestions('<b>absent')).toEqual([])
})

it('below the only client that is suggested are its pages; a known app leads to its form', async () => {
  const below = ['scopes', 'security', 'lifecycle'].map((tab) => `/admin/clients/${CONF.client_id}/${tab}`)
  expect(await suggestions(CONF.client_id.toUpperCase())).toEqual(expect.arrayContaining(below))
  expect(await search('nextc')).toBe('/admin/clients/new?app=nextcloud')
  const { status, text } = await admin.browser.go('/admin/clients/new?app=nextcloud')
  expect([status, text.includes('aria-invalid')]).toEqual([200, false])
})

it('to a viewer no form is suggested', async () => {
  expect(await suggestions('new client')).toEqual(['/admin/clients/new'])
  expect(await suggestions('new client', await enterPanel(idp, VIEWER))).toEqual([])
})

it('what was typed is shown as it is written, never as markup', async () => {
  const { status, text } = await admin.browser.go(`/admin/search?q=${encodeURIComponent(`'"><b>absent`)}`)
  expect([status, text.includes('<b>absent')]).toEqual([200, false])
  expect(await search(ADMIN.username)).toBe(`/admin/users/${ADMIN.sub}`)
})
