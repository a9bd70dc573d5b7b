/** Invitations, second factors on the way back, and notices with "This wasn't me" (D-A6). */
import { openBrowser, type Page, titleOf } from '../support/browser.ts'
import { type EmailUser, forget, linkIn, pageOf, startEmailIdp } from '../support/emails.ts'
import { TRUSTED } from '../support/fixtures.ts'
import { ADMIN, enterPanel } from '../support/panel-visitor.ts'
import { allFinished } from '../support/queued-emails.ts'
import { attempt, doorOf } from '../support/sign-in-door.ts'
import { softwareAuthenticator } from '../support/software-authenticator.ts'
import { until } from '../support/until.ts'
import { audited, headingOf, visitor } from './portal-visitor.ts'
import { codesOn, enrolApp, optionsOn } from './second-factor-visitor.ts'

const CHOSEN = 'a password chosen by email'
const idp = await startEmailIdp({ accounts: [ADMIN] })

const open = async (link: string, browser = openBrowser(idp)): Promise<Page> => pageOf(await browser.visit(link))
const send = async (page: Page, fields: Record<string, string> = {}, form = page.forms[0]): Promise<Page> =>
  pageOf(await openBrowser(idp).submit(page, fields, form))
const signIn = ({ username }: EmailUser, password: string) =>
  idp.user({ username, password }).signIn(idp.party(), { scope: 'openid offline_access' })
async function recoveryPage(user: EmailUser): Promise<Page> {
  await forget(idp, user.username)
  return open(linkIn(await idp.emailTo(user.email, 'recovery')))
}
const newPassword = { new_password: CHOSEN, repeat: CHOSEN }

describe('an invitation', () => {
  let count = 0
  async function invited(): Promise<{ readonly username: string; readonly email: string; readonly sub: string }> {
    const username = `guest-${(count += 1)}`
    const email = `${username}@example.com`
    const made = await idp.portico.accounts?.inviteByEmail(username, { name: 'A Guest', email, email_verified: false })
    if (made?.outcome !== 'created') throw new Error('not invited')
    await idp.invite(made.account.sub)
    return { username, email, sub: made.account.sub }
  }

  it('leads to a password of the user’s own, proves the address, and signs in from then on', async () => {
    const guest = await invited()
    const page = await open(linkIn(await idp.emailTo(guest.email, 'invitation')))
    expect(titleOf(page.answer.text)).toContain('Welcome to')
    const done = await send(page, newPassword)
    expect([done.answer.status, headingOf(done)]).toEqual([200, 'Your account is ready'])
    const tokens = await idp.user({ username: guest.email, password: CHOSEN }).signIn(idp.party())
    expect(tokens.access_token).toBeTruthy()
    expect((await idp.portico.accounts?.account(guest.sub))?.person).toMatchObject({ email_verified: true })
    await audited(idp, 'account.invitation-accepted', guest.sub)
  })

  it('works for seven days, and not after a newer one', async () => {
    const guest = await invited()
    const first = linkIn(await idp.emailTo(guest.email, 'invitation'))
    await idp.invite(guest.sub)
    const second = linkIn(await idp.emailTo(guest.email, 'invitation'))
    await until(async () => headingOf(await open(first)) === 'There’s a newer email')
    idp.clock.forward(7 * 86_400 - 60)
    expect((await open(second)).answer.status).toBe(200)
    idp.clock.forward(120)
    expect(headingOf(await open(second))).toBe('This link has expired')
  })

  it('leads to a passkey as well, with recovery codes', async () => {
    const guest = await invited()
    const browser = openBrowser(idp)
    const page = await open(linkIn(await idp.emailTo(guest.email, 'invitation')), browser)
    const authenticator = softwareAuthenticator(new URL(idp.issuer).origin)
    const options = await optionsOn(browser, page)
    const passkey = authenticator.create(options as never)
    const done = await send(page, { passkey }, page.forms[1])
    expect([done.answer.status, codesOn(done)]).toEqual([200, expect.arrayContaining([expect.any(String)])])
    expect((await idp.portico.accounts?.account(guest.sub))?.passwordHash).toBeUndefined()
  })
})

