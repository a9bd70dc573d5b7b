/** Emails in the panel (D-A6): a list without email addresses and links, one sent now, a test, invitations. */
import type { Delivery } from '../../lib/index.ts'
import { openBrowser, type Page, type Stop } from '../support/browser.ts'
import { type EmailUser, FROM, forget, linkIn, pageOf, startEmailIdp } from '../support/emails.ts'
import { ACCOUNTS, ALICE } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { runningIdp } from '../support/idp.ts'
import type { Behaviour } from '../support/mail-server.ts'
import {
  ADMIN,
  enterPanel,
  flashOn,
  formTo,
  issuesOn,
  PANEL_ACCOUNTS,
  type PanelVisitor,
  VIEWER,
} from '../support/panel-visitor.ts'
import { until } from '../support/until.ts'
import { lineOf, rowsOn } from './portal-visitor.ts'

const accounts = [...ACCOUNTS, ...PANEL_ACCOUNTS]

const idp = await startEmailIdp({ accounts })
const admin = await enterPanel(idp)
beforeEach(() => idp.mail.behave('accept'))

const wordsOn = ({ answer }: Stop): string => lineOf(answer.text)
const change = async (sub: string, part: object): Promise<void> =>
  void (await idp.portico.accounts?.change(sub, (account) => ({ ...account, ...part })))
const emailOf = async (user?: EmailUser): Promise<Delivery | undefined> =>
  (await idp.portico.storage.deliveries.list(undefined, 100)).find(
    (email) => email.channel === 'mail' && email.subject === user?.sub,
  )
/** A user who has forgotten a password, and whose email got as far as this. */
async function withEmail(how: Behaviour, state: Delivery['state'], tries = 1): Promise<EmailUser> {
  idp.mail.behave(how)
  const user = await idp.addUser()
  if (state === 'dropped') await change(user.sub, { status: 'suspended' })
  await forget(idp, user.username)
  for (let count = Math.min(tries, 1); ; count += 1) {
    await until(async () => {
      const email = await emailOf(user)
      // Meanwhile it may have been tried again by itself.
      return email?.state === state && email.tries >= count
    })
    if (count === tries) return user
    await sendNow(user)
  }
}
async function sendNow(user: EmailUser): Promise<Stop> {
  const [page, email] = [await admin.open('/emails'), await emailOf(user)]
  const form = page.forms.find(({ action, fields: { id } }) => action.endsWith('/emails/retry') && id === email?.id)
  if (form === undefined) throw new Error(`there is no button for ${user.username}`)
  return admin.browser.submit(page, {}, form)
}

it('without an email the page shows when there will be one, and which mail server takes it', async () => {
  const taker = `Sent through smtp \\(127\\.0\\.0\\.1:${idp.mail.port}\\)`
  expect(wordsOn(await admin.open('/emails'))).toMatch(new RegExp(`${taker} .*No emails yet`))
})

