/** What emails leave behind: links, email addresses and passwords stay secret, and no input adds a header. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { readEnvironment } from '../../lib/config/environment.ts'
import type { AuditEntry } from '../../lib/domain/audit/audit-trail.ts'
import { emailOutbox } from '../../lib/domain/emails/email-outbox.ts'
import { digestOf } from '../../lib/domain/keys/digest.ts'
import type { SecurityEvent } from '../../lib/index.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { type EmailIdp, FROM, forget, linkIn, pageOf, startEmailIdp } from '../support/emails.ts'
import { filled } from '../support/filled.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { type Idp, runningIdp, sharedIdp } from '../support/idp.ts'
import { type ReceivedEmail, startMailServer } from '../support/mail-server.ts'
import { newFolder } from '../support/new-folder.ts'
import { allFinished, emailWhen, tried } from '../support/queued-emails.ts'
import { readyUser } from '../support/ready-user.ts'
import { trailWritten } from '../support/trace-of.ts'
import { until } from '../support/until.ts'
import { audited, visitor } from './portal-visitor.ts'

const SMTP = { user: 'portico-relay', password: 'the relay’s pässword/+%41' }
const base64 = (text: string): string => Buffer.from(text).toString('base64')
/** Typed into the field of the user name. */
const SLIP = 'my-password-in-the-wrong-field'
const CHOSEN = { new_password: 'a password chosen by email', repeat: 'a password chosen by email' }

