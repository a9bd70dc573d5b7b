/** Users and roles in the panel (D-A2, D-A3, D-S9): permissions, what ends, and the entries of the trail. */

import { type Page, type Stop, titleOf } from '../support/browser.ts'
import { expectInactive } from '../support/expect.ts'
import { ALICE, CLIENTS } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { logoutClient, startSink } from '../support/logout-sinks.ts'
import { ADMIN, enterPanel, flashOn, issuesOn, type PanelVisitor, textIn } from '../support/panel-visitor.ts'
import { type ReadyUser, readyUser } from '../support/ready-user.ts'
import { runningPanel } from '../support/running.ts'
import { words } from '../support/words.ts'
import { formOf, pageOf } from './portal-visitor.ts'

const ONE_TIME = /[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/
const OWN = 'a password of their own'

const sink = await startSink()
const app = logoutClient('app', {
  environment: 'development',
  redirect_uris: [`${sink.origin}/callback`],
  post_logout_redirect_uris: [`${sink.origin}/`],
  backchannel_logout_uri: sink.url,
})
const { idp, admin } = await runningPanel({ clients: [...CLIENTS, app] })
beforeEach(() => sink.clear())

/** Adds a user by the form; the answer is the page with the one-time password. */
async function add(username: string, more: Readonly<Record<string, string>> = {}): Promise<Page> {
  return pageOf(await admin.send(await admin.open('/users/new'), '/admin/users', { username, ...more }))
}
const oneTimeOn = ({ answer }: Stop): string => ONE_TIME.exec(textOfCopies(answer.text))?.[0] ?? ''
const textOfCopies = (html: string): string => /id="one-time-password" value="([^"]*)"/.exec(html)?.[1] ?? ''

const addUser = (username: string, roles: readonly string[] = []): Promise<ReadyUser> =>
  readyUser(idp, username, { name: `The ${username}`, roles }, OWN)
const entryOf = async (sub: string): Promise<Record<string, unknown>> => ({
  ...(await idp.portico.audit.list({ user: sub }, undefined, 50)).entries.find(({ actor }) => actor === ADMIN.sub),
})

