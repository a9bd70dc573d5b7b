/** Users of a host's directory in the panel (D-A1): calls to the host, what can be changed, and what it ends. */
import type { User, UserDirectory, UsersAsked } from '../../lib/index.ts'
import { BUDGETS } from '../../policies/budgets.ts'
import { CLIENTS } from '../support/fixtures.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { ADMIN, enterPanel, flashOn, textIn, VIEWER } from '../support/panel-visitor.ts'
import { attempt, doorOf } from '../support/sign-in-door.ts'

const PASSWORD = 'correct horse battery'
const MANY = 50_000
const LIMIT = 25

interface Kept {
  active: boolean
  roles: string[]
}
type Mood = 'well' | 'too-many' | 'no-list' | 'no-word'
let mood: Mood = 'well'
let calls: (readonly [string, unknown])[] = []
const kept = new Map<string, Kept>()
const stateOf = (sub: string): Kept => {
  const roles = [ADMIN, VIEWER].find((one) => one.sub === sub)?.roles ?? ['Team Blue']
  const state = kept.get(sub) ?? { active: true, roles: [...roles] }
  kept.set(sub, state)
  return state
}
const NAMES = new Map<string, string>([ADMIN, VIEWER].map(({ sub, username }) => [sub, username]))
/** IDs that are also names of pages, dot segments, or need an encoding in a path. */
const ODD = ['new', '.', '..', '~', '~new', '...', 'a/b', '%2e', 'a?b#c', '\u0635 \u00fc']
const subOf = (index: number): string => `e-${String(index).padStart(5, '0')}`
const userOf = (sub: string): User | undefined => {
  const username =
    NAMES.get(sub) ?? (ODD.includes(sub) || (/^e-\d{5}$/.test(sub) && Number(sub.slice(2)) < MANY) ? sub : undefined)
  if (username === undefined) return undefined
  const { active, roles } = stateOf(sub)
  return { sub, preferred_username: username, name: `Ms ${username}`, email: `${username}@example.com`, active, roles }
}

function pageFrom(matches: readonly number[], { after, limit }: UsersAsked) {
  const from = after === undefined ? 0 : Number(after)
  const users = matches
    .slice(from, from + (mood === 'too-many' ? limit + 1 : limit))
    .map((one) => userOf(subOf(one)) as User)
  return { users, total: matches.length, ...(from + limit < matches.length ? { next: String(from + limit) } : {}) }
}
async function answer(name: string, asked: UsersAsked, matches: readonly number[]) {
  calls.push([name, asked])
  return mood === 'no-list' ? (undefined as never) : pageFrom(matches, asked)
}
const ALL = Array.from({ length: MANY }, (_, index) => index)

const bare: UserDirectory = {
  find: userOf,
  authenticate({ username, password }) {
    const sub = [...NAMES].find(([, name]) => name === username)?.[0] ?? username
    return password === PASSWORD ? userOf(sub) : undefined
  },
}
const list: UserDirectory['list'] = (asked) => answer('list', asked, ALL)
const search: UserDirectory['search'] = async ({ text, ...asked }) =>
  text === 'odd'
    ? { users: ODD.map((sub) => userOf(sub) as User), total: ODD.length }
    : answer(
        'search',
        asked,
        ALL.filter((one) => subOf(one).includes(text)),
      )
const whole: UserDirectory = {
  ...bare,
  list,
  search,
  suspend(sub, suspended) {
    if (mood === 'no-word') return true as never
    if (sub === 'e-00013') return 'refused'
    stateOf(sub).active = !suspended
    return 'done'
  },
  roles(sub, { add, remove }) {
    const state = stateOf(sub)
    state.roles = [...state.roles.filter((role) => !remove.includes(role)), ...add]
    return 'done'
  },
}

const startWith = (accounts: UserDirectory, host?: { readonly timeoutSeconds: number }): Promise<Idp> =>
  runningIdp({ accounts, clients: [...CLIENTS], ...(host === undefined ? {} : { host }) })
const idp = await startWith(whole)
const admin = await enterPanel(idp)
beforeEach(async () => {
  mood = 'well'
  calls = []
})

