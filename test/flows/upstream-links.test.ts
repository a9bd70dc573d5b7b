/** How accounts are linked to federated identities: by an administrator, in the portal, by an invitation. */
import { openBrowser, type Page, type Stop, titleOf } from '../support/browser.ts'
import { type EmailUser, forget, linkIn } from '../support/emails.ts'
import type { ReceivedEmail } from '../support/mail-server.ts'
import { enterPanel } from '../support/panel-visitor.ts'
import { type Guest, startTwoHouses, type TwoHouses } from '../support/two-houses.ts'
import { until } from '../support/until.ts'
import { asksToSignIn, audited, formOf, headingOf, pageOf, type Visitor, visitor } from './portal-visitor.ts'

const houses = await startTwoHouses()

const words = ({ answer }: Stop): string =>
  answer.text
    .replace(/<(?:style|script)[^]*?<\/(?:style|script)>|<[^>]*>/g, ' ')
    .replaceAll(/[\u2068\u2069]/g, '')
    .replace(/\s+/g, ' ')
const accounts = (): NonNullable<TwoHouses['here']['portico']['accounts']> => {
  const directory = houses.here.portico.accounts
  if (directory === undefined) throw new Error('no directory')
  return directory
}
const linksOf = async (sub: string): Promise<readonly string[]> =>
  ((await accounts().account(sub))?.identities ?? []).map(({ connector, subject }) => `${connector}: ${subject}`)
const link = (name: string, id: string, subject: string) =>
  houses.cli('user', 'link', name, '--upstream', id, '--subject', subject)
/** Connects a provider in the portal; the page on which that ends. */
async function connect(portal: Visitor, id: 'made' | 'joined', credentials: Guest): Promise<Page> {
  const ask = await portal.open(`/security/connect?upstream=${id}`)
  return pageOf(await portal.browser.visit(await houses.goThere(portal.browser, ask, id, credentials)))
}
const remove = async (portal: Visitor, id: string): Promise<Page> => {
  const ask = await portal.open(`/security/disconnect?upstream=${id}`)
  return portal.press(ask, { to: '/security/disconnect' })
}
/** A notice with this subject arrives; one of a new browser may come before it. */
async function noticed({ email }: EmailUser, subject: string): Promise<void> {
  while ((await houses.here.emailTo(email, 'not-me')).headers.subject !== subject);
}
const isWithoutLink = ({ headers }: ReceivedEmail): boolean => headers.subject === 'Signing in to Portico'
const newUser = (): Promise<EmailUser> => houses.here.addUser()

describe('an administrator', () => {
  it('links an identity at a connector that admits no others; a suspended user stays suspended', async () => {
    const guest = houses.guest()
    const user = await newUser()
    expect(await houses.signInBy('strict', guest)).toHaveProperty('page')
    expect((await link(user.username, 'strict', guest.sub)).code).toBe(0)
    expect(await houses.signInBy('strict', guest)).toEqual({ sub: user.sub })
    // A linked account keeps its own details.
    expect((await accounts().account(user.sub))?.person).toMatchObject({ email: user.email })
    await houses.cli('user', 'suspend', user.username)
    expect(await houses.signInBy('strict', guest)).toHaveProperty('page')
    await houses.cli('user', 'reactivate', user.username)
    expect(await houses.signInBy('strict', guest)).toEqual({ sub: user.sub })
    expect((await houses.cli('user', 'unlink', user.username, '--upstream', 'strict')).code).toBe(0)
    expect(await houses.signInBy('strict', guest)).toHaveProperty('page')
  })

  it('sees in the panel where a user comes from and removes a link, after a question, never the last way in', async () => {
    const guest = houses.guest()
    const user = await newUser()
    await link(user.username, 'strict', guest.sub)
    const panel = await enterPanel(houses.here)
    const path = `/users/${user.sub}`
    expect(words(await panel.open(path))).toContain('Company strict')
    const portal = visitor(houses.here, user)
    expect(headingOf(await portal.open('/security'))).toBe('Security')
    const ask = await panel.open(`${path}/unlink?upstream=strict`)
    const done = pageOf(await panel.send(ask, '/unlink'))
    expect(words(done)).toContain('can no longer sign in with Company strict')
    expect(await linksOf(user.sub)).toEqual([])
    expect(asksToSignIn(await portal.look('/security'))).toBe(true)
    expect(await audited(houses.here, 'account.identity-unlinked', user.sub)).toMatchObject({
      actor: 'u-admin',
      changes: { identities: [[`strict: ${guest.sub}`], []] },
    })
    await link(user.username, 'strict', guest.sub)
    await accounts().suspendPassword(user.sub)
    const refused = pageOf(await panel.send(await panel.open(`${path}/unlink?upstream=strict`), '/unlink'))
    expect(words(refused)).toMatch(/nothing else|only way/i)
    expect(await linksOf(user.sub)).toEqual([`strict: ${guest.sub}`])
    await accounts().remove(user.sub)
  })
})