describe('adding a user', () => {
  it('shows a one-time password once, with which they choose their own', async () => {
    const once = await add('carol', { name: 'Carol', email: 'carol@example.com' })
    const password = oneTimeOn(once)
    expect([once.answer.status, once.answer.headers['cache-control']]).toEqual([200, 'no-store'])
    const carol = idp.user({ username: 'carol', password })
    const form = pageOf(
      await carol.browser.submit(pageOf(await carol.open(idp.party())), { username: 'carol', password }),
    )
    expect(titleOf(form.answer.text)).toContain('Choose a new password')
    const account = await idp.portico.accounts?.accountByUsername('carol')
    expect(account?.person).toEqual({ name: 'Carol', email: 'carol@example.com', email_verified: false })
    const user = await admin.open(`/users/${account?.sub}`)
    expect(textIn(user.answer.text)).toContain('Must be changed at the next sign-in')
    expect(user.answer.text).not.toContain(password)
    expect(await entryOf(account?.sub ?? '')).toMatchObject({ event: 'account.created', result: 'ok' })
    expect(JSON.stringify((await idp.portico.audit.list({}, undefined, 200)).entries)).not.toContain(password)
    expect(idp.log.text()).not.toContain(password)
  })

  it('has a text to send with the sign-in URL and the username, without the password', async () => {
    const once = await add('lena', { name: 'Lena' })
    const text = /<textarea[^>]*id="message-text"[^>]*>([^<]*)</.exec(once.answer.text)?.[1] ?? ''
    expect(text).toContain('Hello Lena,')
    expect(text).toMatch(/Sign in here: https?:\/\/\S+\nUsername: lena\n/)
    expect(text).not.toContain(oneTimeOn(once))
  })

  it('does it once, however often the form is sent, and never shows the password again', async () => {
    const form = await admin.open('/users/new')
    const first = await admin.send(form, '/admin/users', { username: 'dora' })
    const again = await admin.send(form, '/admin/users', { username: 'dora' })
    expect([first.answer.status, again.answer.status]).toEqual([200, 409])
    expect(again.answer.text).not.toContain(oneTimeOn(first))
    expect(textIn(again.answer.text)).toContain('The one-time password was shown only once')
  })

  it.each([
    ['no username', { username: ' ' }, 'Enter a username', 422],
    ['a taken username', { username: 'ALICE' }, 'This username is already in use', 409],
    ['an invisible character', { username: 'al\u200bice' }, 'A username can’t contain invisible characters', 422],
    ['a bad address', { username: 'ok', email: 'nowhere' }, 'Enter an email address like name@company.com', 422],
    ['a name without end', { username: 'ok', name: 'x'.repeat(300) }, 'This is too long', 422],
  ])('asks again for %s, and keeps what was typed', async (_name, fields, words, status) => {
    const page = await add('', fields)
    expect(page.answer.status).toBe(status)
    expect(issuesOn(page)[0]).toContain(words)
    expect(titleOf(page.answer.text)).toMatch(/^Error: /)
    expect(await idp.portico.accounts?.accountByUsername('ok')).toBeUndefined()
  })

  it('offers each role that users hold, the last ones behind their number, unless one of them is ticked', async () => {
    const held = Array.from({ length: 14 }, (_, index) => `team-${String(index).padStart(2, '0')}`)
    await add('every', { other_roles: held.join(' ') })
    const { text } = (await admin.open('/users/new')).answer
    const offered = [...text.matchAll(/name="role" value="([^"]*)"/g)].map(([, role]) => role)
    expect(offered).toEqual(expect.arrayContaining(held))
    const [before, folded = ''] = text.split('<details class="sso-fold">')
    expect(before?.match(/name="role"/g)).toHaveLength(10)
    expect(textIn(folded)).toMatch(new RegExp(`^and ${offered.length - 10} more`))
    const again = await add('', { role: 'team-13' })
    expect(again.answer.text).toContain('<details class="sso-fold" open>')
  })
})

describe('roles of a user who is added', () => {
  it('exist immediately, ticked or typed, and are in the entry of the addition', async () => {
    await add('rosa', { role: 'sso:viewer', other_roles: 'billing:clerk, loader  loader' })
    const account = await idp.portico.accounts?.accountByUsername('rosa')
    expect(account?.person.roles).toEqual(['sso:viewer', 'billing:clerk', 'loader'])
    expect(await entryOf(account?.sub ?? '')).toMatchObject({
      event: 'account.created',
      changes: { roles: [[], ['sso:viewer', 'billing:clerk', 'loader']] },
    })
  })

  it('that are invalid are reported (422), and no user is added', async () => {
    const page = await add('sam', { other_roles: 'fine Two-Words' })
    expect([page.answer.status, issuesOn(page)]).toEqual([422, [expect.stringContaining('up to 64 characters')]])
    expect(formOf(page, { to: '/admin/users' }).fields.other_roles).toBe('fine Two-Words')
    expect(await idp.portico.accounts?.accountByUsername('sam')).toBeUndefined()
  })
})

