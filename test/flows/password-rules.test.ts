/** A user signs in with a weak password, and chooses another before the sign-in goes on (D-A9). */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PasswordChange, PasswordSetting } from '../../lib/index.ts'
import type { Stop } from '../support/browser.ts'
import { ACCOUNTS, ALICE } from '../support/fixtures.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { putImported } from '../support/imported-accounts.ts'
import { bcryptHash } from '../support/imported-hashes.ts'
import { newFolder } from '../support/new-folder.ts'
import { type ReadyUser, readyUser } from '../support/ready-user.ts'
import { audited, headingOf, pageOf, visitor } from './portal-visitor.ts'
import { atSignIn, claimsAfter, enrolApp, enrolPasskey, optionsOn, withPassword } from './second-factor-visitor.ts'

const CHOICE = 'Choose a new password'
const AGAIN = 'Sign in to trusted'
const GOOD = 'seven green lanterns'
const choose = (password: string): Record<string, string> => ({ new_password: password, repeat: password })

const list = join(newFolder(), 'passwords.txt')
writeFileSync(list, 'acme-headquarters\r\nsommer in ulm\n')
const idp = await runningIdp({ login: { passwordList: list }, theme: { productName: 'Rabbit Hole' } })

let count = 0
/** A user whose password is as old as the rules are new. */
const weakUser = (password = 'Password2026', node: Idp = idp): Promise<ReadyUser> =>
  readyUser(node, `weak-${(count += 1)}`, { name: 'Wanda Weaver', email: `weak-${count}@example.com` }, password)
const signsIn = async ({ username }: ReadyUser, password: string): Promise<boolean> =>
  (await idp.portico.accounts?.authenticate({ username, password })) !== undefined

it.each([
  ['twelve chars', 'shorter than this site now requires'],
  ['Wanda.Weaver-1985', 'mostly your name'],
  ['rabbithole2026!', 'the name of this site'],
  ['qwertzuiop123456', 'mostly a run or a repetition'],
  ['Password20262027', 'on a list of common and leaked passwords'],
  ['Acme-Headquarters1', 'on a list of common and leaked passwords'],
])('%s is replaced in the sign-in, once', async (password, reason) => {
  const owner = await weakUser(password)
  const begun = await withPassword(idp, owner)
  const { browser } = begun.who
  const page = pageOf(begun.stop)
  expect([page.answer.status, headingOf(page), page.answer.text.includes(reason)]).toEqual([200, CHOICE, true])
  expect(browser.cookies.value('sso_session')).toBeUndefined()
  expect(page.answer.text).not.toContain(password)
  const refused = pageOf(await browser.submit(page, choose(password)))
  expect([refused.answer.status, headingOf(refused)]).toEqual([422, CHOICE])
  expect(headingOf(await browser.visit(page.url))).toBe(CHOICE)
  const done = await browser.submit(refused, choose(GOOD))
  expect(await claimsAfter(begun, done)).toMatchObject({ sub: owner.sub, amr: ['pwd'] })
  expect([await signsIn(owner, password), await signsIn(owner, GOOD)]).toEqual([false, true])
  expect(await audited(idp, 'account.password-changed', owner.sub)).toMatchObject({ result: 'ok' })
  expect((await withPassword(idp, { ...owner, password: GOOD })).stop.at).toBe('external')
})

it('an imported one, too, also in a confirmation and in another language', async () => {
  const password = 'imported-1'
  const sub = await putImported(idp.portico.storage, idp.portico.accounts as never, 'moved', bcryptHash(password))
  const begun = await withPassword(idp, { username: 'moved', password }, { ui_locales: 'de' })
  expect(pageOf(begun.stop).answer.text).toContain('Ihr bisheriges Passwort ist kürzer')
  expect(await claimsAfter(begun, await begun.who.browser.submit(pageOf(begun.stop), choose(GOOD)))).toMatchObject({
    sub,
  })
  await idp.portico.accounts?.changePassword(sub, password)
  const confirmed = pageOf((await begun.who.open(begun.client, { prompt: 'login' })) as Stop)
  expect(headingOf(await begun.who.browser.submit(confirmed, { username: 'moved', password }))).toBe(CHOICE)
})

