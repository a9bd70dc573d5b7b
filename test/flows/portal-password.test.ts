/** Changing one's own password in the portal (cases SES-06, SES-14; policies/new-password.ts). */
import type { Page } from '../support/browser.ts'
import { ALICE } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { type ReadyUser, readyUser } from '../support/ready-user.ts'
import { audited, formOf, headingOf, PORTAL, type Visitor, visitor } from './portal-visitor.ts'

const OLD = 'the password until now'
const NEW = 'the password from now on'
const LONG = 'x'.repeat(2000)

let count = 0
let owner: ReadyUser
const idp = await runningIdp({ login: { throttle: { accountAndAddress: { limit: 4 } } } })

/** A user whose password the service keeps, chosen by the user. */
beforeEach(async () => {
  const username = `owner-${(count += 1)}`
  owner = await readyUser(idp, username, { name: 'The Owner', email: `${username}@example.com` }, OLD)
})

const open = async () => {
  const portal = visitor(idp, owner)
  return { portal, page: await portal.open('/security/password') }
}
const change = (portal: Visitor, page: Page, fields: Readonly<Record<string, string>>): Promise<Page> =>
  portal.press(page, { to: '/security/password' }, { current: OLD, new_password: NEW, repeat: NEW, ...fields })
const signsIn = async (password: string): Promise<boolean> =>
  headingOf(await visitor(idp, { ...owner, password }).open('/')).startsWith('Hello')