describe('the list', () => {
  it('finds users by part of a name, by role and by state, and pages through the others', async () => {
    for (let index = 0; index < 30; index += 1)
      await idp.portico.accounts?.create({
        sub: `s-${index}`,
        username: `many-${String(index).padStart(2, '0')}`,
        status: index === 7 ? 'suspended' : 'active',
        source: 'administrator',
        person: { roles: index < 3 ? ['packer'] : [] },
        createdAt: 0,
        changedAt: 0,
      })
    // The username is the second line of a row, or the only one of a user without a name.
    const rowsOf = async (query: string): Promise<readonly string[]> =>
      [...(await admin.open(`/users${query}`)).answer.text.matchAll(/<th scope="row"(.*?)<\/th>/gs)].map(
        ([, row = '']) => [...row.matchAll(/<bdi[^>]*>([^<]*)<\/bdi>/g)].at(-1)?.[1] ?? '',
      )
    expect(await rowsOf('?q=ALICE%40example')).toEqual(['alice'])
    expect(await rowsOf('?q=many-1')).toHaveLength(10)
    expect(await rowsOf('?role=packer')).toEqual(['many-00', 'many-01', 'many-02'])
    expect(await rowsOf('?status=suspended')).toEqual(['mallory', 'many-07'])
    expect(await rowsOf('?q=no-such-user')).toEqual([])
    const [first, second] = [await rowsOf('?q=many'), await rowsOf('?q=many&cursor=25')]
    expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([25, 5, 30])
    // Meanwhile the list became shorter.
    expect(await rowsOf('?q=many&cursor=50')).toEqual(second)
  })

  it('responds with 404 for an unknown user', async () => {
    expect((await admin.open('/users/unknown')).answer.status).toBe(404)
    expect((await admin.open('/users/unknown/suspend')).answer.status).toBe(404)
  })
})

describe('suspending', () => {
  it('ends sessions and tokens immediately, notifies every app, and refuses the user until reactivated', async () => {
    const who = await addUser('erin')
    const party = idp.party(app)
    const tokens = await idp.user(who).signIn(party, { scope: 'openid offline_access' })
    const done = await admin.send(await admin.open(`/users/${who.sub}/suspend`), '/suspend')
    expect(flashOn(done)).toBe('The erin was suspended and signed out everywhere.')
    expect((await sink.arrived(1))[0]?.claims.sub).toBe(who.sub)
    expectInactive(await party.introspect(tokens.access_token))
    expectInactive(await party.introspect(tokens.refresh_token))
    expect(await idp.portico.accounts?.find(who.sub)).toMatchObject({ active: false })
    const changes = { status: ['active', 'suspended'] }
    expect(await entryOf(who.sub)).toMatchObject({ event: 'account.suspended', changes })
    const back = await admin.send(await admin.open(`/users/${who.sub}`), '/reactivate')
    expect(flashOn(back)).toBe('The erin can sign in again.')
    expect((await idp.user(who).signIn(party)).access_token).toBeTruthy()
    expectInactive(await party.introspect(tokens.refresh_token))
  })

  it('signing out everywhere ends the same, and leaves the account as it was', async () => {
    const who = await addUser('frank')
    const party = idp.party(app)
    const tokens = await idp.user(who).signIn(party, { scope: 'openid offline_access' })
    const page = await admin.open(`/users/${who.sub}/sign-out`)
    const stop = await admin.browser.submit(page, {}, formOf(page, { to: `/users/${who.sub}/sign-out` }))
    expect(flashOn(stop)).toBe('The frank was signed out everywhere.')
    await sink.arrived(1)
    expectInactive(await party.introspect(tokens.refresh_token))
    expect((await idp.user(who).signIn(party)).access_token).toBeTruthy()
  })
})

it('a new password is shown once, replaces the old one immediately, and signs the user out everywhere', async () => {
  const who = await addUser('grace')
  const party = idp.party(app)
  const tokens = await idp.user(who).signIn(party, { scope: 'openid offline_access' })
  const form = await admin.open(`/users/${who.sub}/reset`)
  const once = await admin.send(form, '/reset')
  expect([once.answer.status, oneTimeOn(once)]).toEqual([200, expect.stringMatching(ONE_TIME)])
  expectInactive(await party.introspect(tokens.access_token))
  await sink.arrived(1)
  expect(await idp.portico.accounts?.authenticate(who)).toBeUndefined()
  expect(await idp.portico.accounts?.authenticate({ username: 'grace', password: oneTimeOn(once) })).toMatchObject({
    sub: who.sub,
  })
  const again = await admin.send(form, '/reset')
  expect([again.answer.status, ONE_TIME.test(textOfCopies(again.answer.text))]).toEqual([409, false])
  expect(await idp.portico.accounts?.authenticate({ username: 'grace', password: oneTimeOn(once) })).toMatchObject({
    sub: who.sub,
  })
})