describe('after a round through all emails', () => {
  const folder = newFolder()
  const mail = filled(beforeAll, () => startMailServer({ credentials: SMTP }))
  const idp = sharedIdp(() => {
    const env = { BASE_URL: 'http://localhost', PORTICO_SECRET: ROOT_SECRET, SMTP_URL: mail.url, MAIL_FROM: FROM }
    const { configuration } = readEnvironment(env, () => '')
    const storage = embeddedStorage({ file: join(folder, 'portico.sqlite') })
    return runningIdp({ storage, mail: configuration.mail })
  })
  const events: SecurityEvent[] = []
  /** The secret parts of the sent links. */
  let tokens: readonly string[]
  let addresses: readonly string[]

  // All emails: recovery (refused at first), invitation, another email address, "This was not me"; expired links.
  beforeAll(async () => {
    idp.portico.on('*', (event) => events.push(event))
    const given = new Set<ReceivedEmail>()
    const emailWith = async (page: string): Promise<string> => {
      const isNew = (email: ReceivedEmail): boolean => !given.has(email) && email.text.includes(`/${page}?link=`)
      await until(async () => mail.emails.some(isNew))
      const found = mail.emails.find(isNew) as ReceivedEmail
      given.add(found)
      return linkIn(found)
    }
    const open = async (link: string): Promise<Page> => pageOf(await openBrowser(idp).visit(link))
    const press = async (page: Page, fields: Readonly<Record<string, string>> = {}): Promise<Page> =>
      pageOf(await openBrowser(idp).submit(page, fields))

    const { accounts, storage } = idp.portico
    const outbox = emailOutbox(storage.deliveries, { now: idp.clock.now, wake: () => {} })
    const details = { name: 'Carol Ng', email: 'carol@example.com', email_verified: true }
    const carol = await readyUser(idp, 'carol', details, 'a password to be forgotten')
    const guest = await accounts?.inviteByEmail('guest', { email: 'guest@example.com' })
    if (guest?.outcome !== 'created') throw new Error('not invited')

    await idp.user(carol).signIn(idp.party())
    await emailWith('not-me')
    // The server repeats the address.
    mail.behave('refuse')
    await forget(idp, 'carol')
    await until(async () => (await storage.deliveries.list(undefined, 1))[0]?.state === 'failed')
    mail.behave('accept')
    await forget(idp, SLIP)
    await forget(idp, 'carol@example.com')
    const recovery = await emailWith('recovery')
    const page = await open(recovery)
    await press(page, { new_password: 'short', repeat: 'short' })
    await press(page, CHOSEN)
    const notMe = await emailWith('not-me')
    // Used, of another page, altered, without the proof that the form was shown, of no page at all.
    for (const link of [recovery, recovery.replace('/recovery/recovery', '/recovery/not-me'), `${recovery}A`])
      await open(link)
    await press(page, CHOSEN)
    const token = new URL(notMe).searchParams.get('link') ?? ''
    await openBrowser(idp).go('/recovery/not-me', { body: { link: token } })
    await openBrowser(idp).go(`/recovery/nothing?link=${token}`)
    await openBrowser(idp).go(`/authorize?link=${token}`)

    await outbox.queue({ kind: 'invitation', subject: guest.account.sub })
    await press(await open(await emailWith('invitation')), CHOSEN)
    const portal = visitor(idp, { username: 'guest', password: CHOSEN.new_password })
    await portal.press(await portal.open('/profile/edit'), { to: '/profile' }, { email: 'guest@new.example' })
    await press(await open(await emailWith('address')))
    await audited(idp, 'account.address-proved', guest.account.sub)
    await press(await open(notMe))
    await audited(idp, 'account.secured', carol.sub)
    await until(async () => mail.emails.filter(({ envelope }) => envelope.to[0]?.startsWith('guest')).length >= 3)
    await allFinished(idp)
    await trailWritten(idp)
    tokens = mail.emails.flatMap(({ text }) => /[?]link=(\S+)/.exec(text)?.[1] ?? [])
    addresses = [...new Set(mail.emails.map(({ envelope }) => envelope.to[0] ?? ''))]
  })

  it('there were emails of all kinds, from who had signed in to the mail server', async () => {
    const kinds = (await idp.portico.storage.deliveries.list(undefined, 100)).map((delivery) =>
      delivery.channel === 'mail' ? delivery.kind : '',
    )
    const wanted = ['recovery', 'password-changed', 'invitation', 'address', 'address-changed', 'new-browser']
    expect(new Set(kinds)).toEqual(new Set(wanted))
    expect(mail.emails.every(({ user, isEncrypted }) => user === SMTP.user && isEncrypted)).toBe(true)
    expect(tokens).toHaveLength(mail.emails.length)
    expect(addresses.toSorted()).toEqual(['carol@example.com', 'guest@example.com', 'guest@new.example'])
  })

  const relay = [
    SMTP.password,
    encodeURIComponent(SMTP.password),
    ...[SMTP.password, `\0${SMTP.user}\0${SMTP.password}`].map(base64),
  ]
  const found = (text: string, secrets: readonly string[]) => secrets.filter((secret) => text.includes(secret))

  it('no line of the log holds a link, an address or the password of the mail server', () => {
    expect(idp.log.lines.filter(({ fields }) => fields['code'] === 'email-delivered')).toHaveLength(mail.emails.length)
    expect(found(idp.log.text(), [...tokens, ...addresses, ...relay, SLIP])).toEqual([])
  })

  it('no entry of the trail does; a changed email address is recorded with both values', async () => {
    const entries: AuditEntry[] = []
    for await (const entry of idp.portico.audit.all()) entries.push(entry)
    expect(found(JSON.stringify(entries), [...tokens, ...relay, SLIP])).toEqual([])
    const others = entries.filter(({ event }) => event !== 'account.changed')
    expect(others.length).toBeGreaterThan(3)
    expect(found(JSON.stringify(others), addresses)).toEqual([])
  })

  it('no event of a listener does, not even that of another email address', () => {
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['account.changed', 'account.address-proved']),
    )
    expect(found(JSON.stringify(events), [...tokens, ...relay, SLIP, '@'])).toEqual([])
  })

  it('no email in the outbox does; what goes to a former address has that one', async () => {
    const deliveries = await idp.portico.storage.deliveries.list(undefined, 100)
    expect(found(JSON.stringify(deliveries), [...tokens, ...relay])).toEqual([])
    const toFormer = deliveries.filter((one) => one.channel === 'mail' && one.kind === 'address-changed')
    expect(found(JSON.stringify(toFormer), addresses)).toEqual(['guest@example.com'])
    expect(found(JSON.stringify(deliveries.filter((one) => !toFormer.includes(one))), addresses)).toEqual([])
  })

  it('nothing in the file does: of links there are digests, and addresses are where accounts are', async () => {
    const names = await readdir(folder)
    const bytes = Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))))
    expect(bytes.includes('carol@example.com')).toBe(true)
    expect([...tokens, ...relay, SLIP].filter((secret) => bytes.includes(secret))).toEqual([])
    const file = new DatabaseSync(join(folder, 'portico.sqlite'), { readOnly: true })
    const rows = (sql: string) => file.prepare(sql).all()
    const links = rows(`SELECT id FROM records WHERE kind = 'email-link'`).map(({ id }) => String(id))
    expect(links).toEqual(expect.arrayContaining(tokens.map((token) => digestOf(token))))
    const tables = rows(`SELECT name FROM sqlite_schema WHERE type = 'table'`).map(({ name }) => String(name))
    const apart = ['documents', 'deliveries', 'audit']
    for (const table of tables.filter((name) => !apart.includes(name)))
      expect([table, found(JSON.stringify(rows(`SELECT * FROM ${table}`)), addresses)]).toEqual([table, []])
    const documents = rows(`SELECT * FROM documents WHERE collection NOT IN ('people', 'addresses')`)
    expect(found(JSON.stringify(documents), addresses)).toEqual([])
    file.close()
  })
})

