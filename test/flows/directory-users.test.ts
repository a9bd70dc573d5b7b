/** Users of a real directory server: they have all features of accounts, but no password (D-A1, D-A5). */

import { ldapDirectory } from '../../adapters/ldap/index.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { openBrowser, type Page, type Stop } from '../support/browser.ts'
import { expectError, expectUnavailable } from '../support/expect.ts'
import { ACCOUNTS, ALICE, TRUSTED } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { ADMIN, enterPanel, flashOn, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { claimsOf } from '../support/relying-party.ts'
import { runningPanel } from '../support/running.ts'
import { doorOf } from '../support/sign-in-door.ts'
import { BASE, directoryAt, folderEntry, group, SEARCHER, startSlapd, user } from '../support/slapd.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { audited, headingOf, pageOf, visitor } from './portal-visitor.ts'
import { atSignIn, enrolApp, enrolPasskey, optionsOn, withPassword } from './second-factor-visitor.ts'

const loginOf = (username: string) => ({ username, password: `${username}s long password` })
const [DORA, EMIL, FRED] = [loginOf('dora'), loginOf('emil'), loginOf('fred')]
/** Weak, but only the directory can change it. */
const HUGO = { username: 'hugo', password: 'hugo1985' }
const GINA = loginOf('gina')
/** Has the name of an account of the service. */
const OTHER_ALICE = { username: ALICE.username, password: 'the other alice' }
/** Calls themselves by the address of an account of the service. */
const ADDRESSED = { username: 'addressed@company.example', password: 'the name is an address' }
const MALLORY = { username: 'mallory', password: 'mallory of another host' }

const settings = (url: string) =>
  ({
    ...directoryAt(url),
    activeFilter: '(!(employeeType=former))',
    groups: { base: `ou=groups,${BASE}` },
    roles: { editors: ['editor'] },
  }) as const

const slapd = await startSlapd({
  ldif: [
    ...[DORA, EMIL, FRED, HUGO, GINA, OTHER_ALICE, MALLORY].map(({ username, password }) =>
      user(username, password, { mail: `${username}@company.example` }),
    ),
    user(ALICE.email, ADDRESSED.password, { mail: ADDRESSED.username }),
    folderEntry('groups'),
    group('editors', [`uid=dora,${BASE}`]),
  ].join(''),
})

const { idp, admin } = await runningPanel({ ldap: settings(slapd.url) })

const app = idp.party()

type Login = { readonly username: string; readonly password: string }

async function tried(login: Login, browser = openBrowser(idp)): Promise<Stop> {
  return browser.submit(pageOf(await browser.visit(app.request({ prompt: 'login' }).address)), login)
}
const formOn = (stop: Stop, act: string) =>
  stop.at === 'page' ? stop.forms.find(({ action }) => action.endsWith(`/${act}`)) : undefined
const statusOf = async (login: Login): Promise<number> => (await tried(login)).answer.status
const subOf = async (login: Login): Promise<string> =>
  String(claimsOf((await idp.user(login).signIn(app)).id_token).sub)
const change = (uid: string, ...lines: readonly string[]): Promise<void> =>
  slapd.modify(`dn: uid=${uid},${BASE}\nchangetype: modify\n${lines.join('\n')}\n\n`)

describe('a user of the directory', () => {
  it('signs in with details and roles of their entry, by name and by address, and is one', async () => {
    const tokens = await idp.user(DORA).signIn(app, { scope: 'openid profile email roles' })
    const { sub } = claimsOf(tokens.id_token)
    expect(sub).toMatch(/^ldap-/)
    expect((await app.userinfo(tokens.access_token)).json()).toMatchObject({
      preferred_username: 'dora',
      name: 'Name of dora',
      email: 'dora@company.example',
      email_verified: false,
      roles: ['editor'],
    })
    expect((await audited(idp, 'account.created', sub)).changes).toMatchObject({ roles: [[], ['editor']] })
    expect(await subOf({ ...DORA, username: 'DORA@company.example' })).toBe(sub)
    expect(await statusOf({ ...DORA, password: 'not hers' })).toBe(422)
  })

  it('is a user of the panel, whose details, roles and password are changed in the directory', async () => {
    const sub = await subOf(DORA)
    expect(textIn((await admin.open('/users')).answer.text)).toContain('dora')
    const page = await admin.open(`/users/${sub}`)
    const text = textIn(page.answer.text)
    expect(text).toContain('This account comes from the directory')
    expect(text).toContain('editor')
    for (const gone of ['/reset', '/edit', '/roles', '/require-password'])
      expect(page.answer.text).not.toContain(`/users/${sub}${gone}`)
    expect(page.answer.text).toContain(`/users/${sub}/suspend`)
    for (const act of ['reset', 'edit', 'roles', 'require-password']) {
      const shown = await admin.browser.visit(`/admin/users/${sub}/${act}`)
      expect([flashOn(shown), formOn(shown, act)]).toEqual([expect.stringContaining('Change it there'), undefined])
    }
    const account = await idp.portico.accounts?.account(sub)
    expect(account).toMatchObject({ source: 'directory', username: 'dora', person: { roles: ['editor'] } })
    expect(account).not.toHaveProperty('passwordHash')
  })

  it('comes from a setting that the panel shows, without the password in it', async () => {
    const text = textIn((await admin.open('/settings')).answer.text)
    expect(text).toContain(slapd.url)
    expect(text).toContain('{"editors":["editor"]}')
    expect(text).not.toContain(SEARCHER.password)
  })

  it('changes no password in the portal, and gets none by mail', async () => {
    const dora = visitor(idp, DORA)
    expect((await dora.open('/security')).answer.text).not.toContain('/security/password')
    expect((await dora.look('/security/password')).answer.status).toBe(404)
    expect((await dora.open('/profile')).answer.text).not.toContain('/profile/edit')
    const sub = await subOf(DORA)
    expect(await idp.portico.accounts?.setPassword({ sub, stamp: '', password: 'one made here, long' })).toBe('refused')
  })

  it('has an authenticator app here, which is asked for after the password', async () => {
    const authenticator = await enrolApp(idp, visitor(idp, EMIL))
    const begun = await withPassword(idp, EMIL)
    expect(headingOf(begun.stop)).toBe('Enter your code')
    const trusting = { code: authenticator.code(), trust: 'on' }
    expect((await begun.who.browser.submit(pageOf(begun.stop), trusting)).at).toBe('external')
    // The browser that is trusted, without the session.
    const trusted = openBrowser(idp)
    for (const { name, value, path } of begun.who.browser.cookies.all())
      if (name.startsWith('sso_trusted_')) trusted.cookies.put(name, value, path)
    const again = pageOf(await trusted.visit(idp.party(TRUSTED).request().address))
    expect((await trusted.submit(again, EMIL)).at).toBe('external')
    expect((await withPassword(idp, { ...EMIL, password: 'not his' })).stop.answer.status).toBe(422)
  })

  it('signs in with a passkey that is stored here, while the directory allows the user; the password still works', async () => {
    const { authenticator } = await enrolPasskey(idp, visitor(idp, HUGO))
    const byPasskey = async (): Promise<Stop> => {
      const { who, page } = await atSignIn(idp, HUGO)
      return who.browser.submit(page, { passkey: authenticator.get(await optionsOn(who.browser, page)) })
    }
    expect((await byPasskey()).at).toBe('external')
    await change('hugo', 'replace: employeeType', 'employeeType: former')
    expect((await byPasskey()).at).toBe('page')
    await change('hugo', 'delete: employeeType')
    const sub = String((await idp.portico.accounts?.accountByUsername('hugo'))?.sub)
    const question = await admin.open(`/users/${sub}/factors/remove?lost=everything`)
    const removed = await admin.send(question, '/factors/remove')
    expect(flashOn(removed)).toContain('was reset. They’ve been signed out everywhere.')
    expect((await withPassword(idp, HUGO)).stop.at).toBe('external')
  })

  it('is suspended here: all that they hold ends, and only the right password reveals it; reactivated, they sign in again', async () => {
    const tokens = await idp.user(FRED).signIn(app, { scope: 'openid offline_access' })
    const sub = String(claimsOf(tokens.id_token).sub)
    const done = await admin.send(await admin.open(`/users/${sub}/suspend`), '/suspend')
    expect(flashOn(done)).toMatch(/suspended and signed out everywhere/)
    expectError(await app.refresh(tokens.refresh_token), 400, 'invalid_grant')
    expectError(await app.userinfo(tokens.access_token), 401, 'invalid_token')
    expect(await statusOf(FRED)).toBe(403)
    expect(await statusOf({ ...FRED, password: 'not his' })).toBe(422)
    await admin.send(pageOf(await admin.browser.visit(`/admin/users/${sub}`)), '/reactivate')
    expect(await subOf(FRED)).toBe(sub)
  })

  it('disabled there, is refused at the next refresh, at userinfo and at the next authorization', async () => {
    const gina = idp.user(GINA)
    const tokens = await gina.signIn(app, { scope: 'openid offline_access' })
    await change('gina', 'replace: employeeType', 'employeeType: former')
    expectError(await app.refresh(tokens.refresh_token), 400, 'invalid_grant')
    expectError(await app.userinfo(tokens.access_token), 401, 'invalid_token')
    expect((await gina.browser.go(app.request({ prompt: 'none' }).address)).headers.location).toContain(
      'error=login_required',
    )
    expect(await statusOf(GINA)).toBe(403)
    await change('gina', 'delete: employeeType')
    expect((await idp.user(GINA).signIn(app)).access_token).toEqual(expect.any(String))
  })

  it('renamed, keeps the account; a new user under the old name has another', async () => {
    const before = await subOf(GINA)
    await slapd.modify(`dn: uid=gina,${BASE}\nchangetype: modrdn\nnewrdn: uid=regina\ndeleteoldrdn: 1\n\n`)
    await slapd.modify(user('gina', 'the new gina').replace('\n', '\nchangetype: add\n'))
    const fresh = await subOf({ username: 'gina', password: 'the new gina' })
    expect(fresh).not.toBe(before)
    expect(await subOf({ ...GINA, username: 'regina' })).toBe(before)
    const accounts = idp.portico.accounts
    expect((await accounts?.accountByUsername('gina'))?.sub).toBe(fresh)
    expect((await accounts?.accountByUsername('regina'))?.sub).toBe(before)
  })
})

describe('a name that is known here', () => {
  it('is checked here alone, whether its user may sign in or not', async () => {
    expect(await subOf(ALICE)).toBe(ALICE.sub)
    for (const username of ['alice', 'ALICE', ' alice', ALICE.email])
      expect(await statusOf({ ...OTHER_ALICE, username })).toBe(422)
    expect(await statusOf(MALLORY)).toBe(422)
  })

  it('matches no entry of the directory, whatever else its entry matches', async () => {
    expect(await statusOf({ ...OTHER_ALICE, username: 'alice@company.example' })).toBe(422)
    expect(await statusOf({ ...MALLORY, username: 'mallory@company.example' })).toBe(422)
  })

  it('may be an address: it stays so when a user of the directory who is called like it comes under another name', async () => {
    expect(await subOf(ADDRESSED)).not.toBe(ALICE.sub)
    expect(await subOf({ ...ALICE, username: ALICE.email })).toBe(ALICE.sub)
    expect(await statusOf({ ...ADDRESSED, username: ALICE.email })).toBe(422)
    expect(await idp.portico.accounts?.accountByUsername(ALICE.email)).toBeUndefined()
  })

  it('cannot be taken from a user of the directory who signs in', async () => {
    await subOf(DORA)
    expect(await idp.portico.accounts?.invite('Dora', {})).toEqual({ outcome: 'username-taken' })
  })
})

describe('while the directory is away', () => {
  it('administrators get in; its users get 503, and it costs them nothing', async () => {
    const tokens = await idp.user(DORA).signIn(app, { scope: 'openid offline_access' })
    await slapd.crash()
    expect((await (await enterPanel(idp, ADMIN)).open('/users')).answer.status).toBe(200)
    for (let tries = 0; tries < 6; tries += 1) {
      const page = (await tried(tries % 2 === 0 ? DORA : { ...DORA, password: 'not hers' })) as Page
      expect([page.answer.status, Number(page.answer.headers['retry-after']) > 0]).toEqual([503, true])
      expect(page.answer.text).toContain('We couldn’t check your password')
      expect(page.answer.text).not.toMatch(/ldap|127\.0\.0\.1/i)
    }
    expectUnavailable(await app.refresh(tokens.refresh_token))
    expect((await idp.send('/health/ready')).status).toBe(200)
    await slapd.start()
    expect((await app.refresh(tokens.refresh_token)).status).toBe(200)
    expect((await idp.user(DORA).signIn(app)).access_token).toEqual(expect.any(String))
    expect(idp.log.text()).toMatch(/ldap: 127\.0\.0\.1:\d+/)
    expect(idp.log.text()).not.toMatch(/doras long|not hers|dora@|uid=/)
  })

  it('one that does not answer is as good as away, and administrators cannot wait for it: it is not asked of them', async () => {
    let answers = 0
    const proxy = await startProxy(slapd.port, '127.0.0.1', (answer) => {
      answers += 1
      return answer
    })
    const ldap = { ...settings(`ldap://127.0.0.1:${proxy.port}`), timeoutSeconds: 1 }
    const impatient = await runningIdp({ accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS], ldap })
    const doras = async (): Promise<Stop> => {
      const { browser, page } = await doorOf(impatient)
      return browser.submit(page, DORA)
    }

    await enterPanel(impatient, ADMIN)
    expect(answers).toBe(0)
    expect((await doras()).answer.status).toBe(303)
    expect(answers).toBeGreaterThan(0)
    proxy.pause()
    const { answer } = await doras()
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([503, true])
    proxy.resume()
    expect((await doras()).answer.status).toBe(303)
  })

  it('the panel suspends its users all the same', async () => {
    const sub = await subOf(FRED)
    await slapd.crash()
    await admin.send(await admin.open(`/users/${sub}/suspend`), '/suspend')
    expect((await idp.portico.accounts?.account(sub))?.status).toBe('suspended')
    await slapd.start()
    expect(await statusOf(FRED)).toBe(403)
  })
})

it('only the directory can allow its users to sign in', async () => {
  const sub = await subOf(DORA)
  expect(await idp.portico.accounts?.find(sub)).toMatchObject({ sub, active: false })
})

it('as the only directory (`accounts`): its user signs in with roles of their entry; a change counts at the next refresh', async () => {
  const alone = await runningIdp({ accounts: stoppedAtEnd(ldapDirectory(settings(slapd.url))) })
  const conf = alone.party()
  const tokens = await alone.user(DORA).signIn(conf, { scope: 'openid profile roles offline_access' })
  expect(claimsOf(tokens.id_token).sub).toMatch(/^ldap-/)
  expect((await conf.userinfo(tokens.access_token)).json()).toMatchObject({
    preferred_username: 'dora',
    name: 'Name of dora',
    roles: ['editor'],
  })
  await slapd.crash()
  expectUnavailable(await conf.refresh(tokens.refresh_token))
  await slapd.start()
  await change('dora', 'replace: employeeType', 'employeeType: former')
  expect((await conf.refresh(tokens.refresh_token)).json().error).toBe('invalid_grant')
  await change('dora', 'delete: employeeType')
})
