/** Changes of users by administrators (D-A3, D-S9): details, a new password required, deletion, roles of all. */
import type { ClientInput } from '../../lib/config/configuration.ts'
import { titleOf } from '../support/browser.ts'
import { expectInactive } from '../support/expect.ts'
import { ALICE, CLIENTS, CONF } from '../support/fixtures.ts'
import { ADMIN, flashOn, issuesOn, textIn } from '../support/panel-visitor.ts'
import { type ReadyUser, readyUser } from '../support/ready-user.ts'
import { runningPanel } from '../support/running.ts'
import { formOf, pageOf } from './portal-visitor.ts'

const OWN = 'a password of their own'

const limitedTo = (client_id: string, client_name: string, ...roles: string[]): ClientInput => ({
  ...CONF,
  client_id,
  client_name,
  redirect_uris: [`https://${client_id}.example/callback`],
  post_logout_redirect_uris: [],
  access: { roles },
})
const LIMITED = [
  limitedTo('payroll', 'Payroll', 'finance'),
  limitedTo('ledger', 'Ledger', 'finance', 'audit'),
  limitedTo('press', 'Press', 'editor'),
]
const { idp, admin } = await runningPanel({ clients: [...CLIENTS, ...LIMITED] })

const addUser = (username: string, roles: readonly string[] = []): Promise<ReadyUser> =>
  readyUser(idp, username, { name: `The ${username}`, email: `${username}@example.com`, roles }, OWN)
const entriesOf = async (sub: string): Promise<readonly Record<string, unknown>[]> =>
  (await idp.portico.audit.list({ user: sub, group: 'account' }, undefined, 20)).entries.map((entry) => ({ ...entry }))

describe('changing details', () => {
  it('puts them in place, and keeps what was before in the trail', async () => {
    const { sub } = await addUser('carol')
    const form = await admin.open(`/users/${sub}/edit`)
    const done = await admin.send(form, '/edit', { name: 'Carol Ng', locale: 'ar', email_verified: 'on' })
    expect(flashOn(done)).toBe('Carol Ng’s details were saved.')
    expect((await idp.portico.accounts?.account(sub))?.person).toMatchObject({
      name: 'Carol Ng',
      locale: 'ar',
      email_verified: true,
      roles: [],
    })
    const user = textIn((await admin.open(`/users/${sub}`)).answer.text)
    for (const words of ['Carol Ng', 'carol@example.com (verified)', 'ar']) expect(user).toContain(words)
    expect((await entriesOf(sub))[0]).toMatchObject({
      event: 'account.changed',
      actor: ADMIN.sub,
      changes: { name: ['The carol', 'Carol Ng'], locale: [null, 'ar'], email_verified: [null, true] },
    })
  })

  it('reports invalid fields (422), and an unchanged form', async () => {
    const { sub } = await addUser('dora')
    const form = await admin.open(`/users/${sub}/edit`)
    const again = await admin.send(form, '/edit', { email: 'nowhere', family_name: 'x'.repeat(300) })
    expect([again.answer.status, issuesOn(again)]).toEqual([
      422,
      ['Family name is too long', 'Enter an email address like name@company.com'],
    ])
    expect(titleOf(again.answer.text)).toMatch(/^Error: /)
    expect(flashOn(await admin.send(form, '/edit'))).toContain('No changes to save')
    expect(await entriesOf(sub)).toEqual([])
  })

  it('never overwrites another administrator’s change (409): the input waits to be sent again', async () => {
    const { sub } = await addUser('erin')
    const mine = await admin.open(`/users/${sub}/edit`)
    const theirs = await admin.open(`/users/${sub}/edit`)
    await admin.send(theirs, '/edit', { name: 'Theirs' })
    const conflict = pageOf(await admin.send(mine, '/edit', { family_name: 'Mine' }))
    expect(conflict.answer.status).toBe(409)
    expect(textIn(conflict.answer.text)).toContain('This account was changed in the meantime')
    expect((await idp.portico.accounts?.account(sub))?.person).toMatchObject({ name: 'Theirs' })
    expect((await idp.portico.accounts?.account(sub))?.person).not.toHaveProperty('family_name')
    expect(formOf(conflict, { to: '/edit' }).fields).toMatchObject({ name: 'Theirs', family_name: 'Mine' })
    expect(flashOn(await admin.send(conflict, '/edit'))).toContain('were saved')
    expect((await idp.portico.accounts?.account(sub))?.person).toMatchObject({ name: 'Theirs', family_name: 'Mine' })
    const forged = await admin.send(mine, '/edit', { base: '{"name":', name: 'Forged' })
    expect(forged.answer.status).toBe(409)
  })
})

describe('requiring a new password', () => {
  it('leaves the sessions, and at the next sign-in another password must be chosen', async () => {
    const who = await addUser('frank')
    const conf = idp.party()
    const { access_token: token } = await idp.user(who).signIn(conf)
    const done = await admin.send(await admin.open(`/users/${who.sub}/require-password`), '/require-password')
    expect(flashOn(done)).toContain('must choose a new password at the next sign-in')
    expect((await conf.userinfo(token)).status).toBe(200)
    const again = idp.user(who)
    const page = await again.browser.submit(pageOf(await again.open(conf)), { username: who.username, password: OWN })
    expect(titleOf(page.answer.text)).toContain('Choose a new password')
    const same = await again.browser.submit(pageOf(page), { new_password: OWN, repeat: OWN })
    expect(same.answer.status).toBe(422)
    await again.browser.submit(pageOf(page), { new_password: 'another password now', repeat: 'another password now' })
    expect(await idp.portico.accounts?.oneTimePasswords.stampOf(who.sub)).toBeUndefined()
    expect(await idp.portico.accounts?.authenticate({ ...who, password: 'another password now' })).toMatchObject({
      sub: who.sub,
    })
    const last = (await entriesOf(who.sub)).at(-1)
    expect(last).toMatchObject({ event: 'account.password-change-asked', actor: ADMIN.sub })
  })

  it('twice is once', async () => {
    const { sub } = await addUser('grace')
    const form = await admin.open(`/users/${sub}/require-password`)
    await admin.send(form, '/require-password')
    expect(flashOn(await admin.send(form, '/require-password'))).toContain('No changes to save')
    expect(await entriesOf(sub)).toHaveLength(1)
  })
})

