/** One operation on many selected users: a question with its consequences, then each user is changed once. */
import { hashPassword } from '../../lib/domain/accounts/factors/passwords.ts'
import { startEmailIdp } from '../support/emails.ts'
import { ACCOUNTS, CLIENTS } from '../support/fixtures.ts'
import { runningIdp, startIdp, type VisitedNode } from '../support/idp.ts'
import {
  ADMIN,
  enterPanel,
  flashOn,
  formTo,
  PANEL_ACCOUNTS,
  type PanelVisitor,
  SECOND_ADMIN,
  textIn,
  VIEWER,
} from '../support/panel-visitor.ts'
import { startRedis } from '../support/redis-server.ts'
import { runningPanel } from '../support/running.ts'
import { pageOf } from './portal-visitor.ts'

const PASSWORD = 'correct horse battery'
const { idp, admin } = await runningPanel()
const passwordHash = await hashPassword(PASSWORD)

async function add(node: VisitedNode, sub: string, roles: readonly string[] = []): Promise<string> {
  await node.portico.accounts?.create({
    ...{ sub, username: sub, passwordHash, status: 'active', source: 'administrator', createdAt: 0, changedAt: 0 },
    person: { name: `The ${sub}`, roles },
  })
  return sub
}
const addMany = (node: VisitedNode, prefix: string, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => add(node, `${prefix}-${index}`)))

/** Sends the list's form, as a browser does with ticked boxes. */
async function select(visitor: PanelVisitor, act: string, subs: readonly string[]) {
  const { action, fields } = formTo(await visitor.open('/users'), '/users/many')
  const ticked = subs.map((sub) => ['sub', sub] as const)
  const body = [...Object.entries(fields).filter(([name]) => name !== 'sub'), ['act', act] as const, ...ticked]
  return visitor.browser.visit(action, {
    body: body as [string, string][],
    headers: { 'sec-fetch-site': 'same-origin' },
  })
}
async function confirmed(act: string, subs: readonly string[], fields = {}) {
  return admin.send(pageOf(await select(admin, act, subs)), '/users/many/confirm', fields)
}
const statusOf = async (sub: string): Promise<string | undefined> => (await idp.portico.accounts?.account(sub))?.status
const entriesOf = async (sub: string, event: string) =>
  (await idp.portico.audit.list({ user: sub }, undefined, 50)).entries.filter((entry) => entry.event === event)

it('the list has a box for each user; the question names the users and the consequences, and changes nothing', async () => {
  const subs = await addMany(idp, 'asked', 14)
  expect((await admin.open('/users?q=asked')).answer.text.match(/type="checkbox" name="sub"/g)).toHaveLength(14)
  const page = pageOf(await select(admin, 'suspend', subs))
  const text = textIn(page.answer.text)
  expect(text).toMatch(/Suspend 14 users\?.*The asked-0.*and 2 more.*All sessions will end/s)
  expect(await statusOf('asked-0')).toBe('active')
  expect(page.url).not.toContain('asked-0')
})

it('suspends 20 users in four requests, each with an entry of its administrator', async () => {
  const subs = await addMany(idp, 'gone', 20)
  const user = idp.user({ username: 'gone-3', password: PASSWORD })
  await user.signIn(idp.party())
  const result = await confirmed('suspend', subs)
  expect(flashOn(result)).toBe('20 users were suspended and signed out everywhere.')
  for (const sub of subs) {
    expect(await statusOf(sub)).toBe('suspended')
    expect(await entriesOf(sub, 'account.suspended')).toMatchObject([{ actor: ADMIN.sub }])
  }
  await expect(user.authorize(idp.party(), { prompt: 'none' })).rejects.toThrow('login_required')
})

it('keeps those who must not be changed, and reports who and why', async () => {
  const result = await confirmed('suspend', [await add(idp, 'leaves'), 'u-alice', 'absent'])
  expect(flashOn(result)).toMatch(/^1 user was suspended .*Alice Doe: This account comes from the configuration/s)
  expect(await statusOf('leaves')).toBe('suspended')
})

it('gives and takes a role, of which a name is required', async () => {
  const subs = await addMany(idp, 'team', 3)
  const unnamed = await confirmed('add-role', subs)
  expect([unnamed.answer.status, textIn(unnamed.answer.text).includes('Choose a role')]).toEqual([422, true])
  await add(idp, 'holder', ['editor'])
  expect(flashOn(await confirmed('add-role', subs, { role: 'editor' }))).toBe('3 users got the role editor.')
  expect((await idp.portico.accounts?.account('team-2'))?.person.roles).toEqual(['editor'])
  expect(flashOn(await confirmed('add-role', subs, { role: 'editor' }))).toBe('No user got the role editor.')
  const [sub = ''] = subs
  await admin.send(await admin.open(`/users/${sub}/roles`), '/roles', {
    role: 'editor',
    until: '2099-01-31',
    action: 'give',
  })
  await confirmed('add-role', subs, { role: 'editor' })
  expect((await idp.portico.accounts?.account(sub))?.roleEnds).toEqual({ editor: '2099-01-31' })
  expect(flashOn(await confirmed('remove-role', subs, { role: 'editor' }))).toBe('3 users lost the role editor.')
})