it('a mail server that repeats a wrong password: it is neither in the log nor with the email', async () => {
  const mail = await startMailServer({ credentials: { ...SMTP, password: 'another one' } })
  const url = mail.url.replace(encodeURIComponent('another one'), encodeURIComponent(SMTP.password))
  const idp = await runningIdp({ mail: { url, from: FROM } })
  const made = await idp.portico.accounts?.invite('carol', { email: 'carol@example.com', email_verified: true })
  expect(made?.outcome).toBe('created')
  await forget(idp, 'carol')
  const email = await emailWhen(idp, tried(1))
  const lastAnswer = expect.stringContaining('sign-in to the mail server was refused')
  expect(email).toMatchObject({ state: 'due', lastAnswer })
  const kept = idp.log.text() + JSON.stringify(email)
  for (const secret of [SMTP.user, SMTP.password, base64(SMTP.password)]) expect(kept).not.toContain(secret)
})

describe('no input adds a header or a recipient', () => {
  const HOSTILE = [
    'Eve\r\nBcc: victim@example.org',
    'Eve\nTo: victim@example.org\n\nhello',
    'Eve\r\n.\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<victim@example.org>\r\nDATA\r\n',
    'Eve\u2028Bcc: victim@example.org',
    'Eve\u0085Bcc: victim@example.org',
    '"Eve" <victim@example.org>',
    'Eve>, <victim@example.org',
    '=?utf-8?Q?Eve=0D=0ABcc:_victim@example.org?=',
    '=?utf-8?B?RXZlDQpCY2M6IHZpY3RpbUBleGFtcGxlLm9yZw==?=',
  ]
  const ADDRESSES = [
    'eve@example.com\r\nBcc: victim@example.org',
    'eve@example.com>\r\nRCPT TO:<victim@example.org',
    'eve@example.com, victim@example.org',
    'Eve <victim@example.org>',
    '"eve\r\n"@example.org',
    'eve\u2028@example.org',
  ]
  let idp: EmailIdp
  let usual: Head
  beforeAll(async () => {
    idp = await startEmailIdp()
    const { username, email } = await idp.addUser()
    await forget(idp, username)
    usual = headOf(await idp.emailTo(email, 'recovery'))
  })

  /** What another text could change. */
  type Head = ReturnType<typeof headOf>
  const headOf = ({ envelope, headerLines, headers: { from, to } }: ReceivedEmail) => ({
    names: headerLines.map(([name]) => name),
    from,
    sender: envelope.from,
    receivers: [to, ...envelope.to],
  })
  let count = 0
  const invite = async (node: Idp, username: string, name: string, email = `eve-${(count += 1)}@example.com`) => {
    const made = await node.portico.accounts?.invite(username, { name, email, email_verified: true })
    return { outcome: made?.outcome, email }
  }
  async function expectUsual(node: EmailIdp, username: string, email: string): Promise<void> {
    const before = node.mail.emails.length
    await forget(node, username)
    const received = await node.emailTo(email, 'recovery')
    await allFinished(node)
    expect(headOf(received)).toEqual({ ...usual, receivers: [email, email] })
    expect(node.mail.emails).toHaveLength(before + 1)
  }

  it.each(HOSTILE)('with a display name, a user name and the name of the product: %j', async (text) => {
    const other = await startEmailIdp({ theme: { productName: text } })
    const made = await invite(other, text, text)
    const isUsable = !/[\p{Cc}\p{Zl}]/u.test(text)
    expect(made.outcome).toBe(isUsable ? 'created' : 'username-unusable')
    const { email } = isUsable ? made : await invite(other, 'eve', text)
    await expectUsual(other, isUsable ? text : email, email)
  })

  it.each(ADDRESSES)(
    'with an email address, which the profile refuses, and no mail server receives it: %j',
    async (address) => {
      const { username, password, sub } = await idp.addUser()
      const portal = visitor(idp, { username, password })
      const saved = await portal.press(await portal.open('/profile/edit'), { to: '/profile' }, { email: address })
      expect(saved.answer.status).toBe(422)
      expect((await idp.portico.accounts?.account(sub))?.pendingEmail).toBeUndefined()
      // A sign-in from a new browser is notified.
      await allFinished(idp)
      const [connections, emails] = [idp.mail.connections(), idp.mail.emails.length]
      await invite(idp, `addressed-${(count += 1)}`, 'Eve', address)
      await forget(idp, `addressed-${count}`)
      expect(await emailWhen(idp, tried(1))).toMatchObject({ state: 'failed', lastAnswer: 'not an address' })
      expect([idp.mail.connections(), idp.mail.emails.length]).toEqual([connections, emails])
    },
  )
})