describe('deleting a user', () => {
  it('asks for the name, ends all they hold, and leaves the trail', async () => {
    const who = await addUser('henry')
    const conf = idp.party()
    const tokens = await idp.user(who).signIn(conf, { scope: 'openid offline_access' })
    const form = await admin.open(`/users/${who.sub}/remove`)
    for (const confirm of ['', 'Henry', 'someone@example.com']) {
      const again = await admin.send(form, '/remove', { confirm })
      expect([again.answer.status, issuesOn(again)[0]]).toEqual([422, 'Type henry@example.com exactly as shown'])
    }
    expectInactive(await conf.introspect('nothing at all'))
    expect((await conf.userinfo(tokens.access_token)).status).toBe(200)
    const done = await admin.send(form, '/remove', { confirm: ' henry@example.com ' })
    expect([new URL(done.url).pathname, flashOn(done)]).toEqual(['/admin/users', 'The henry was deleted.'])
    expectInactive(await conf.introspect(tokens.access_token))
    expectInactive(await conf.introspect(tokens.refresh_token))
    expect(await idp.portico.accounts?.account(who.sub)).toBeUndefined()
    expect(await idp.portico.accounts?.accountByUsername('henry')).toBeUndefined()
    expect(await idp.portico.storage.documents.read('consents', who.sub)).toBeUndefined()
    expect((await entriesOf(who.sub))[0]).toMatchObject({
      event: 'account.removed',
      actor: ADMIN.sub,
      changes: { username: ['henry', null], email: ['henry@example.com', null], status: ['active', null] },
    })
    expect((await admin.open(`/users/${who.sub}`)).answer.status).toBe(404)
    expect((await addUser('henry')).sub).not.toBe(who.sub)
  })

  it('takes the username as well, and is done once', async () => {
    const { sub } = await addUser('ida')
    const form = await admin.open(`/users/${sub}/remove`)
    expect(flashOn(await admin.send(form, '/remove', { confirm: 'ida' }))).toContain('was deleted')
    expect((await admin.send(form, '/remove', { confirm: 'ida' })).answer.status).toBe(404)
  })
})

describe('deleting a role', () => {
  it('takes it from all users, each in the audit trail', async () => {
    const [one, two] = [await addUser('jan', ['packer', 'driver']), await addUser('kim', ['packer'])]
    expect((await admin.open('/roles')).answer.text).toContain('/admin/roles/remove?role=packer')
    const form = await admin.open('/roles/remove?role=packer')
    expect(textIn(form.answer.text)).toContain('2 users will lose this role.')
    const done = await admin.send(form, '/roles/remove')
    expect(flashOn(done)).toBe('The packer role was removed from 2 users.')
    expect((await idp.portico.accounts?.account(one.sub))?.person.roles).toEqual(['driver'])
    expect((await entriesOf(two.sub))[0]).toMatchObject({
      event: 'account.roles-changed',
      changes: { roles: [['packer'], []] },
    })
    expect(flashOn(await admin.send(form, '/roles/remove'))).toBe('No users have this role.')
  })

  it('names first the apps that the role opens, and those that no user can open afterwards', async () => {
    await addUser('mia', ['finance'])
    await addUser('ned', ['finance', 'audit'])
    const list = textIn((await admin.open('/roles')).answer.text)
    expect(list).toContain('Opens')
    expect(list).toContain('Ledger · Payroll')
    const question = textIn((await admin.open('/roles/remove?role=finance')).answer.text)
    expect(question).toContain(
      'Payroll: 2 users will lose access immediately, and no users will have access afterwards.',
    )
    expect(question).toContain('Ledger: 1 user will lose access immediately.')
    expect(question).not.toContain('Press')
  })

  it('leaves it to accounts of the configuration, and reports it', async () => {
    await addUser('lee', ['editor'])
    const form = await admin.open('/roles/remove?role=editor')
    const question = textIn(form.answer.text)
    for (const effect of [
      '1 user will lose this role.',
      '1 user from the configuration or a connector will keep it.',
      'Press: 1 user will lose access immediately.',
    ])
      expect(question).toContain(effect)
    const done = await admin.send(form, '/roles/remove')
    expect(flashOn(done)).toBe(
      'The editor role was removed from 1 user. 1 user from the configuration or a connector still has it. Remove it there.',
    )
    expect((await idp.portico.accounts?.account(ALICE.sub))?.person.roles).toContain('editor')
  })

  it('is impossible for the role of administrators: one user must keep it', async () => {
    expect((await admin.open('/roles')).answer.text).not.toContain('/admin/roles/remove?role=sso%3Aadmin')
    const page = await admin.open('/roles/remove?role=sso%3Aadmin')
    expect(page.forms.some(({ action }) => action.endsWith('/roles/remove'))).toBe(false)
    expect(textIn(page.answer.text)).toContain('At least one user must keep the sso:admin role.')
    const { csrf = '' } = formOf(page, { to: '/sign-out' }).fields
    await admin.post('/roles/remove', { csrf, role: 'sso:admin' })
    expect((await idp.portico.accounts?.account(ADMIN.sub))?.person.roles).toContain('sso:admin')
  })
})
