/** Helpers (sso:helpdesk, A11): which pages they open, and that they act only on users without a panel role. */
import { PANEL_PAGES } from '../../lib/apps/admin/panel.ts'
import type { Page } from '../support/browser.ts'
import { startEmailIdp } from '../support/emails.ts'
import { ACCOUNTS } from '../support/fixtures.ts'
import { giveRoles } from '../support/given-roles.ts'
import { inParallel } from '../support/http.ts'
import { ADMIN, enterPanel, flashOn, formTo, HELPER, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { attempt, doorOf } from '../support/sign-in-door.ts'
import { until } from '../support/until.ts'
import { words } from '../support/words.ts'

const idp = await startEmailIdp({ accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS, HELPER] })
afterAll(() => idp.stop())
const helper = await enterPanel(idp, HELPER)
const user = await idp.addUser()
const KEY = { publicKey: '', counter: 0, transports: [], name: 'a key', device: 'single', createdAt: 0 } as const
await idp.portico.accounts?.passkeys?.add(user.sub, { ...KEY, id: 'a key' })
const boss = await idp.addUser()
const colleague = await idp.addUser()
for (const [sub, role] of [
  [boss.sub, 'sso:viewer'],
  [colleague.sub, 'sso:helpdesk'],
] as const)
  await giveRoles(idp, sub, role)
await idp.portico.accounts?.passkeys?.add(boss.sub, { ...KEY, id: 'another key' })

const csrf = formTo(await helper.open('/users'), '/sign-out').fields.csrf ?? ''
const eventsOf = async (sub: string) =>
  (await idp.portico.audit.list({ user: sub, kind: 'changes' }, undefined, 50)).entries
    .filter((entry) => entry.actor === HELPER.sub && entry.user === sub)
    .map(({ event }) => event)

/** Each page of the panel, and whether helpers may open or submit it. A new page is closed until it is listed here. */
const OPEN = words`
  GET/ GET/search GET/search/suggest GET/explain/:id GET/users POST/users/many GET/users/many POST/users/many/confirm
  GET/users/:sub POST/users/:sub/unlock GET/users/:sub/reset-email POST/users/:sub/reset-email
  GET/users/:sub/sign-out POST/users/:sub/sign-out GET/users/:sub/factors GET/users/:sub/factors/remove
  POST/users/:sub/factors/remove
`

it('the pages open to helpers are exactly these', () =>
  expect(PANEL_PAGES.filter(({ helpdesk }) => helpdesk).map(({ method, path }) => method + path)).toEqual(OPEN))

it.each(PANEL_PAGES.filter(({ helpdesk }) => !helpdesk).map(({ method, path }) => [method, path] as const))(
  '%s %s is refused (403) and changes nothing',
  async (method, path) => {
    const at = path.replace(':sub', user.sub).replace(/:\w+/g, 'sso-admin')
    const answer =
      method === 'GET'
        ? await helper.browser.go(`/admin${at}`)
        : await helper.post(at, { csrf, role: 'sso:admin', action: 'give', confirm: user.username, act: 'suspend' })
    expect([answer.status, textIn(answer.text)]).toEqual([403, expect.stringContaining('Only administrators can do')])
    expect(await eventsOf(user.sub)).toEqual([])
  },
)

it('every link on the pages of a helper leads to a page that is open to them', async () => {
  await helper.browser.go('/admin/users/none')
  await attempt(await doorOf(idp), user.username, 'wrong')
  await until(async () => (await helper.open(`/users/${user.sub}`)).answer.text.includes('/explain/'))
  const [seen, queue] = [new Set<string>(), ['/']]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path) || path.includes('ui_locales') || path.includes('sign-out') || path.includes('other-account'))
      continue
    seen.add(path)
    expect([...seen].slice(200)).toEqual([])
    const page = await helper.open(path)
    expect([path, page.answer.status]).toEqual([path, 200])
    for (const [, href = ''] of page.answer.text.matchAll(/href="([^"]*)"/g)) {
      const { pathname, search } = new URL(href.replaceAll('&amp;', '&'), page.url)
      if (pathname.startsWith('/admin/')) queue.push(pathname.slice('/admin'.length) + search)
    }
  }
  expect([...seen].filter((path) => path.startsWith('/explain/'))).toHaveLength(1)
  expect(seen).toContain(`/users/${user.sub}/reset-email`)
  expect(seen).toContain(`/users/${user.sub}/factors`)
})