describe('changing the password', () => {
  it('is where a password manager leads, by a URL that it knows', async () => {
    for (const method of ['GET', 'HEAD'])
      expect(await idp.send('/.well-known/change-password', { method })).toMatchObject({
        status: 303,
        headers: { location: `${idp.issuer}${PORTAL}/security/password` },
      })
    const { page } = await open()
    for (const kind of ['current-password', 'new-password'])
      expect(page.answer.text).toContain(`autocomplete="${kind}"`)
  })

  it('asks for passwords alone: for no hint, and no answer to a question', async () => {
    const { fields } = formOf((await open()).page, { to: '/security/password' })
    expect(Object.keys(fields).toSorted()).toEqual(['csrf', 'current', 'new_password', 'others', 'repeat', 'username'])
  })

  it('does not replace a password that was issued meanwhile', async () => {
    const accounts = idp.portico.accounts
    const { passwordHash } = (await accounts?.account(owner.sub)) ?? {}
    await accounts?.changePassword(owner.sub, 'given out by an administrator')
    expect(await accounts?.changePassword(owner.sub, NEW, passwordHash)).toBe('outdated')
    expect(await accounts?.authenticate({ username: owner.username, password: NEW })).toBeUndefined()
  })

  it('puts the new one in place of the old one, and signs the other devices out', async () => {
    const otherBrowser = visitor(idp, owner)
    await otherBrowser.open('/')
    const { portal, page } = await open()
    const done = await change(portal, page, {})
    expect([headingOf(done), done.answer.text.includes('Password changed. 1 other device was signed out.')]).toEqual([
      'Security',
      true,
    ])
    expect([await signsIn(OLD), await signsIn(NEW)]).toEqual([false, true])
    expect(headingOf(await portal.look('/'))).toMatch(/^Hello/)
    expect(headingOf(await otherBrowser.look('/'))).not.toMatch(/^Hello/)
    const entry = await audited(idp, 'account.password-changed', owner.sub)
    expect(entry).toMatchObject({ result: 'ok' })
    expect(JSON.stringify(entry)).not.toContain(NEW)
  })

  it('leaves the other devices alone when that box is not ticked', async () => {
    const otherBrowser = visitor(idp, owner)
    await otherBrowser.open('/')
    const { portal, page } = await open()
    expect((await change(portal, page, { others: '' })).answer.text).toContain('Password changed.')
    expect(headingOf(await otherBrowser.look('/'))).toMatch(/^Hello/)
  })

  it.each([
    ['no current password', { current: '' }, 'Enter your current password'],
    ['a wrong current password', { current: 'not this one at all' }, 'The current password is incorrect'],
    ['no new password', { new_password: '', repeat: '' }, 'Enter a new password'],
    ['one that is too long', { new_password: LONG, repeat: LONG }, 'Password must be 1,024 characters or fewer'],
    ['two different ones', { repeat: 'the password from then on' }, 'The passwords don’t match'],
    ['the old one', { new_password: OLD, repeat: OLD }, 'Choose a password that’s different from your current one'],
  ])('asks again for %s (422), and changes nothing', async (_name, fields, words) => {
    const { portal, page } = await open()
    const refused = await change(portal, page, fields)
    expect([refused.answer.status, refused.answer.text.includes(words)]).toEqual([422, true])
    expect(refused.answer.text).toContain('<title>Error: ')
    for (const typed of Object.values({ current: OLD, new_password: NEW, ...fields }))
      if (typed !== '') expect(refused.answer.text).not.toContain(`value="${typed}"`)
    expect([await signsIn(NEW), await signsIn(OLD)]).toEqual([false, true])
  })

  it('asks again for the username and the email address (422)', async () => {
    const { portal, page } = await open()
    const email = `${owner.username}@example.com`
    expect((await change(portal, page, { new_password: email, repeat: email })).answer.text).toContain(
      'Password must be more than your name, your email, or the name of this site',
    )
  })

  it('SES-14: takes a password of any characters, and the same one typed on another system', async () => {
    const { portal, page } = await open()
    const composed = 'Caf\u00e9 \u{1F511} \u0000 na\u00efvely'
    expect((await change(portal, page, { new_password: composed, repeat: composed })).answer.text).toContain(
      'Password changed.',
    )
    expect(await signsIn('Cafe\u0301 \u{1F511} \u0000 nai\u0308vely')).toBe(true)
  })

  it('SES-06: counts wrong tries as a sign-in does: the right one waits too then (429)', async () => {
    const { portal, page } = await open()
    for (let tries = 0; tries < 4; tries += 1)
      expect((await change(portal, page, { current: 'a guess' })).answer.status).toBe(422)
    const throttled = await change(portal, page, {})
    expect([throttled.answer.status, throttled.answer.text.includes('Too many attempts')]).toEqual([429, true])
    expect(Number(throttled.answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(headingOf(await visitor(idp, owner).open('/'))).not.toMatch(/^Hello/)
    idp.clock.forward(901)
    expect((await change(portal, await portal.open('/security/password'), {})).answer.text).toContain(
      'Password changed.',
    )
  })

  it('SES-06: attempts of others at the sign-in, by name or email address, keep no signed-in user from changing it', async () => {
    await idp.portico.accounts?.change(owner.sub, (account) => ({
      ...account,
      person: { ...account.person, email_verified: true },
    }))
    const { portal, page } = await open()
    const byAddress = { username: `${owner.username}@example.com`, password: 'a guess' }
    for (let tries = 0; tries < 4; tries += 1)
      expect(headingOf(await visitor(idp, byAddress).open('/'))).not.toMatch(/^Hello/)
    expect(headingOf(await visitor(idp, { ...byAddress, password: OLD }).open('/'))).not.toMatch(/^Hello/)
    expect((await change(portal, page, {})).answer.text).toContain('Password changed.')
    idp.clock.forward(901)
    expect(headingOf(await visitor(idp, { ...byAddress, password: NEW }).open('/'))).toMatch(/^Hello/)
  })

  it('of another user is not possible: the account is that of the session', async () => {
    const { portal, page } = await open()
    await change(portal, page, { sub: ALICE.sub, username: ALICE.username })
    expect(await idp.user().signIn(idp.party())).toBeTruthy()
  })
})

it('an account of the configuration has no page for its password, and no link to one (404)', async () => {
  const alice = visitor(idp)
  const home = await alice.open('/')
  expect(home.answer.text).not.toContain(`${PORTAL}/security/password`)
  expect((await alice.look('/security/password')).answer.status).toBe(404)
  const form = { ...formOf(home, { to: '/sign-out' }), action: `${PORTAL}/security/password` }
  const fields = { current: ALICE.password, new_password: NEW, repeat: NEW }
  expect((await alice.browser.submit(home, fields, form)).answer.status).toBe(404)
})