describe('a user with a second factor', () => {
  it('shows it before a password is taken, and a wrong code takes none', async () => {
    const user = await idp.addUser()
    const app = await enrolApp(idp, visitor(idp, user))
    const page = await recoveryPage(user)
    expect(headingOf(page)).toBe('Enter your code')
    expect('new_password' in (page.forms[0]?.fields ?? {})).toBe(false)
    for (const skipped of [newPassword, { ...newPassword, step: 'forged' }]) {
      const refused = await send(page, skipped)
      expect([refused.answer.status, headingOf(refused)]).toEqual([422, 'Enter your code'])
    }
    expect((await send(page, { code: '000000' })).answer.status).toBe(422)
    const form = await send(page, { code: app.code() })
    expect(headingOf(form)).toBe('Choose a new password')
    expect(headingOf(await send(form, newPassword))).toBe('Your password was changed')
  })

  it('gets no passkey created before it, either', async () => {
    const user = await idp.addUser()
    await enrolApp(idp, visitor(idp, user))
    await forget(idp, user.username)
    const link = linkIn(await idp.emailTo(user.email, 'recovery'))
    expect((await openBrowser(idp).go(`${link}&passkey=creation`)).status).toBe(404)
  })
})

it('a new passkey instead of a forgotten password: signs in, and the password no longer does', async () => {
  const user = await idp.addUser()
  await forget(idp, user.username)
  const browser = openBrowser(idp)
  const page = await open(linkIn(await idp.emailTo(user.email, 'recovery')), browser)
  const authenticator = softwareAuthenticator(new URL(idp.issuer).origin)
  const passkey = authenticator.create((await optionsOn(browser, page)) as never)
  expect(headingOf(await send(page, { passkey }, page.forms[1]))).toBe('Your passkey is set up')
  await expect(signIn(user, user.password)).rejects.toThrow('stuck')
})