it('comes after the second step, which stays in force; a passkey alone needs no password', async () => {
  const owner = await weakUser(GOOD)
  const portal = visitor(idp, owner)
  const app = await enrolApp(idp, portal)
  const { authenticator } = await enrolPasskey(idp, portal)
  await idp.portico.accounts?.changePassword(owner.sub, 'Password2026')
  const begun = await withPassword(idp, { ...owner, password: 'Password2026' })
  const { browser } = begun.who
  const step = pageOf(await browser.visit(`${pageOf(begun.stop).url}?way=code`))
  const choice = pageOf(await browser.submit(step, { code: app.code() }))
  expect(headingOf(choice)).toBe(CHOICE)
  expect(await claimsAfter(begun, await browser.submit(choice, choose(GOOD)))).toMatchObject({
    amr: ['pwd', 'otp', 'mfa'],
  })
  await idp.portico.accounts?.changePassword(owner.sub, 'Password2026')
  const { who, page } = await atSignIn(idp, owner)
  const passkey = authenticator.get(await optionsOn(who.browser, page))
  expect((await who.browser.submit(page, { passkey })).at).toBe('external')
})

it('a wrong password for such an account is refused like any other', async () => {
  const owner = await weakUser()
  const texts = await Promise.all(
    [owner.username, 'no-such-user'].map(async (username) => {
      const { stop } = await withPassword(idp, { username, password: 'Password2025' })
      expect([stop.answer.status, headingOf(stop)]).toEqual([422, AGAIN])
      return pageOf(stop)
        .answer.text.replaceAll(username, '')
        .replaceAll(/value="[^"]*"|interaction\/[^"?]*|refused=[\w.-]+/g, '')
    }),
  )
  expect(texts[0]).toBe(texts[1])
})

it('begins again after a change in another tab, and lets another user sign in', async () => {
  const owner = await weakUser()
  const { who, stop } = await withPassword(idp, owner)
  expect(headingOf(await who.browser.visit(`${pageOf(stop).url}?as=other`))).toBe(AGAIN)
  expect(headingOf(await who.browser.visit(pageOf(stop).url))).toBe(CHOICE)
  await idp.portico.accounts?.changePassword(owner.sub, GOOD)
  expect(headingOf(await who.browser.submit(pageOf(stop), choose('an unwelcome choice')))).toBe(AGAIN)
  expect(await signsIn(owner, GOOD)).toBe(true)
})

it.each([
  ['sevench', { require: 'everybody' }, CHOICE],
  ['k7#vTq2!', { require: 'everybody' }, 'Set up two-step verification'],
  ['k7#vTq2!', { require: 'everybody', trustedBrowsers: true }, CHOICE],
  ['k7#vTq2!', { require: 'administrators' }, CHOICE],
  ['k7#vTq2!', { require: 'everybody', from: '2999-01-01' }, CHOICE],
] as const)('%s, where the rule about second factors is %j: %s', async (password, secondFactor, page) => {
  const strict = await runningIdp({ login: { secondFactor } })
  expect(headingOf((await withPassword(strict, await weakUser(password, strict))).stop)).toBe(page)
})

it('is not asked of an account of the configuration', async () => {
  const node = await runningIdp({
    accounts: [
      ...ACCOUNTS,
      { ...ALICE, sub: 'u-9', username: 'fixed', email: 'f@example.com', password: 'Password2026' },
    ],
  })
  expect((await withPassword(node, { username: 'fixed', password: 'Password2026' })).stop.at).toBe('external')
})

describe('a directory of the host', () => {
  const start = (setPassword?: (change: PasswordChange) => PasswordSetting): Promise<Idp> =>
    runningIdp({
      accounts: {
        find: (sub) => ({ sub }),
        authenticate: ({ password }) => (password === 'Password2026' ? { sub: 'h-1' } : undefined),
        passwordStampOf: () => 'stamp-1',
        ...(setPassword === undefined ? {} : { setPassword }),
      },
    })
  const login = { username: 'hosted', password: 'Password2026' }

  it('that sets no passwords is not asked to', async () =>
    expect((await withPassword(await start(), login)).stop.at).toBe('external'))

  it.each<PasswordSetting>(['changed', 'refused'])(
    'gets the new password; the sign-in goes on if it is %s',
    async (outcome) => {
      const changes: object[] = []
      const node = await start((change) => {
        changes.push(change)
        return outcome
      })
      const { who, stop } = await withPassword(node, login)
      expect(headingOf(stop)).toBe(CHOICE)
      expect((await who.browser.submit(pageOf(stop), choose(GOOD))).at).toBe('external')
      expect(changes).toEqual([{ sub: 'h-1', stamp: 'stamp-1', password: GOOD }])
    },
  )
})

it('a list that cannot be read is an error of the configuration', async () => {
  await expect(runningIdp({ login: { passwordList: '/none/passwords.txt' } })).rejects.toThrow(
    /login\.passwordList.*a file that can be read.*ENOENT/s,
  )
  writeFileSync(list, Buffer.from([0x61, 0x0a, 0xe4]))
  await expect(runningIdp({ login: { passwordList: list } })).rejects.toThrow(/line 2, column 1 is not UTF-8/)
})
