/** Signing in with an address (D-A1, D-A2; policies/sign-in-address.ts): whose, when, and whose no longer. */
import type { Account, EmbeddedDirectory } from '../../lib/index.ts'
import type { Credentials } from '../support/actors.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { filled } from '../support/filled.ts'
import { ACCOUNTS, ALICE, TRUSTED } from '../support/fixtures.ts'
import { type Node, sharedIdp } from '../support/idp.ts'
import { ADMIN, enterPanel, flashOn, issuesOn, PANEL_ACCOUNTS } from '../support/panel-visitor.ts'
import { readyUser } from '../support/ready-user.ts'
import { claimsOf } from '../support/relying-party.ts'
import { doorOf, attempt as tryAt, UNTHROTTLED } from '../support/sign-in-door.ts'
import { editDetails, formOf, visitor } from './portal-visitor.ts'

const IN = 303
const REFUSED = 422

forEachDeployment((start) => {
  const idp = sharedIdp(() =>
    start({ options: { accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS], login: { throttle: UNTHROTTLED } } }),
  )
  const accounts = filled(beforeAll, () => idp.portico.accounts as EmbeddedDirectory)

  /** A user whom an administrator added, with a chosen password. */
  async function added(username: string, details: Account['person'] = {}) {
    const email = `${username}@example.com`
    const user = await readyUser(idp, username, { email, email_verified: true, ...details })
    return { ...user, email: details.email ?? email }
  }
  const attempt = async (username: string, { password }: Credentials, node: Node = idp): Promise<number> =>
    (await tryAt(await doorOf(node), username, password)).status
  const subjectOf = async (username: string, { password }: Credentials): Promise<unknown> =>
    claimsOf((await idp.user({ username, password }).signIn(idp.party(TRUSTED))).id_token).sub
  const details = (sub: string, change: Account['person']): Promise<unknown> =>
    accounts.change(sub, (account) => ({ ...account, person: { ...account.person, ...change } }))

  it('a verified address signs in as the user name does, in every spelling, on every node', async () => {
    for (const username of [
      ALICE.email,
      ` ${ALICE.email}\u200e`,
      'alice@example.com.',
      'Alice@Example.COM',
      '\uFF41lice\uFF20example.com',
      ALICE.username,
    ])
      expect(await subjectOf(username, ALICE)).toBe(ALICE.sub)
    for (const username of ['\u0430lice@example.com', 'ali\u200bce@example.com', '@example.com'])
      expect([username, await attempt(username, ALICE)]).toEqual([username, REFUSED])
    expect(await attempt(ALICE.email, { ...ALICE, password: 'not hers' })).toBe(REFUSED)
    expect(await attempt(ALICE.email, ALICE, await idp.anotherNode())).toBe(IN)
  })

  it('one that is not verified signs no user in, until an administrator marks it as verified', async () => {
    const carol = await added('carol', { email_verified: false })
    expect(await attempt(carol.email, carol)).toBe(REFUSED)
    const admin = await enterPanel(idp)
    await admin.send(await admin.open(`/users/${carol.sub}/edit`), '/edit', { email_verified: 'on' })
    expect(await subjectOf(carol.email, carol)).toBe(carol.sub)
    const form = formOf(await admin.open(`/users/${carol.sub}/edit`), { to: '/edit' })
    const { email_verified: _proved, ...fields } = form.fields
    await admin.post(`/users/${carol.sub}/edit`, fields)
    expect(await attempt(carol.email, carol)).toBe(REFUSED)
    expect(await attempt(carol.username, carol)).toBe(IN)
  })

  it('one that its owner entered signs no user in, and the one before it no longer', async () => {
    const dora = await added('dora')
    const portal = visitor(idp, dora)
    const page = await editDetails(portal, { email: 'victim@example.com' })
    expect(flashOn(page)).toBe('Your details were saved.')
    const main = page.answer.text.slice(page.answer.text.indexOf('<main'))
    expect([main.includes('Not verified'), main.match(/victim@example\.com/g)]).toEqual([true, ['victim@example.com']])
    expect(await attempt('victim@example.com', dora)).toBe(REFUSED)
    expect(await attempt(dora.email, dora)).toBe(REFUSED)
    // Also when it is the very address that was verified once, and when the form claims more than it may.
    const back = await editDetails(portal, { email: dora.email, email_verified: 'on' })
    expect(flashOn(back)).toBe('Your details were saved.')
    expect((await accounts.account(dora.sub))?.person).toMatchObject({ email: dora.email, email_verified: false })
    expect(await attempt(dora.email, dora)).toBe(REFUSED)
    const victim = await added('victim')
    expect(await subjectOf(victim.email, victim)).toBe(victim.sub)
  })

  it('no account gets as its username what is the verified address of another, in any spelling', async () => {
    const erin = await added('erin')
    const admin = await enterPanel(idp, ADMIN)
    for (const username of ['erin@example.com', 'ERIN@Example.com', '\uFF45rin\uFF20example.com']) {
      const page = await admin.send(await admin.open('/users/new'), '/users', { username, how: 'password' })
      expect([page.answer.status, issuesOn(page)]).toEqual([409, ['This username is already in use']])
      for (const made of [await accounts.invite(username, {}), await accounts.inviteByEmail(username, {})])
        expect([username, made]).toEqual([username, { outcome: 'username-taken' }])
    }
    expect(await subjectOf('erin@example.com', erin)).toBe(erin.sub)
    await details(erin.sub, { email_verified: false })
    const named = await added('erin@example.com', { email: 'erin@example.com' })
    expect(await subjectOf('Erin@example.com', named)).toBe(named.sub)
  })

  it('no source verifies an email address that is the username of another account', async () => {
    const [named, owner] = [await added('hugo@example.com'), await added('hugo', { email_verified: false })]
    const admin = await enterPanel(idp, ADMIN)
    const form = await admin.open(`/users/${owner.sub}/edit`)
    const again = await admin.send(form, '/edit', { email_verified: 'on' })
    expect([again.answer.status, issuesOn(again)]).toEqual([422, ['Another user signs in with this email address']])
    expect(await accounts.proveAddress(owner.sub, owner.email)).toBe('taken')
    expect(await accounts.invite('hugo-2', { email: 'HUGO@example.com', email_verified: true })).toEqual({
      outcome: 'email-taken',
    })
    await expect(details(owner.sub, { email_verified: true })).rejects.toThrow('is the username of another account')
    expect(await subjectOf(owner.email, named)).toBe(named.sub)
    expect([await accounts.accountByUsername('hugo-2'), (await accounts.account(owner.sub))?.person]).toEqual([
      undefined,
      expect.objectContaining({ email: owner.email, email_verified: false }),
    ])
    await accounts.remove(named.sub)
    expect(await accounts.proveAddress(owner.sub, owner.email)).toBe('proved')
    expect(await subjectOf(owner.email, owner)).toBe(owner.sub)
  })

  it('the first account with it is found by it, until the account has it no more; then the next one', async () => {
    const [first, second] = [await added('fay'), await added('gus', { email: 'FAY@example.com' })]
    expect(await subjectOf(first.email, first)).toBe(first.sub)
    expect(await attempt(first.email, second)).toBe(REFUSED)
    await details(second.sub, { name: 'Gus' })
    expect(await attempt(first.email, second)).toBe(REFUSED)
    await details(first.sub, { email: 'fay@external.example' })
    expect(await subjectOf('fay@external.example', first)).toBe(first.sub)
    expect(await attempt('fay@example.com', first)).toBe(REFUSED)
    await details(second.sub, { name: 'Gus G' })
    expect(await subjectOf('fay@example.com', second)).toBe(second.sub)
    await details(first.sub, { email: 'fay@example.com' })
    expect(await attempt('fay@example.com', first)).toBe(REFUSED)
    expect(await subjectOf('fay@example.com', second)).toBe(second.sub)
  })

  it('of a suspended account it signs no user in, and does again when the account is active', async () => {
    const hal = await added('hal')
    for (const [status, answer] of [
      ['suspended', 403],
      ['active', IN],
    ] as const) {
      await accounts.change(hal.sub, (account) => ({ ...account, status }))
      expect([status, await attempt(hal.email, hal)]).toEqual([status, answer])
    }
  })

  it('of a removed account it is free', async () => {
    const ida = await added('ida')
    expect(await accounts.remove(ida.sub)).toBe('removed')
    expect(await attempt(ida.email, ida)).toBe(REFUSED)
    const next = await added('jon', { email: ida.email })
    expect(await subjectOf(ida.email, next)).toBe(next.sub)
    expect(await attempt(ida.email, ida)).toBe(REFUSED)
  })

  it('prefilled by login_hint it signs in, and a hint of both kinds fits the session', async () => {
    const browser = openBrowser(idp)
    const client = idp.party(TRUSTED)
    const page = (await browser.visit(client.request({ login_hint: ALICE.email }).address)) as Page
    expect(page.forms[0]?.fields['username']).toBe(ALICE.email)
    expect((await browser.submit(page, { password: ALICE.password })).at).toBe('external')
    const { id_token: hint = '' } = await idp.user(ALICE, browser).signIn(client)
    const silent = await browser.go(
      client.request({ prompt: 'none', id_token_hint: hint, login_hint: ALICE.email }).address,
    )
    expect(silent.headers.location).toContain('code=')
  })

  it('an administrator who marks as verified what another account has verified gets an error, and nothing is changed', async () => {
    const [kim, lee] = [await added('kim'), await added('lee', { email_verified: false })]
    const admin = await enterPanel(idp, ADMIN)
    const form = await admin.open(`/users/${lee.sub}/edit`)
    const again = await admin.send(form, '/edit', { name: 'Lee L', email: 'KIM@example.com', email_verified: 'on' })
    expect([again.answer.status, issuesOn(again)]).toEqual([422, ['Another user signs in with this email address']])
    expect(again.at === 'page' ? formOf(again, { to: '/edit' }).fields : {}).toMatchObject({
      name: 'Lee L',
      email: 'KIM@example.com',
      email_verified: 'on',
    })
    expect((await accounts.account(lee.sub))?.person).toMatchObject({ email: lee.email, email_verified: false })
    const unproved = formOf(form, { to: '/edit' }).fields
    expect((await admin.post(`/users/${lee.sub}/edit`, { ...unproved, email: kim.email })).status).toBe(303)
    await accounts.remove(kim.sub)
    const done = await admin.send(await admin.open(`/users/${lee.sub}/edit`), '/edit', { email_verified: 'on' })
    expect(flashOn(done)).toContain('were saved')
    expect(await subjectOf(kim.email, lee)).toBe(lee.sub)
  })

  it('accounts of the configuration: each is found by the address that stands there now', async () => {
    const node = await start({ options: { accounts: [] } })
    const directory = node.portico.accounts as EmbeddedDirectory
    type Settings = Parameters<EmbeddedDirectory['adopt']>[0]
    const settings = (sub: string, email: string, proved = true): Settings[number] => ({
      sub,
      username: sub,
      password: `the password of ${sub}`,
      status: 'active',
      roles: [],
      permissions: [],
      email,
      email_verified: proved,
    })
    const holders = async (): Promise<string> => {
      const found = ['a@example.com', 'b@example.com'].map((email) => directory.accountNamed(email))
      return (await Promise.all(found)).map((account) => account?.sub ?? '-').join(' ')
    }
    const states: readonly (readonly [Settings, string])[] = [
      [[settings('x', 'a@example.com'), settings('y', 'b@example.com')], 'x y'],
      [[settings('x', 'b@example.com'), settings('y', 'a@example.com')], 'y x'],
      [[settings('x', 'b@example.com', false), settings('y', 'a@example.com')], 'y -'],
      [[{ ...settings('x', 'b@example.com'), username: 'renamed' }, settings('z', 'a@example.com')], 'z x'],
      [[settings('z', 'b@example.com'), settings('x', 'b@example.com')], '- x'],
      // A name that is the address of an account which has just lost it, or has gone.
      [[{ ...settings('x', 'b@example.com'), username: 'A@example.com' }, settings('z', 'c@example.com')], 'x x'],
      [[{ ...settings('y', 'a@example.com'), username: 'b@example.com' }], 'y y'],
      [[], '- -'],
    ]
    for (const [adopted, expected] of states) {
      await directory.adopt(adopted)
      expect(await holders()).toBe(expected)
    }
    for (const [name, details, other, path] of [
      ['added', { email: 'q@example.com', email_verified: true }, { username: 'q@example.com' }, 'username'],
      ['r@example.com', {}, { email: 'r@example.com' }, 'email'],
    ] as const) {
      await directory.invite(name, details)
      const adopted = directory.adopt([settings('z', 'z@example.com'), { ...settings('w', 'w@example.com'), ...other }])
      await expect(adopted).rejects.toMatchObject({ issues: [{ code: 'E1005', path: `accounts[1].${path}` }] })
      expect(await directory.account('w')).toBeUndefined()
    }
  })
})