describe('in the portal', () => {
  it('a user connects a provider, is notified by email, signs in by it, and removes it again', async () => {
    const guest = houses.guest()
    const user = await newUser()
    const portal = visitor(houses.here, user)
    const list = await portal.open('/security')
    expect(words(list)).toContain('Connect Company joined')
    // Only administrators link an identity of a connector that admits no others.
    expect(words(list)).not.toContain('Company strict')
    expect((await portal.look('/security/connect?upstream=strict')).answer.status).toBe(404)
    expect(words(await connect(portal, 'joined', guest))).toContain('Company joined is connected.')
    await noticed(user, 'An external account was connected to your account')
    expect(await audited(houses.here, 'account.identity-linked', user.sub)).toMatchObject({
      actor: user.sub,
      changes: { identities: [[], [`joined: ${guest.sub}`]] },
    })
    expect(words(await portal.open('/security/activity'))).toContain('External account connected')
    expect(await houses.signInBy('joined', guest)).toEqual({ sub: user.sub })
    expect(words(await remove(portal, 'joined'))).toContain('Company joined was removed.')
    await noticed(user, 'An external account was removed from your account')
    expect(await houses.signInBy('joined', guest)).toHaveProperty('page')
    await audited(houses.here, 'account.identity-unlinked', user.sub)
  })

  it('an identity that signs in another user is refused, and the page reports it', async () => {
    const guest = houses.guest()
    const [owner, other] = [await newUser(), await newUser()]
    expect(words(await connect(visitor(houses.here, owner), 'joined', guest))).toContain('Company joined is connected.')
    expect(words(await connect(visitor(houses.here, other), 'joined', guest))).toContain(
      'is already connected to another user. Nothing was changed.',
    )
    expect([await linksOf(owner.sub), await linksOf(other.sub)]).toEqual([[`joined: ${guest.sub}`], []])
    await accounts().remove(owner.sub)
  })

  it('of two users who connect one identity concurrently one has it', async () => {
    const guest = houses.guest()
    const users = [await newUser(), await newUser()]
    const came = await Promise.all(
      users.map(async (user) => {
        const portal = visitor(houses.here, user)
        const ask = await portal.open('/security/connect?upstream=joined')
        return { portal, address: await houses.goThere(portal.browser, ask, 'joined', guest) }
      }),
    )
    const ends = await Promise.all(came.map(async ({ portal, address }) => words(await portal.browser.visit(address))))
    expect(ends.map((text) => text.includes('Company joined is connected.')).toSorted()).toEqual([false, true])
    const links = await Promise.all(users.map(({ sub }) => linksOf(sub)))
    expect(links.flat()).toEqual([`joined: ${guest.sub}`])
    for (const { sub } of users) await accounts().remove(sub)
  })

  it('what one user has begun links nothing in the session of another, in whatever browser', async () => {
    const guest = houses.guest()
    const [first, second] = [await newUser(), await newUser()]
    const browser = openBrowser(houses.here)
    const portal = visitor(houses.here, first, browser)
    const ask = await portal.open('/security/connect?upstream=joined')
    const address = await houses.goThere(browser, ask, 'joined', guest)
    const otherBrowser = visitor(houses.here, second)
    await otherBrowser.open('/security')
    expect((await otherBrowser.browser.visit(address)).answer.status).toBe(400)
    // The same browser, another user's session.
    await portal.press(await portal.open('/'), { to: '/sign-out' })
    await visitor(houses.here, second, browser).open('/security')
    expect(words(await browser.visit(address))).toContain('wasn’t connected because')
    expect([await linksOf(first.sub), await linksOf(second.sub)]).toEqual([[], []])
    expect(await houses.signInBy('joined', guest)).toHaveProperty('page')
  })

  it('needs separate forms and a recent sign-in, to connect and to remove', async () => {
    const guest = houses.guest()
    const user = await newUser()
    const portal = visitor(houses.here, user)
    const ask = await portal.open('/security/connect?upstream=joined')
    // Browsers hold the redirects after a form to what its page allows, and this one ends at the provider.
    expect(ask.answer.headers['content-security-policy']).not.toContain('form-action')
    const form = formOf(ask, { to: '/upstream/joined/start' })
    const forged = [
      { link_intent: 'x' },
      // Sealed for another connector.
      { link_intent: formOf(await portal.open('/security/connect?upstream=made'), {}).fields.link_intent ?? '' },
    ]
    for (const fields of forged) expect((await portal.browser.submit(ask, fields, form)).answer.status).toBe(400)
    await connect(portal, 'joined', guest)
    const removal = await portal.open('/security/disconnect?upstream=joined')
    const bare = { ...formOf(removal, { to: '/security/disconnect' }), fields: {} }
    expect((await portal.browser.submit(removal, {}, bare)).answer.status).toBe(400)
    houses.here.clock.forward(601)
    expect((await portal.press(removal, { to: '/security/disconnect' })).answer.status).toBe(403)
    for (const path of ['/security/disconnect?upstream=joined', '/security/connect?upstream=made'])
      expect(titleOf((await portal.look(path)).answer.text)).toContain('Confirm it’s you')
    expect(await linksOf(user.sub)).toEqual([`joined: ${guest.sub}`])
    // The form that leads there is too old as well.
    expect((await portal.browser.submit(ask, {}, form)).answer.status).toBe(400)
    await accounts().remove(user.sub)
  })
})