describe('before an operation', () => {
  it('the page names its user, and how much they are signed in to', async () => {
    const who = await addUser('uma')
    const textOn = async (act: string): Promise<string> =>
      textIn((await admin.open(`/users/${who.sub}/${act}`)).answer.text)
    for (const act of ['suspend', 'sign-out', 'reset', 'remove'])
      expect(await textOn(act)).toContain('Not signed in anywhere')
    const visitor = idp.user(who)
    await visitor.signIn(idp.party(app))
    await visitor.signIn(idp.party())
    for (const act of ['suspend', 'sign-out', 'reset', 'remove']) {
      const text = await textOn(act)
      for (const words of ['The uma', 'Signed in: 1 session, 2 apps'])
        expect([act, text]).toEqual([act, expect.stringContaining(words)])
    }
  })

  it('deleting names what to type: the email address, or the username where there is none', async () => {
    const { sub } = await addUser('vic')
    expect(textIn((await admin.open(`/users/${sub}/remove`)).answer.text)).toContain('Type the username vic to confirm')
    await idp.portico.accounts?.change(sub, (account) => ({
      ...account,
      person: { ...account.person, email: 'vic@example.com' },
    }))
    expect(textIn((await admin.open(`/users/${sub}/remove`)).answer.text)).toContain(
      'Type the email address vic@example.com to confirm',
    )
  })

  it('a new password is given now or chosen at the next sign-in, which leaves the sessions', async () => {
    const who = await addUser('wim')
    const conf = idp.party()
    const { access_token: token } = await idp.user(who).signIn(conf)
    const form = await admin.open(`/users/${who.sub}/reset`)
    const done = await admin.send(form, '/reset', { how: 'next' })
    expect(flashOn(done)).toContain('must choose a new password at the next sign-in')
    expect((await conf.userinfo(token)).status).toBe(200)
    expect(await idp.portico.accounts?.account(who.sub)).toMatchObject({ mustChangePassword: true })
    expect(await idp.portico.accounts?.authenticate(who)).toMatchObject({ sub: who.sub })
    // Now there is nothing to keep any more.
    expect((await admin.open(`/users/${who.sub}/reset`)).answer.text).not.toContain('name="how"')
  })
})

describe('roles', () => {
  const give = async (sub: string, role: string): Promise<Stop> => {
    const page = await admin.open(`/users/${sub}/roles`)
    return admin.browser.submit(page, { role, action: 'give' }, formOf(page, { to: '/roles', action: 'give' }))
  }
  const take = async (sub: string, role: string): Promise<Stop> => {
    const page = await admin.open(`/users/${sub}/roles`)
    return admin.browser.submit(page, { action: 'take' }, formOf(page, { to: '/roles', role }))
  }

  it('are given and taken, are seen at the next use, and stand in the trail', async () => {
    const who = await addUser('henry')
    const conf = idp.party()
    const { access_token: token } = await idp.user(who).signIn(conf, { scope: 'openid roles' })
    expect(flashOn(await give(who.sub, 'billing:clerk'))).toBe('The henry now has the billing:clerk role.')
    expect((await conf.userinfo(token)).json().roles).toEqual(['billing:clerk'])
    expect(textIn((await admin.open('/roles')).answer.text)).toMatch(/billing:clerk.*1 user/s)
    expect(flashOn(await take(who.sub, 'billing:clerk'))).toBe('The henry no longer has the billing:clerk role.')
    expect((await conf.userinfo(token)).json().roles ?? []).toEqual([])
    expect(await entryOf(who.sub)).toMatchObject({
      event: 'account.roles-changed',
      changes: { roles: [['billing:clerk'], []] },
    })
  })

  it.each([
    ['nothing', '', 'Enter a role'],
    ['what cannot be one', 'Two Words', 'up to 64 characters'],
  ])('asks again for %s (422)', async (_name, role, words) => {
    const who = await addUser(`asked-${_name.split(' ')[0]}`)
    const page = await give(who.sub, role)
    expect([page.answer.status, issuesOn(page)[0]]).toEqual([422, expect.stringContaining(words)])
  })

  it('open the panel with sso:admin, and close it immediately when it is taken away', async () => {
    const who = await addUser('iris')
    await give(who.sub, 'sso:admin')
    const iris = await enterPanel(idp, who)
    expect((await iris.open('/users/new')).answer.status).toBe(200)
    await take(who.sub, 'sso:admin')
    expect((await iris.open('/users')).answer.status).toBe(403)
  })
})

