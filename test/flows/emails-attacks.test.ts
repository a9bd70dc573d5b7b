/** What emails do not allow an attacker with a stolen session, a mailbox, or only time (D-A6). */
import type { EmbeddedDirectory } from '../../lib/index.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { forget, linkIn, pageOf, startEmailIdp } from '../support/emails.ts'
import { filled } from '../support/filled.ts'
import { allFinished, emailWhen } from '../support/queued-emails.ts'
import { until } from '../support/until.ts'
import { headingOf, visitor } from './portal-visitor.ts'
import { enrolApp, withPassword } from './second-factor-visitor.ts'

const CHOSEN = 'a password chosen by email'
const newPassword = { new_password: CHOSEN, repeat: CHOSEN }
const idp = await startEmailIdp()
const user = filled(beforeEach, () => idp.addUser())
const accounts = idp.portico.accounts as EmbeddedDirectory
const open = async (link: string): Promise<Page> => pageOf(await openBrowser(idp).visit(link))
const send = async (page: Page, fields: Record<string, string> = {}): Promise<Page> =>
  pageOf(await openBrowser(idp).submit(page, fields))
async function recoveryLink(to = user.email): Promise<string> {
  await forget(idp, user.username)
  return linkIn(await idp.emailTo(to, 'recovery'))
}
const personOf = async () => (await accounts.account(user.sub))?.person
/** Like an attacker with a stolen session, whose sign-in is recent. */
async function takeOverAddress(evil: string): Promise<void> {
  const at = visitor(idp, user)
  await at.press(await at.open('/profile/edit'), { to: '/profile' }, { email: evil })
  expect(headingOf(await send(await open(linkIn(await idp.emailTo(evil, 'address')))))).toBe(
    'Your email address is confirmed',
  )
}

describe('a stolen session', () => {
  it('changes no address without a recent sign-in', async () => {
    const at = visitor(idp, user)
    const form = await at.open('/profile/edit')
    idp.clock.forward(3_600)
    expect((await at.press(form, { to: '/profile' }, { email: 'evil@example.net' })).answer.status).toBe(403)
    expect((await accounts.account(user.sub))?.pendingEmail).toBeUndefined()
  })

  it('that has changed the email address: the former one is notified and undoes it, also after the password was changed', async () => {
    const evil = `evil-of-${user.username}@example.net`
    await takeOverAddress(evil)
    await accounts.changePassword(user.sub, 'a password of the thief')
    // The newest email to the former address.
    await idp.emailTo(user.email, 'not-me')
    let newest = await idp.emailTo(user.email, 'not-me')
    while (newest.headers.subject !== 'Your password was changed') newest = await idp.emailTo(user.email, 'not-me')
    expect(headingOf(await send(await open(linkIn(newest))))).toBe('Your account is secured')
    expect(await personOf()).toMatchObject({ email: user.email, email_verified: true })
    expect(headingOf(await send(await open(await recoveryLink()), newPassword))).toBe('Your password was changed')
    expect((await withPassword(idp, { ...user, password: CHOSEN })).stop.at).toBe('external')
  })

  it('that presses "This wasn’t me" itself does not take that from the owner', async () => {
    const evil = `evil-first-${user.username}@example.net`
    await takeOverAddress(evil)
    await accounts.changePassword(user.sub, 'a password of the thief')
    const ofThief = await open(linkIn(await idp.emailTo(evil, 'not-me')))
    expect(headingOf(await send(ofThief))).toBe('Your account is secured')
    expect(headingOf(await send(await open(await recoveryLink(evil)), newPassword))).toBe('Your password was changed')
    const toOwner = () => idp.mail.emails.filter(({ envelope }) => envelope.to[0] === user.email)
    // The sign-in, the address, the password of the thief, and the one after it was taken back.
    await until(
      async () => toOwner().filter(({ headers }) => headers.subject === 'Your password was changed').length === 2,
    )
    const newest = toOwner().at(-1)
    expect(headingOf(await send(await open(linkIn({ text: newest?.text ?? '' }))))).toBe('Your account is secured')
    expect(await personOf()).toMatchObject({ email: user.email, email_verified: true })
  })

  it('leaves no address that waits behind, once the password is another one', async () => {
    const at = visitor(idp, user)
    const evil = `waiting-${user.username}@example.net`
    await at.press(await at.open('/profile/edit'), { to: '/profile' }, { email: evil })
    const link = linkIn(await idp.emailTo(evil, 'address'))
    await send(await open(await recoveryLink()), newPassword)
    expect(headingOf(await open(link))).toBe('This link no longer matches your account')
    expect(await personOf()).toMatchObject({ email: user.email })
  })
})

