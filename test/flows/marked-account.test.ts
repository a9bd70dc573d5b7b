/**
 * An administrator requires a new password (the mark on the account): no way of signing in bypasses it, whatever it
 * needs of the password. Existing sessions stay as they are, as the panel states.
 */
import { ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import type { Credentials } from '../support/actors.ts'
import { openBrowser, type Page, type Stop } from '../support/browser.ts'
import { startIdp } from '../support/idp.ts'
import type { SoftwareAuthenticator } from '../support/software-authenticator.ts'
import { headingOf, pageOf, visitor } from './portal-visitor.ts'
import {
  atSignIn,
  claimsAfter,
  enrolPasskey,
  optionsOn,
  withApp,
  withKey,
  withPassword,
} from './second-factor-visitor.ts'

const ASKED = 'Choose a new password'
const CHOSEN = { new_password: 'chosen by herself', repeat: 'chosen by herself' }

const idp = await startIdp()

const mark = (sub: string): Promise<unknown> =>
  idp.portico.accounts?.change(sub, (account) => ({ ...account, mustChangePassword: true })) ??
  Promise.reject(new Error('no accounts'))

async function withPasskey() {
  const { owner, authenticator } = await withKey(idp)
  return { owner, authenticator }
}
async function marked() {
  const made = await withPasskey()
  await mark(made.owner.sub)
  return made
}
async function byPasskey(owner: Credentials, authenticator: SoftwareAuthenticator) {
  const begun = await atSignIn(idp, owner)
  const passkey = authenticator.get(await optionsOn(begun.who.browser, begun.page))
  return { ...begun, stop: await begun.who.browser.submit(begun.page, { passkey }) }
}
const errorOf = (stop: Stop): string | null => new URL(stop.url).searchParams.get('error')

it('is asked for it after a passkey, and is signed out before it is chosen', async () => {
  const { owner, authenticator } = await marked()
  const begun = await byPasskey(owner, authenticator)
  const { browser } = begun.who
  expect(headingOf(begun.stop)).toBe(ASKED)
  expect(browser.cookies.value('sso_session')).toBeUndefined()
  expect(errorOf(await begun.who.open(begun.client, { prompt: 'none' }))).toBe('login_required')
  expect(headingOf((await atSignIn(idp, owner)).page)).toBe('Sign in to trusted')
})

it('goes on as surely as it was recognised, and is asked once', async () => {
  const { owner, authenticator } = await marked()
  const begun = await byPasskey(owner, authenticator)
  const claims = await claimsAfter(begun, await begun.who.browser.submit(pageOf(begun.stop), CHOSEN))
  expect(claims).toMatchObject({ sub: owner.sub, acr: ACR_TWO_FACTORS, amr: ['hwk', 'user', 'mfa'] })
  expect((await byPasskey(owner, authenticator)).stop.at).toBe('external')
  expect(
    await idp.portico.accounts?.authenticate({ username: owner.username, password: CHOSEN.new_password }),
  ).toBeTruthy()
  expect(await idp.portico.accounts?.authenticate(owner)).toBeUndefined()
})

it('is asked for another than the one in force (422)', async () => {
  const { owner, authenticator } = await marked()
  const { who, stop } = await byPasskey(owner, authenticator)
  const refused = await who.browser.submit(pageOf(stop), { new_password: owner.password, repeat: owner.password })
  expect([refused.answer.status, headingOf(refused)]).toEqual([422, ASKED])
})

it('is asked for it on the way into the portal', async () => {
  const { owner, authenticator } = await marked()
  const portal = visitor(idp, owner, openBrowser(idp))
  const page = pageOf(await portal.look('/'))
  const asked = await portal.browser.submit(page, { passkey: authenticator.get(await optionsOn(portal.browser, page)) })
  expect(headingOf(asked)).toBe(ASKED)
  expect(headingOf(await portal.look('/'))).not.toMatch(/^Hello/)
  expect(headingOf(await portal.browser.submit(pageOf(asked), CHOSEN))).toMatch(/^Hello/)
})

it.each([
  ['code', ['pwd', 'otp', 'mfa']],
  ['passkey', ['pwd', 'hwk', 'user', 'mfa']],
  ['recovery-code', ['pwd', 'mfa']],
] as const)('is asked for it after a second step by %s, which stays in force', async (way, amr) => {
  const { owner, portal, app } = await withApp(idp)
  const { authenticator } = await enrolPasskey(idp, portal)
  await mark(owner.sub)
  const begun = await withPassword(idp, owner)
  const { browser } = begun.who
  const page = pageOf(await browser.visit(`${pageOf(begun.stop).url}?way=${way}`))
  const fields = {
    code: () => ({ code: app.code() }),
    passkey: async () => ({ passkey: authenticator.get(await optionsOn(browser, page)) }),
    'recovery-code': () => ({ recovery_code: app.recoveryCodes[0] ?? '' }),
  }
  const asked = await browser.submit(page, await fields[way]())
  expect(headingOf(asked)).toBe(ASKED)
  const done = await browser.submit(pageOf(asked), CHOSEN)
  expect(await claimsAfter(begun, done)).toMatchObject({ acr: ACR_TWO_FACTORS, amr })
})

it('is asked for it after a passkey that takes the place of a password halfway', async () => {
  const { owner, authenticator } = await marked()
  const { who, stop } = await withPassword(idp, owner)
  expect(headingOf(stop)).toBe('Use your passkey')
  const other: Page = pageOf(await who.browser.visit(`${pageOf(stop).url}?as=other`))
  const asked = await who.browser.submit(other, { passkey: authenticator.get(await optionsOn(who.browser, other)) })
  expect(headingOf(asked)).toBe(ASKED)
})

it('keeps its existing sessions; a user who signs in again in one of them is asked', async () => {
  const { owner, authenticator } = await withPasskey()
  const before = await byPasskey(owner, authenticator)
  await mark(owner.sub)
  expect(errorOf(await before.who.open(before.client, { prompt: 'none' }))).toBeNull()
  const page = pageOf(await before.who.open(before.client, { prompt: 'login' }))
  const passkey = authenticator.get(await optionsOn(before.who.browser, page))
  expect(headingOf(await before.who.browser.submit(page, { passkey }))).toBe(ASKED)
})

it('begins again when everything ends meanwhile', async () => {
  const { owner, authenticator } = await marked()
  const { who, stop } = await byPasskey(owner, authenticator)
  await idp.portico.sessions.endAll(owner.sub)
  expect(headingOf(await who.browser.submit(pageOf(stop), CHOSEN))).toBe('Sign in to trusted')
  expect(await idp.portico.accounts?.authenticate(owner)).toBeTruthy()
})

it('without a password has none to replace', async () => {
  const { owner, authenticator } = await withPasskey()
  await idp.portico.accounts?.change(owner.sub, ({ passwordHash: _none, ...account }) => ({
    ...account,
    mustChangePassword: true,
  }))
  expect((await byPasskey(owner, authenticator)).stop.at).toBe('external')
})