describe('administrators', () => {
  type Act = (visitor: PanelVisitor, page: Page, username: string) => Promise<Stop>

  it.each<[string, string, Act]>([
    [
      'take the role from',
      'roles',
      ({ browser }, page) =>
        browser.submit(page, { action: 'take' }, formOf(page, { to: '/roles', role: 'sso:admin' })),
    ],
    ['suspend', 'suspend', ({ send }, page) => send(page, '/suspend')],
    ['delete', 'remove', ({ send }, page, confirm) => send(page, '/remove', { confirm })],
  ])('of two who %s each other at the same moment one remains, and cannot do it alone', async (_, path, act) => {
    const alone = await runningIdp({ accounts: [] })
    const roles = ['sso:admin']
    const both = [await readyUser(alone, 'one', { roles }), await readyUser(alone, 'two', { roles })] as const
    const visitors = [await enterPanel(alone, both[0]), await enterPanel(alone, both[1])] as const
    const pages = [
      await visitors[0].open(`/users/${both[1].sub}/${path}`),
      await visitors[1].open(`/users/${both[0].sub}/${path}`),
    ] as const
    await Promise.all([act(visitors[0], pages[0], 'two'), act(visitors[1], pages[1], 'one')])
    const isAdministrator = async ({ sub }: ReadyUser): Promise<boolean> => {
      const account = await alone.portico.accounts?.account(sub)
      return account?.status === 'active' && account.person.roles?.includes('sso:admin') === true
    }
    const are = [await isAdministrator(both[0]), await isAdministrator(both[1])]
    expect(are.toSorted()).toEqual([false, true])
    const last = are[0] ? 0 : 1
    const refused = await act(
      visitors[last],
      await visitors[last].open(`/users/${both[last].sub}/${path}`),
      both[last].username,
    )
    expect(flashOn(refused)).toContain('there must be at least one administrator')
    expect(await isAdministrator(both[last])).toBe(true)
  })
})

it('an account of the configuration is shown and not changed; signing it out is possible', async () => {
  const page = await admin.open(`/users/${ALICE.sub}`)
  expect(textIn(page.answer.text)).toContain('This account comes from the configuration')
  const acts = words`roles reset suspend edit remove require-password`
  for (const act of acts)
    expect(flashOn(await admin.open(`/users/${ALICE.sub}/${act}`))).toMatch(
      /comes from the configuration.*Change it there/,
    )
  const before = await idp.portico.accounts?.account(ALICE.sub)
  const csrf = page.forms.find(({ action }) => action.endsWith('/sign-out'))?.fields.csrf ?? ''
  const body = { csrf, role: 'sso:admin', action: 'give', form_id: 'C'.repeat(22), confirm: ALICE.username, name: 'M' }
  for (const act of acts) await admin.post(`/users/${ALICE.sub}/${act}`, body)
  expect(await idp.portico.accounts?.account(ALICE.sub)).toEqual(before)
  await idp.user().signIn(idp.party())
  await admin.post(`/users/${ALICE.sub}/sign-out`, { csrf })
  expect(await idp.portico.sessions.list(ALICE.sub)).toEqual([])
})