it('takes a selection once, of its administrator alone', async () => {
  const subs = await addMany(idp, 'once', 2)
  const page = pageOf(await select(admin, 'sign-out', subs))
  const both = await Promise.all([1, 2].map(() => admin.send(page, '/users/many/confirm')))
  expect(both.map(flashOn).toSorted()).toEqual([
    '2 users were signed out everywhere.',
    'This selection has expired or was already used. Select the users again.',
  ])
  const other = await enterPanel(idp, SECOND_ADMIN)
  const mine = new URL(pageOf(await select(admin, 'sign-out', subs)).url)
  expect(flashOn(await other.browser.visit(mine.pathname + mine.search))).toContain('has expired')
})

it('refuses viewers, forged forms, unknown operations, none, and more than 200', async () => {
  const fresh = await enterPanel(idp)
  const viewer = await enterPanel(idp, VIEWER)
  expect((await viewer.open('/users')).answer.text).not.toContain('name="sub"')
  const { csrf = '' } = formTo(await viewer.open('/'), '/sign-out').fields
  expect((await viewer.post('/users/many', { csrf, act: 'suspend', sub: 'once-0' })).status).toBe(403)
  expect((await fresh.post('/users/many', { csrf: 'forged', act: 'suspend', sub: 'once-0' })).status).toBe(400)
  expect((await select(fresh, 'constructor', ['once-0'])).answer.status).toBe(400)
  expect(flashOn(await select(fresh, 'suspend', []))).toContain('Select at least one user.')
  const many = Array.from({ length: 201 }, (_, index) => `m-${index}`)
  expect(flashOn(await select(fresh, 'suspend', many))).toContain('Select at most 200 users')
  expect(await statusOf('once-0')).toBe('active')
})

it('sends each selected user one email to choose a new password; the current one works until then', async () => {
  const house = await startEmailIdp({ accounts: PANEL_ACCOUNTS, clients: CLIENTS })
  try {
    const users = [await house.addUser(), await house.addUser()]
    const panel = await enterPanel(house)
    const unverified = await add(house, 'no-address')
    const page = pageOf(await select(panel, 'reset-email', [...users.map(({ sub }) => sub), unverified]))
    const result = await panel.send(page, '/users/many/confirm')
    expect(flashOn(result)).toMatch(/^2 reset emails are on their way\. The no-address/)
    for (const { email } of users) await house.emailTo(email, 'recovery')
    const [one] = users
    expect((await house.user(one).signIn(house.party())).access_token).toBeDefined()
  } finally {
    await house.stop()
  }
})

it('200 users in one form on two nodes, while they sign in: each is suspended once', async () => {
  const { url } = await startRedis()
  const first = await startIdp({ store: { redis: url, keyPrefix: 'many:' }, options: { accounts: PANEL_ACCOUNTS } })
  const second = await first.anotherNode()
  const own = await Promise.all(['boss-a', 'boss-b'].map((sub) => add(first, sub, ['sso:admin'])))
  const subs = [...(await addMany(first, 'crowd', 198)), ...own]
  const visitors = await Promise.all([enterPanel(first), enterPanel(second, SECOND_ADMIN)])
  const pages = await Promise.all(visitors.map(async (visitor) => pageOf(await select(visitor, 'suspend', subs))))
  const signIns = [3, 90, 150].map((index) =>
    second
      .user({ username: `crowd-${index}`, password: PASSWORD })
      .signIn(second.party())
      .then(({ access_token: token }) => token)
      .catch(() => undefined),
  )
  await Promise.all(
    visitors.map((visitor, index) => visitor.send(pages[index] as (typeof pages)[0], '/users/many/confirm')),
  )
  for (const sub of subs) {
    expect((await first.portico.accounts?.account(sub))?.status).toBe('suspended')
    const { entries } = await first.portico.audit.list({ user: sub }, undefined, 50)
    const changed = entries.filter(({ event, changes }) => event === 'account.suspended' && changes?.['status'])
    expect([sub, changed.length]).toEqual([sub, 1])
  }
  for (const token of await Promise.all(signIns))
    if (token !== undefined) expect((await second.party().userinfo(token)).status).toBe(401)
})

it('keeps the last administrator', async () => {
  const house = await runningIdp({ accounts: ACCOUNTS })
  const subs = await Promise.all(['chief', 'deputy'].map((sub) => add(house, sub, ['sso:admin'])))
  const panel = await enterPanel(house, { username: 'chief', password: PASSWORD })
  await panel.send(pageOf(await select(panel, 'suspend', subs)), '/users/many/confirm')
  const left = await Promise.all(subs.map(async (sub) => (await house.portico.accounts?.account(sub))?.status))
  expect(left.toSorted()).toEqual(['active', 'suspended'])
})