describe('a user without a panel role', () => {
  const at = (act: string) => `/users/${user.sub}/${act}`

  it('gets a reset email; no page shows a password', async () => {
    const asked = await helper.open(at('reset-email'))
    const done = await helper.send(asked, '/reset-email')
    expect(flashOn(done)).toContain('is on its way')
    expect((await idp.emailTo(user.email, 'recovery')).headers.subject).toContain('password')
    expect(await eventsOf(user.sub)).toContain('account.reset-emailed')
  })

  it('is signed out, loses the second factors, and is notified of that', async () => {
    const signedOut = await helper.send(await helper.open(at('sign-out')), at('sign-out'))
    expect(flashOn(signedOut)).toContain('signed out everywhere')
    expect((await idp.emailTo(user.email, 'not-me')).headers.subject).toContain('added')
    const asked = await helper.open(at('factors/remove?lost=everything'))
    await helper.send(asked, '/factors/remove')
    expect(await idp.portico.accounts?.passkeys?.list(user.sub)).toEqual([])
    expect((await idp.emailTo(user.email, 'not-me')).headers.subject).toBe('Your two-step verification was removed')
  })

  it('is unlocked after too many wrong passwords', async () => {
    const other = await idp.addUser()
    await inParallel(12, 4, async () => attempt(await doorOf(idp), other.username, 'wrong'))
    const open = () => helper.open(`/users/${other.sub}`)
    await until(async () => (await open()).forms.some(({ action }) => action.endsWith('/unlock')))
    expect(flashOn(await helper.send(await open(), '/unlock'))).toContain('can try again now')
    expect(await eventsOf(other.sub)).toEqual(['account.unlocked'])
  })
})

describe.each([
  ['a viewer', () => boss],
  ['a colleague', () => colleague],
  ['an administrator', () => ADMIN],
  ['the helper', () => HELPER],
])('%s', (_, whom) => {
  it('is shown without any operation, and each one is refused', async () => {
    const { sub } = whom()
    const { answer } = await helper.open(`/users/${sub}`)
    expect([answer.status, /\/(?:reset-email|users\/[^/"]+\/sign-out|factors)"/.test(answer.text)]).toEqual([
      200,
      false,
    ])
    for (const act of ['sign-out', 'reset-email', 'factors', 'factors/remove?lost=everything'])
      expect([act, (await helper.browser.go(`/admin/users/${sub}/${act}`)).status]).not.toEqual([act, 200])
    for (const act of ['unlock', 'sign-out', 'reset-email', 'factors/remove?lost=everything'])
      expect([act, (await helper.post(`/users/${sub}/${act}`, { csrf })).status]).not.toEqual([act, 303])
    expect(await eventsOf(sub)).toEqual([])
    expect((await idp.portico.sessions.list(sub)).length > 0 || sub !== HELPER.sub).toBe(true)
  })
})

describe('many at once', () => {
  const select = async (act: string, subs: readonly string[]) =>
    helper.browser.visit('/admin/users/many', {
      body: [['csrf', csrf], ['act', act], ...subs.map((sub) => ['sub', sub])] as [string, string][],
      headers: { 'sec-fetch-site': 'same-origin' },
    })

  it('passes over users with a panel role, and names them', async () => {
    const plain = await idp.addUser()
    const question = (await select('sign-out', [plain.sub, boss.sub])) as Page
    const done = await helper.send(question, '/users/many/confirm')
    expect(flashOn(done)).toMatch(/1 user was signed out everywhere.*Only administrators can change users who/s)
    expect([await eventsOf(plain.sub), await eventsOf(boss.sub)]).toEqual([['logout.everywhere'], []])
  })

  it.each(['suspend', 'add-role', 'remove-role'])(
    '%s is refused, also when the question is passed over',
    async (act) => {
      const plain = await idp.addUser()
      const { url, answer } = (await select(act, [plain.sub])) as Page
      expect(answer.status).toBe(404)
      const id = new URL(url).searchParams.get('id') ?? ''
      const sent = await helper.post('/users/many/confirm', { csrf, id, role: 'sso:admin' })
      expect(sent.status).toBe(404)
      expect([await eventsOf(plain.sub), (await idp.portico.accounts?.account(plain.sub))?.status]).toEqual([
        [],
        'active',
      ])
    },
  )
})

it('sees no client, setting or key by searching, and no denial of another kind than a failed sign-in', async () => {
  for (const text of ['sso-admin', 'lifetimes', 'keys', 'Portico']) {
    const found = await helper.open(`/search?q=${text}`)
    expect([text, /href="[^"]*\/admin\/(?:clients|settings|keys|activity)/.test(found.answer.text)]).toEqual([
      text,
      false,
    ])
  }
  const denied = await idp.send('/authorize?client_id=none&response_type=code')
  const id = String(denied.headers['x-request-id'])
  const explain = () => helper.browser.go(`/admin/explain/${id}`)
  await until(async () => (await explain()).status === 403)
  expect(textIn((await explain()).text)).not.toContain('client_unknown')
})