describe('a notice', () => {
  it('of a sign-in from a browser that was not seen before comes once for each browser', async () => {
    const user = await idp.addUser()
    const at = idp.user(user, openBrowser(idp))
    await at.signIn(idp.party(TRUSTED))
    expect((await idp.emailTo(user.email, 'not-me')).headers.subject).toBe('New sign-in to your account')
    await idp.portico.sessions.endAll(user.sub)
    await at.signIn(idp.party(TRUSTED))
    await idp.user(user).signIn(idp.party(TRUSTED))
    await idp.emailTo(user.email, 'not-me')
    expect(idp.mail.emails.filter(({ envelope }) => envelope.to[0] === user.email)).toHaveLength(2)
  })

  it('with "This wasn’t me" ends everything and removes the password, and signs no user in', async () => {
    const user = await idp.addUser()
    const tokens = await signIn(user, user.password)
    const link = linkIn(await idp.emailTo(user.email, 'not-me'))
    const browser = openBrowser(idp)
    const page = await open(link, browser)
    const refreshed = await idp.party().refresh(tokens.refresh_token)
    expect(refreshed.status).toBe(200)
    expect(headingOf(pageOf(await browser.submit(page)))).toBe('Your account is secured')
    await expect(signIn(user, user.password)).rejects.toThrow('stuck')
    expect(await idp.portico.sessions.list(user.sub)).toEqual([])
    const { refresh_token: next } = refreshed.json() as { readonly refresh_token: string }
    expect((await idp.party().refresh(next)).json()).toMatchObject({ error: 'invalid_grant' })
    expect(titleOf(pageOf(await browser.visit('/portal/')).answer.text)).toContain('Sign in to')
    // The way back is a recovery email.
    expect(headingOf(await send(await recoveryPage(user), newPassword))).toBe('Your password was changed')
    expect((await signIn(user, CHOSEN)).access_token).toBeTruthy()
  })

  it.each([
    ['en', /^This wasn’t me\nOpen this link in your browser:\n\nhttp/m, 'none'],
    ['de', /^Öffnen Sie diese Adresse in Ihrem Browser:\n\nhttp/m, 'none'],
    ['ar', /^افتح هذا العنوان في متصفحك:\n\nhttp/m, 'some'],
  ])('in plain text (%s) names no button, and marks directions only in a right-to-left language', async (...row) => {
    const [locale, wayIn, marks] = row
    const user = await idp.addUser({ locale })
    await signIn(user, user.password)
    const { text } = await idp.emailTo(user.email, 'not-me')
    expect(text).toMatch(wayIn)
    expect(text).not.toMatch(/[Bb]utton|الزر/)
    expect(/[\u202a-\u202e\u2066-\u2069]/.test(text) ? 'some' : 'none').toBe(marks)
  })

  it('comes of each kind that the deployment has not switched off', async () => {
    const user = await idp.addUser()
    const app = await enrolApp(idp, visitor(idp, user))
    await idp.portico.accounts?.recoveryCodes?.accept(user.sub, app.recoveryCodes[0] ?? '')
    await idp.portico.accounts?.totp?.remove(user.sub)
    await idp.portico.accounts?.changePassword(user.sub, 'another password of theirs')
    const subjects = new Set<string>()
    while (subjects.size < 5) subjects.add(String((await idp.emailTo(user.email, 'not-me')).headers.subject))
    expect([...subjects].toSorted()).toEqual([
      'A recovery code for your account was used',
      'An authenticator app was added to your account',
      'New sign-in to your account',
      'The authenticator app was removed from your account',
      'Your password was changed',
    ])
  })
})

it('a flood of requests for one user: sends two emails immediately, then one every quarter of an hour, five in an hour', async () => {
  const user = await idp.addUser()
  const emails = (): number => idp.mail.emails.filter(({ envelope }) => envelope.to[0] === user.email).length
  const seen: number[] = []
  for (const minutes of [0, 5, 11, 15, 15, 5]) {
    idp.clock.forward(minutes * 60)
    const from = `127.2.${seen.length}.1`
    for (let times = 0; times < 8; times += 1) await forget(idp, user.username, openBrowser(idp, { from }))
    // An email that was asked for after them is there.
    const other = await idp.addUser()
    await forget(idp, other.username, openBrowser(idp, { from }))
    await idp.emailTo(other.email, 'recovery')
    await allFinished(idp)
    seen.push(emails())
  }
  expect(seen).toEqual([2, 2, 3, 4, 5, 5])
  // An administrator who lets the user try again lets them have an email, too.
  for (let times = 0; times < 10; times += 1) await attempt(await doorOf(idp), user.username, 'guess')
  const panel = await enterPanel(idp)
  await panel.send(await panel.open(`/users/${user.sub}`), '/unlock')
  await forget(idp, user.username)
  await until(() => emails() === 6, 'another email')
})

it('requests from one IP address are twenty in a quarter of an hour: then its page shows the wait, and others still get emails', async () => {
  const user = await idp.addUser()
  const browser = openBrowser(idp, { from: '127.3.0.1' })
  for (let times = 0; times < 20; times += 1)
    expect((await forget(idp, `unknown-${times}`, browser)).answer.status).toBe(200)
  const { answer } = await forget(idp, user.username, browser)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900)
  // It used up nothing of the user's own.
  for (let times = 0; times < 2; times += 1) {
    await forget(idp, user.username, openBrowser(idp, { from: '127.3.0.2' }))
    await idp.emailTo(user.email, 'recovery')
  }
  idp.clock.forward(901)
  expect((await forget(idp, 'unknown', browser)).answer.status).toBe(200)
})