describe('a link of recovery', () => {
  it.each([
    ['the account was suspended', { status: 'suspended' as const }],
    ['the address was removed', { person: {} }],
    ['the address is not verified any more', { person: { email: 'other@example.com', email_verified: false } }],
  ])('does not work when %s', async (_, change) => {
    const page = await open(await recoveryLink())
    await accounts.change(user.sub, (account) => ({ ...account, ...change }))
    expect(headingOf(await send(page, newPassword))).toBe('This link no longer matches your account')
  })

  it('is not brought back by a password that was set and stopped again', async () => {
    const page = await open(await recoveryLink())
    await accounts.suspendPassword(user.sub)
    await accounts.setPassword({ sub: user.sub, stamp: '', password: user.password })
    await accounts.suspendPassword(user.sub)
    expect(headingOf(await send(page, newPassword))).toBe('This link no longer matches your account')
  })

  it('is the last one that was sent, also of two concurrent requests', async () => {
    await Promise.all([forget(idp, user.username), forget(idp, user.username)])
    const links = [await idp.emailTo(user.email, 'recovery'), await idp.emailTo(user.email, 'recovery')].map(linkIn)
    const working = (await Promise.all(links.map(open))).filter(({ answer }) => answer.status === 200)
    expect(working.length).toBeGreaterThan(0)
    expect(headingOf(await send(working[0] as Page, newPassword))).toBe('Your password was changed')
  })

  it('is not prolonged by an email that could not be sent', async () => {
    const first = await recoveryLink()
    idp.clock.forward(19 * 60)
    idp.mail.behave('defer')
    await forget(idp, user.username)
    await emailWhen(idp, ({ state, tries }) => state === 'due' && tries === 1)
    idp.mail.behave('accept')
    expect((await open(first)).answer.status).toBe(200)
    idp.clock.forward(120)
    expect((await open(first)).answer.status).toBe(410)
  })
})

it('the owner of an email address that an administrator replaced is notified, and cannot undo it', async () => {
  await accounts.change(user.sub, (account) => ({
    ...account,
    person: { ...account.person, email: 'right@example.com', email_verified: true },
  }))
  const subject = 'Your account’s email address was changed'
  const sent = () =>
    idp.mail.emails.find(({ envelope, headers }) => envelope.to[0] === user.email && headers.subject === subject)
  await until(async () => sent() !== undefined)
  expect(sent()?.text).not.toContain('link=')
})

it('a reader of the mail does not use up the owner’s attempts of the second step', async () => {
  const app = await enrolApp(idp, visitor(idp, user))
  let page = await open(await recoveryLink())
  for (let tries = 0; tries < 12; tries += 1) page = await send(page, { code: '000000' })
  expect(page.answer.status).toBe(429)
  const begun = await withPassword(idp, user)
  expect((await begun.who.browser.submit(pageOf(begun.stop), { code: app.code() })).at).toBe('external')
})

it('a page of recovery that was opened before the user had a second factor does not get around it', async () => {
  const page = await open(await recoveryLink())
  const app = await enrolApp(idp, visitor(idp, user))
  const asked = await send(page, newPassword)
  expect(asked.answer.text).toContain('First, confirm it’s you')
  expect(await accounts.authenticate(user)).toMatchObject({ sub: user.sub })
  expect((await send(await send(asked, { code: app.code() }), newPassword)).answer.status).toBe(200)
  expect(await accounts.authenticate({ ...user, password: CHOSEN })).toMatchObject({ sub: user.sub })
})

it('a user of the configuration gets no email of any kind', async () => {
  const alice = 'alice@example.com'
  await forget(idp, 'alice')
  await forget(idp, alice)
  // An email that was asked for later is there.
  await recoveryLink()
  await allFinished(idp)
  expect(idp.mail.emails.filter(({ envelope }) => envelope.to.includes(alice))).toEqual([])
})