describe('the list', () => {
  const users: EmailUser[] = []
  beforeAll(async () => {
    users.unshift(await withEmail('accept', 'delivered'))
    users.unshift(await withEmail('accept', 'dropped', 0))
    users.unshift(await withEmail('refuse', 'failed'))
    // After four attempts it is not retried for minutes.
    users.unshift(await withEmail('defer', 'due', 4))
  })
  /** In the order of the list: the newest first. */
  const ROWS = [
    ['waiting', /^Forgotten password .*User \d+ .* Waiting .*451 4\.3\.0 not now .*Send the email to User \d+ now$/],
    ['failed', /^Forgotten password .*User \d+ .* Failed .*550 5\.1\.1 … no such .*Send the email to User \d+ now$/],
    ['dropped', /^Forgotten password .*User \d+ .* Skipped .*The user is suspended/],
    ['delivered', /^Forgotten password .*User \d+ .* Sent .*250 2\.0\.0 queued as \d+/],
  ] as const

  it('shows every email, the newest first, with its user, its state and what the mail server answered', async () =>
    expect(rowsOn(await admin.open('/emails'))).toEqual(ROWS.map(([, row]) => expect.stringMatching(row))))

  it.each(ROWS)('can be narrowed to what is %s', async (state, row) => {
    const page = await admin.open(`/emails?state=${state}`)
    expect(rowsOn(page)).toEqual([expect.stringMatching(row)])
    expect(page.answer.text).toContain(`/users/${users[ROWS.findIndex(([name]) => name === state)]?.sub}`)
  })

  it('has no address and no link, neither of an email that was sent nor of one that was not', async () => {
    const { text } = (await admin.open('/emails')).answer
    for (const user of users) expect(text).not.toContain(user.email)
    expect(text).not.toMatch(/@example\.com|[?]link=|\/recovery\//)
  })

  it('reports nothing of a request for an unknown user', async () => {
    const before = rowsOn(await admin.open('/emails'))
    await forget(idp, 'no-such-user')
    // Later requests have been processed.
    await withEmail('accept', 'delivered')
    await until(async () => rowsOn(await admin.open('/emails')).length === before.length + 1)
  })

  it('is there for a viewer, who has no button in it', async () => {
    const viewer = await enterPanel(idp, VIEWER)
    const page = await viewer.open('/emails')
    expect(rowsOn(page)).toEqual(rowsOn(await admin.open('/emails')).map((row) => row.replace(/ Send now.*| –$/, '')))
    expect(page.forms.filter(({ method, action }) => method === 'post' && !action.endsWith('/sign-out'))).toEqual([])
  })
})

describe('an email that waits', () => {
  it('is retried when an administrator requests it, and arrives once the server accepts it', async () => {
    const user = await withEmail('defer', 'due', 2)
    idp.mail.behave('accept')
    expect(flashOn(await sendNow(user))).toBe('The email is on its way.')
    const link = linkIn(await idp.emailTo(user.email, 'recovery'))
    expect((await openBrowser(idp).visit(link)).answer.status).toBe(200)
    await until(async () => (await emailOf(user))?.state === 'delivered')
    expect(rowsOn(await admin.open('/emails'))[0]).toMatch(/ Sent .*250 2\.0\.0 queued/)
    const [entry] = (await idp.portico.audit.list({ user: user.sub, group: 'email' }, undefined, 5)).entries
    expect(entry).toMatchObject({ event: 'email.retried', actor: ADMIN.sub, result: 'ok' })
  })

  it('leaves the list as narrow as it was', async () => {
    const user = await withEmail('defer', 'due', 1)
    const narrow = `/emails?user=${user.sub}&state=waiting`
    expect((await admin.send(await admin.open(narrow), '/emails/retry')).url).toContain(`${narrow}&flash=`)
    idp.mail.behave('accept')
    await until(async () => (await emailOf(user))?.state === 'delivered')
  })

  it.each([
    ['was sent', 'This email was already sent.', async () => emailOf(await withEmail('accept', 'delivered'))],
    ['has left the list', 'This email is no longer in the list.', async () => ({ id: 'unknown' })],
  ] as const)('and %s is not sent again', async (_, flash, email) => {
    const { csrf = '' } = formTo(await admin.open('/emails'), '/sign-out').fields
    const { headers } = await admin.post('/emails/retry', { csrf, id: (await email())?.id ?? '' })
    expect(flashOn(await admin.browser.visit(headers.location ?? ''))).toBe(flash)
  })
})

describe('a test email', () => {
  const tested = async (to: string, visitor = admin): Promise<Page> =>
    pageOf(await visitor.send(await visitor.open('/emails'), '/emails/test', { to }))

  it.each([
    ['takes it', 'accept', /^The mail server accepted the email to s@example\.org\. Response: 250 2\./, 'Sent'],
    ['refuses it', 'refuse', /^The email wasn’t sent\. 550 5\.1\.1 … no such user$/, 'Failed'],
    ['defers it', 'defer', /^The email wasn’t sent\. 451 4\.3\.0 not now$/, 'Failed'],
  ] as const)('that the server %s: the page repeats its answer, and the list has it', async (_, how, flash, state) => {
    idp.mail.behave(how)
    const page = await tested('s@example.org')
    expect(flashOn(page)).toMatch(flash)
    expect(rowsOn(page)[0]).toMatch(new RegExp(`^Test – .* ${state} `))
    expect(wordsOn(await admin.open('/emails'))).not.toContain('s@example.org')
    const [entry] = (await idp.portico.audit.list({ group: 'email' }, undefined, 1)).entries
    expect(entry).toMatchObject({ event: 'email.tested', actor: ADMIN.sub })
  })

  it('to an unavailable server reports that it is unavailable', async () => {
    const mail = { url: `smtp://127.0.0.1:${await freePort()}`, from: FROM }
    const alone = await runningIdp({ accounts, mail })
    const page = await tested('s@example.org', await enterPanel(alone))
    expect(flashOn(page)).toBe('The email wasn’t sent. connection refused')
  })

  it.each(['', 'nowhere', 'a@b.example, c@d.example'])('to %j is asked for again (422)', async (to) => {
    const page = await tested(to)
    expect([page.answer.status, issuesOn(page)]).toEqual([422, ['Enter an email address like name@company.com']])
  })
})

describe('adding a user by invitation', () => {
  const add = async (username: string, more: Readonly<Record<string, string>>): Promise<Page> =>
    pageOf(await admin.send(await admin.open('/users/new'), '/admin/users', { username, how: 'invite', ...more }))
  const INVITED = 'The user was invited but hasn’t chosen a password or a passkey yet.'

  it('sends an email, and another one from the page of the user, until the user has accepted', async () => {
    const page = await add('ivy', { name: 'Ivy', email: 'ivy@example.com' })
    expect(flashOn(page)).toBe('Ivy was added. An invitation is on its way to ivy@example.com.')
    expect(wordsOn(page)).toContain(INVITED)
    expect(wordsOn(page)).not.toContain('one-time password')
    const first = linkIn(await idp.emailTo('ivy@example.com', 'invitation'))
    expect(flashOn(await admin.send(page, '/invite'))).toBe('An invitation is on its way to Ivy.')
    const second = linkIn(await idp.emailTo('ivy@example.com', 'invitation'))
    const browser = openBrowser(idp)
    await until(async () => (await browser.visit(first)).answer.status === 410)
    const [new_password, form] = ['chosen by Ivy herself', pageOf(await browser.visit(second))]
    await browser.submit(form, { new_password, repeat: new_password })
    expect(wordsOn(await admin.browser.visit(page.url))).not.toContain(INVITED)
    const ivy = idp.user({ username: 'ivy@example.com', password: new_password })
    expect((await ivy.signIn(idp.party())).access_token).toBeTruthy()
  })

  it('needs an email address (422), and adds no user without one', async () => {
    const page = await add('jo', {})
    expect([page.answer.status, issuesOn(page)]).toEqual([422, ['Enter the email address for the invitation']])
    expect(await idp.portico.accounts?.accountByUsername('jo')).toBeUndefined()
  })

  it('is not repeated where the email address was removed meanwhile, and the page reports it', async () => {
    const page = await add('kim', { email: 'kim@example.com' })
    await change((await idp.portico.accounts?.accountByUsername('kim'))?.sub ?? '', { person: {} })
    const again = pageOf(await admin.send(page, '/invite'))
    expect(again.answer.status).toBe(200)
    expect(flashOn(again)).toMatch(/address/)
  })
})

describe('the page of a user shows whether a password can be chosen by email', () => {
  const recoveryAt = async (visitor: PanelVisitor, sub: string): Promise<string | undefined> =>
    /Password reset by email (.*?) Roles/.exec(wordsOn(await visitor.open(`/users/${sub}`)))?.[1]

  it.each([
    ['with a verified address', {}, 'Available'],
    ['who is suspended', { status: 'suspended' }, 'Not available: the account is suspended'],
    ['without an address', { person: {} }, 'Not available: there is no email address'],
    ['not verified', { person: { email: 'liz@example.com' } }, 'Not available: the email address is not verified'],
  ] as const)('%s', async (_, part, words) => {
    const { sub } = await idp.addUser()
    await change(sub, part)
    expect(await recoveryAt(admin, sub)).toBe(words)
  })

  it('of the configuration; and where no emails are sent, the pages say that and offer none', async () => {
    expect(await recoveryAt(admin, ALICE.sub)).toBe('Not available: the password comes from the configuration')
    const silent = await runningIdp({ accounts })
    const visitor = await enterPanel(silent)
    const page = await visitor.open('/emails')
    expect(wordsOn(page)).toContain('No emails are sent Set SMTP_URL and MAIL_FROM')
    expect(page.answer.text).not.toMatch(/emails\/(?:test|retry)/)
    expect(await recoveryAt(visitor, ALICE.sub)).toBeUndefined()
    expect((await visitor.open('/users/new')).answer.text).not.toContain('name="how"')
  })
})