it('a user whom a connector has created is another than the one with the same email address here, and keeps the connector’s claims', async () => {
  const guest = houses.guest()
  const here = await houses.here.addUser({ email: guest.email })
  const made = await houses.signInBy('made', guest)
  if (!('sub' in made)) throw new Error(titleOf(made.page.answer.text))
  expect(made.sub).not.toBe(here.sub)
  expect(await linksOf(here.sub)).toEqual([])
  const name = (await accounts().account(made.sub))?.username ?? ''
  expect((await houses.cli('user', 'show', name)).out).toContain('"origin": "made"')
  expect((await houses.cli('user', 'list')).out).toMatch(new RegExp(`^${name} .* from:made$`, 'm'))
  for (const line of [
    ['update', name, '--name', 'Other Name'],
    ['reset', name],
    ['add-role', name, 'editor'],
  ])
    expect(await houses.cli('user', ...line)).toMatchObject({ code: 1, err: expect.stringContaining('connector') })
  expect((await houses.cli('user', 'unlink', name, '--upstream', 'made')).err).toContain('the only way')
  const panel = await enterPanel(houses.here)
  expect(words(await panel.open(`/users/${made.sub}`))).toContain('Company made')
  for (const act of ['edit', 'reset', 'roles'])
    expect(words(await panel.browser.visit(`/admin/users/${made.sub}/${act}`))).toContain('comes from a connector')
  const browser = openBrowser(houses.here)
  const signIn = await browser.visit('/portal/profile')
  const profile = pageOf(await browser.visit(await houses.goThere(browser, signIn, 'made', guest)))
  expect(words(profile)).toContain('These details come from Company made')
  expect((await browser.visit('/portal/profile/edit')).answer.status).toBe(404)
  expect((await browser.visit('/portal/security/password')).answer.status).toBe(404)
  const security = words(await browser.visit('/portal/security'))
  expect(security).toContain('Your password is managed by Company made.')
  expect(security).toContain('only an administrator can remove it')
  // With its connector a passkey is not the last way to sign in; without the connector it is.
  const passkey = { publicKey: 'a key', counter: 0, transports: [], name: 'Laptop', device: 'single' } as const
  const { passkeys } = accounts()
  for (const id of ['one', 'two']) await passkeys?.add(made.sub, { ...passkey, id, createdAt: houses.here.clock.now() })
  expect(await passkeys?.remove(made.sub, 'one')).toBe('removed')
  expect((await houses.cli('user', 'unlink', name, '--upstream', 'made')).code).toBe(0)
  expect(await accounts().account(made.sub)).not.toHaveProperty('origin')
  expect(await passkeys?.remove(made.sub, 'two')).toBe('last-way-in')
  expect((await houses.cli('user', 'update', name, '--name', 'Other Name')).code).toBe(0)
})