const nextOn = (html: string): string =>
  /href="[^"]*\/admin(\/users\?[^"]*cursor=[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''

it.each([
  ['e-00071', ['password host', 'second_factors host'], { active: false, roles: [] }],
  ['e-00013', ['account host', 'password host', 'second_factors host'], { active: true, roles: [] }],
])('offboarding %s ends what the directory can end; the receipt lists the rest', async (sub, left, state) => {
  await admin.send(await admin.open(`/users/${sub}/offboard`), '/offboard')
  expect(stateOf(sub)).toEqual(state)
  const { text } = await admin.browser.go(`/admin/users/${sub}/receipt?download=`)
  const claims = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())
  expect(claims.ended.roles.ids).toEqual(['Team Blue'])
  expect(claims.not_ended.map((one: { what: string; why: string }) => `${one.what} ${one.why}`)).toEqual(left)
})

it('a host that keeps the passwords has no page for a new one', async () =>
  expect((await idp.send('/.well-known/change-password')).status).toBe(404))

describe('50,000 users', () => {
  it('the page, a search and the next page make one call each, for a page', async () => {
    const first = await admin.open('/users')
    expect(calls).toEqual([['list', { limit: LIMIT }]])
    expect(textIn(first.answer.text)).toContain('50,000 users')
    expect(first.answer.text.match(/href="[^"]*\/users\/e-\d{5}"/g)).toHaveLength(LIMIT)
    calls = []
    const next = await admin.open(nextOn(first.answer.text))
    expect(calls).toEqual([['list', { after: '25', limit: LIMIT }]])
    expect(textIn(next.answer.text)).toContain('e-00025')
    calls = []
    const found = await admin.open('/users?q=e-001')
    expect(calls).toEqual([['search', { limit: LIMIT }]])
    expect(textIn(found.answer.text)).toContain('e-00100')
    calls = []
    await admin.open(nextOn(found.answer.text))
    expect(calls).toEqual([['search', { after: '25', limit: LIMIT }]])
  })

  it('the search of the panel makes one call, and leads to the page of the user', async () => {
    const { answer: found } = await admin.open('/search?q=e-00042')
    expect(calls.map(([name]) => name)).toEqual(['search'])
    expect(found.text).toContain('/admin/users/e-00042"')
  })

  it('sessions and activity find users as the directory searches, with one call for a page', async () => {
    await idp.user({ username: 'e-00077', password: PASSWORD }).signIn(idp.party())
    for (const path of ['/sessions?q=e-0007', '/activity?q=e-0007']) {
      calls = []
      const { answer: page } = await admin.open(path)
      expect(textIn(page.text)).toContain('Ms e-00077')
      expect(calls.map(([name]) => name)).toEqual(['search'])
    }
  })

  it('a link leads to its user, whatever the ID', async () => {
    const { answer: found } = await admin.open('/users?q=odd')
    const links = [...found.text.matchAll(/href="([^"]*\/admin\/users\/[^"?]*)"/g)].map(([, href = '']) => href)
    const others = links.filter((href) => !href.endsWith('/new'))
    expect(others).toHaveLength(ODD.length)
    for (const [at, href] of others.entries()) {
      for (const page of ['', '/access']) {
        // As a browser resolves it.
        const { pathname } = new URL(href + page, idp.issuer)
        const shown = await admin.browser.go(pathname)
        expect([shown.status, textIn(shown.text)]).toEqual([200, expect.stringContaining(`Ms ${ODD[at]}`)])
      }
    }
  })

  it('an unknown name is reported', async () =>
    expect(textIn((await admin.open('/users?q=no-such-user')).answer.text)).toContain('no-such-user'))
})

it('a result that is too long or no list is an error in the log, and a page that reports it (503)', async () => {
  for (const wrong of ['too-many', 'no-list'] as const) {
    mood = wrong
    const { answer: page } = await admin.open('/users')
    expect(page.status).toBe(503)
    expect(page.text).not.toContain('e-00001')
  }
  expect(idp.log.text()).toContain('26 users where 25 were asked for')
  expect(idp.log.text()).toContain('without a list of users')
})

it('a slow directory is 503 in words, and the rest of the panel works', async () => {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = await startWith({ ...whole, list: (asked) => held.then(() => list(asked)) }, { timeoutSeconds: 1 })
  const visitor = await enterPanel(slow)
  const [{ answer: users }, { answer: clients }] = await Promise.all([visitor.open('/users'), visitor.open('/clients')])
  expect([users.status, clients.status]).toEqual([503, 200])
  expect(textIn(users.text).length).toBeGreaterThan(20)
  release()
})

describe('the page of a user', () => {
  it('shows what the directory returns, and names what it does not', async () => {
    const text = textIn((await admin.open('/users/e-00001')).answer.text)
    expect(text).toContain('Ms e-00001')
    expect(text).toContain('Team Blue')
    expect(text).toContain('doesn’t report password details')
    expect(text).toContain('doesn’t report whether it’s verified')
    expect(text).not.toContain('Added')
    expect((await admin.open('/users/e-99999')).answer.status).toBe(404)
    for (const path of ['/users/new', '/users/e-00001/edit', '/users/e-00001/reset', '/users/e-00001/remove', '/roles'])
      expect((await admin.open(path)).answer.status).toBe(404)
  })

  it('suspending ends all that the user holds, with an entry in the trail; reactivating lets them in again', async () => {
    const conf = idp.party()
    const tokens = await idp.user({ username: 'e-00002', password: PASSWORD }).signIn(conf, {
      scope: 'openid offline_access',
    })
    const done = await admin.send(await admin.open('/users/e-00002/suspend'), '/suspend')
    expect(flashOn(done as never)).toContain('was suspended')
    expect(stateOf('e-00002').active).toBe(false)
    expect((await conf.refresh(tokens.refresh_token)).json().error).toBe('invalid_grant')
    expect(await idp.portico.sessions.list('e-00002')).toEqual([])
    const { entries } = await idp.portico.audit.list({ user: 'e-00002' }, undefined, 50)
    expect(entries.find(({ event }) => event === 'account.suspended')).toMatchObject({
      actor: ADMIN.sub,
      changes: { status: ['active', 'suspended'] },
    })
    const page = await admin.open('/users/e-00002')
    expect(textIn(page.answer.text)).toContain('Suspended.')
    await admin.send(page, '/reactivate')
    expect(stateOf('e-00002').active).toBe(true)
  })

  it('what the directory refuses, or answers with no word, changes nothing here', async () => {
    const refused = await admin.send(await admin.open('/users/e-00013/suspend'), '/suspend')
    expect(flashOn(refused as never)).toContain('refused the change')
    const form = await admin.open('/users/e-00014/suspend')
    mood = 'no-word'
    expect((await admin.send(form, '/suspend')).answer.status).toBe(503)
    expect((await idp.portico.audit.list({ user: 'e-00014' }, undefined, 5)).entries).toEqual([])
  })

  it('roles are given and taken by their own names, with before and after in the trail', async () => {
    await admin.send(await admin.open('/users/e-00003/roles'), '/roles', { role: 'Ärzte & Pflege', action: 'give' })
    expect(stateOf('e-00003').roles).toEqual(['Team Blue', 'Ärzte & Pflege'])
    const { entries } = await idp.portico.audit.list({ user: 'e-00003' }, undefined, 5)
    expect(entries[0]).toMatchObject({
      event: 'account.roles-changed',
      changes: { roles: [['Team Blue'], ['Team Blue', 'Ärzte & Pflege']] },
    })
    const again = await admin.send(await admin.open('/users/e-00003/roles'), '/roles', {
      role: 'x\u200by',
      action: 'give',
    })
    expect([again.answer.status, again.answer.text.includes('can’t contain invisible characters')]).toEqual([422, true])
  })

  it('administrators cannot suspend or demote themselves', async () => {
    const own = await admin.open(`/users/${ADMIN.sub}`)
    expect(own.answer.text).not.toContain(`/users/${ADMIN.sub}/suspend"`)
    const suspended = await admin.send(await admin.open(`/users/${ADMIN.sub}/suspend`), '/suspend')
    expect(flashOn(suspended as never)).toContain('doesn’t report whether there are other administrators')
    const form = await admin.open(`/users/${ADMIN.sub}/roles`)
    const demoted = await admin.send(form, '/roles', { role: 'sso:admin', action: 'take' })
    expect(flashOn(demoted as never)).toContain('doesn’t report whether there are other administrators')
    expect(stateOf(ADMIN.sub)).toEqual({ active: true, roles: ['sso:admin'] })
  })

  it('a viewer sees no form', async () => {
    const viewer = await enterPanel(idp, VIEWER)
    const page = await viewer.open('/users/e-00001')
    expect(page.answer.text).not.toMatch(/\/users\/e-00001\/(suspend|roles|sign-out)/)
  })
})

it('with a list alone: no search box, no form, and words where it is changed', async () => {
  const reading = await startWith({ ...bare, list })
  const visitor = await enterPanel(reading)
  calls = []
  expect((await visitor.open('/users?q=anything')).answer.text).not.toContain('class="sso-filter-line"')
  expect(calls).toEqual([['list', { limit: LIMIT }]])
  const page = await visitor.open('/users/e-00001')
  expect(page.answer.text).not.toMatch(/\/users\/e-00001\/(suspend|roles)/)
  expect(textIn(page.answer.text)).toContain('in your own directory')
  for (const path of ['suspend', 'roles'])
    expect((await visitor.open(`/users/e-00001/${path}`)).answer.status).toBe(404)
})

it('with search alone: the page asks for a search first, and calls no function', async () => {
  const searching = await startWith({ ...bare, search })
  const visitor = await enterPanel(searching)
  calls = []
  expect(textIn((await visitor.open('/users')).answer.text)).toContain('doesn’t list its users')
  expect(calls).toEqual([])
})

it('with neither: no Users in the panel, as before', async () => {
  const closed = await startWith(bare)
  const visitor = await enterPanel(closed)
  expect((await visitor.open('/clients')).answer.text).not.toMatch(/href="\/admin\/(?:users|roles)"/)
  for (const path of ['/users', '/roles', '/two-step-verification'])
    expect((await visitor.open(path)).answer.status).toBe(404)
})

it('a user who failed ten times, by name and by email address, is shown as paused and can be let in again', async () => {
  const tried = async (username: string, password = PASSWORD): Promise<number> =>
    (await attempt(await doorOf(idp), username, password)).status
  for (const name of ['e-00020', 'e-00020@example.com'])
    for (let times = 0; times < BUDGETS.signIn.accountAndAddress.limit; times += 1) await tried(name, 'guess')
  expect(await tried('e-00020')).toBe(429)
  const page = await admin.open('/users/e-00020')
  expect(textIn(page.answer.text)).toContain('Sign-in is paused until')
  expect(flashOn(await admin.send(page, '/unlock'))).toContain('can try again now')
  expect(await tried('e-00020')).toBe(303)
  // This host knows no email addresses at sign-in, but the count of the name is reset too.
  expect(await tried('e-00020@example.com')).toBe(422)
})