describe('portico user create --invite --upstream', () => {
  const invite = async (name: string): Promise<string> => {
    const email = `${name}@example.com`
    const made = await houses.cli('user', 'create', name, '--email', email, '--invite', '--upstream', 'strict')
    expect(made).toMatchObject({ code: 0, err: `${name} is added; an email is on its way` })
    const received = await houses.here.emailTo(email, 'invitation')
    expect(received.text.replace(/\s+/g, ' ')).toContain('Company strict')
    return linkIn(received)
  }
  const subOf = async (name: string): Promise<string> => (await accounts().accountByUsername(name))?.sub ?? ''

  it('leads to the connector, and links who comes back, once', async () => {
    const guest = houses.guest()
    const invitation = await invite('iris')
    const browser = openBrowser(houses.here)
    const page = pageOf(await browser.visit(invitation))
    expect([headingOf(page), words(page)]).toEqual([
      expect.stringContaining('Welcome to'),
      expect.stringContaining('You sign in with Company strict.'),
    ])
    expect(page.forms.flatMap(({ fields }) => Object.keys(fields))).not.toContain('new_password')
    const done = await browser.visit(await houses.goThere(browser, page, 'strict', guest))
    expect(words(done)).toContain('From now on, sign in with Company strict.')
    const sub = await subOf('iris')
    expect(await linksOf(sub)).toEqual([`strict: ${guest.sub}`])
    expect(await accounts().account(sub)).toMatchObject({ person: { email: 'iris@example.com', email_verified: true } })
    expect(await accounts().account(sub)).not.toHaveProperty('passwordHash')
    for (const event of ['account.identity-linked', 'account.invitation-accepted'] as const)
      await audited(houses.here, event, sub)
    expect(await houses.signInBy('strict', guest)).toEqual({ sub })
    expect((await openBrowser(houses.here).visit(invitation)).answer.status).toBe(410)
    expect((await houses.cli('user', 'invite', 'iris')).err).toContain('no invitation is open')
    expect((await houses.cli('user', 'unlink', 'iris', '--upstream', 'strict')).err).toContain('the only way')
    // "Forgot your password?" makes none: the email names the provider, and has no link.
    expect(titleOf((await forget(houses.here, 'iris')).answer.text)).toContain('Check your email')
    await until(async () => houses.here.mail.emails.some(isWithoutLink))
    const { text } = houses.here.mail.emails.find(isWithoutLink) ?? { text: '' }
    expect([text.replace(/\s+/g, ' '), /https?:/.test(text)]).toEqual([
      expect.stringContaining('You sign in with Company strict.'),
      false,
    ])
    // An identity that signs in another user already accepts no other invitation, and the email still works.
    const other = await invite('jane')
    const second = pageOf(await browser.visit(other))
    const refused = await browser.visit(await houses.goThere(browser, second, 'strict', guest))
    expect([refused.answer.status, words(refused)]).toEqual([422, expect.stringContaining('connected to another')])
    expect(await linksOf(await subOf('jane'))).toEqual([])
    expect((await browser.visit(other)).answer.status).toBe(200)
  })

  it('takes no password, belongs to its email, and ends when the time is over or the user is suspended', async () => {
    const guest = houses.guest()
    const invitation = await invite('kate')
    const browser = openBrowser(houses.here)
    const page = pageOf(await browser.visit(invitation))
    const link = new URL(invitation).searchParams.get('link') ?? ''
    const body = { link, new_password: 'a password of some length', repeat: 'a password of some length' }
    expect((await browser.go('/recovery/invitation', { body })).status).toBe(400)
    // A form of this page in another browser: its user would be made to accept another user's invitation.
    const unbound = await openBrowser(houses.here).submit(page, {})
    expect([unbound.answer.status, unbound.answer.text]).toEqual([400, expect.stringContaining('cookies_missing')])
    // The callback for one email has no effect on another.
    const address = await houses.goThere(browser, page, 'strict', guest)
    const returned = (await browser.go(address)).headers.location ?? ''
    const id = new URL(returned).searchParams.get('linked') ?? ''
    const unrelated = await browser.visit(`${await invite('lena')}&linked=${id}`)
    expect([unrelated.answer.status, words(unrelated)]).toEqual([
      422,
      expect.stringContaining('wasn’t connected because'),
    ])
    // And it was there for one look.
    expect((await browser.visit(returned)).answer.status).toBe(422)
    await houses.cli('user', 'suspend', 'kate')
    expect((await browser.visit(invitation)).answer.status).toBe(410)
    await houses.cli('user', 'reactivate', 'kate')
    expect((await browser.visit(invitation)).answer.status).toBe(200)
    houses.here.clock.forward(7 * 86_400)
    expect((await browser.visit(invitation)).answer.status).toBe(410)
    expect(await linksOf(await subOf('kate'))).toEqual([])
  })
})
