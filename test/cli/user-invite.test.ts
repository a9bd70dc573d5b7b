/** `portico user create --invite` and `user invite`: the email waits in the store, and no password is printed. */
import type { Delivery } from '../../lib/index.ts'
import { openBrowser, titleOf } from '../support/browser.ts'
import { type EmailIdp, linkIn, pageOf, startEmailIdp } from '../support/emails.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { newFolder } from '../support/new-folder.ts'
import { until } from '../support/until.ts'
import { type Line, type Printed, portico, wordsOf } from './portico.ts'
import { storeIn, variablesOf, withStore } from './used-store.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

const user = (line: Line, env: NodeJS.ProcessEnv = {}): Promise<Printed> =>
  portico(['user', ...(typeof line === 'string' ? wordsOf(line) : line), '--new-store'], variablesOf(folder, env))
const invite = (username: string, ...more: readonly string[]): Promise<Printed> =>
  user(['create', username, '--email', `${username}@example.com`, '--invite', ...more])
const shown = async (username: string): Promise<Record<string, unknown>> =>
  JSON.parse((await user(['show', username])).out) as Record<string, unknown>

/** The outbox, where no service takes anything out of it. */
const outbox = (): Promise<readonly Delivery[]> =>
  withStore(folder, ({ deliveries }) => deliveries.list(undefined, 100))

describe('portico user create --invite', () => {
  it('adds a user without a password, prints none, and leaves one email in the outbox', async () => {
    const { code, out, err } = await invite('carol', '--name', 'Carol', '--role', 'editor')
    expect([code, out, err]).toEqual([0, '', 'carol is added; an email is on its way'])
    const carol = await shown('carol')
    expect(carol).toMatchObject({
      username: 'carol',
      name: 'Carol',
      email: 'carol@example.com',
      email_verified: false,
      roles: ['editor'],
      status: 'active',
    })
    expect(carol).not.toHaveProperty('mustChangePassword')
    expect(await outbox()).toMatchObject([
      { channel: 'mail', kind: 'invitation', subject: carol.sub, state: 'due', tries: 0 },
    ])
  })

  it('keeps neither the address nor a link nor a text with the email', async () => {
    await invite('dora')
    expect(JSON.stringify(await outbox())).not.toMatch(/example\.com|http|dora/)
  })

  it('prints the account as JSON, without a one-time password', async () => {
    const { code, out } = await invite('erin', '--json')
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ username: 'erin', source: 'administrator' })])
    expect(out).not.toMatch(/password/i)
  })

  it('takes the word of --email-verified for the address', async () => {
    expect((await invite('fay', '--email-verified')).code).toBe(0)
    expect(await shown('fay')).toMatchObject({ email: 'fay@example.com', email_verified: true })
    expect(await outbox()).toHaveLength(1)
  })

  it('needs an address: without one nothing is added (1)', async () => {
    expect(await user('create gus --invite')).toEqual({ code: 1, out: '', err: 'an invitation needs an email address' })
    expect([(await user('show gus')).code, await outbox()]).toEqual([1, []])
  })

  it.each(['', ' ', 'nowhere', 'a@b.example, c@d.example'])(
    'takes %j for no address, and adds nothing',
    async (email) => {
      const { code, out } = await user(['create', 'gus', '--email', email, '--invite'])
      expect([code === 0, out, (await user('show gus')).code, await outbox()]).toEqual([false, '', 1, []])
    },
  )

  it('refuses a taken username (1), and sends nothing', async () => {
    await user('create hank')
    const { code, out, err } = await invite('HANK')
    expect([code, out, err]).toEqual([
      1,
      '',
      "this username is already in use, or is another account's verified email address",
    ])
    expect(await outbox()).toEqual([])
  })
})

const NOT_INVITED = 'no invitation is open for this user; nothing was sent'

describe('portico user invite', () => {
  it('sends another email to a user who has not accepted yet', async () => {
    await invite('carol')
    const { code, out } = await user('invite carol')
    expect([code, out]).toEqual([0, ''])
    expect((await outbox()).map(({ channel, subject }) => [channel, subject])).toEqual(
      Array.from({ length: 2 }, () => ['mail', expect.any(String)]),
    )
  })

  it('changes nothing for a user who has a password, and reports it (1)', async () => {
    await user('create dora --email dora@example.com')
    const before = await shown('dora')
    expect(await user('invite dora')).toEqual({ code: 1, out: '', err: NOT_INVITED })
    expect([await shown('dora'), await outbox()]).toEqual([before, []])
  })

  it('sends nothing to a user whose address was removed meanwhile (1)', async () => {
    await invite('erin')
    expect((await user(['update', 'erin', '--email', ''])).code).toBe(0)
    const { code, err } = await user('invite erin')
    expect([code, err]).toEqual([1, expect.stringContaining('an invitation needs an email address')])
    expect(await outbox()).toHaveLength(1)
  })
})

describe('on a deployment that is not on localhost', () => {
  const deployed = { BASE_URL: 'https://sso.example.com', PORTICO_SECRET: ROOT_SECRET }
  const withMail = { ...deployed, SMTP_URL: 'smtp://smtp.example.com', MAIL_FROM: 'id@example.com' }
  const line = ['create', 'carol', '--email', 'carol@example.com', '--invite']
  const NO_EMAILS = 'no mail server is set (SMTP_URL, MAIL_FROM), so no invitation can be sent'

  it('no user is invited without a mail server (1), and none is added', async () => {
    expect(await user(line, deployed)).toEqual({ code: 1, out: '', err: NO_EMAILS })
    expect((await user('show carol', deployed)).code).toBe(1)
    expect(await outbox()).toEqual([])
  })

  it('no user is invited again either, once the mail server is gone (1)', async () => {
    expect((await user(line, withMail)).code).toBe(0)
    expect(await user('invite carol', deployed)).toEqual({ code: 1, out: '', err: NO_EMAILS })
    expect(await outbox()).toMatchObject([{ kind: 'invitation', state: 'due' }])
  })
})

describe('next to a service that sends emails', () => {
  let idp: EmailIdp
  beforeEach(async () => {
    idp = await startEmailIdp({ storage: storeIn(folder) })
  })

  const beside = (...line: readonly string[]): Promise<Printed> => user(line, { BASE_URL: idp.issuer })
  const invited = async (username: string): Promise<string> => {
    const email = `${username}@example.com`
    expect((await beside('create', username, '--email', email, '--invite')).code).toBe(0)
    return linkIn(await idp.emailTo(email, 'invitation'))
  }
  const opened = async (link: string): Promise<string> =>
    titleOf(pageOf(await openBrowser(idp).visit(link)).answer.text)

  it('the link of the email welcomes the user; after another email it is the link of that one', async () => {
    const first = await invited('carol')
    expect(await opened(first)).toBe('Welcome to Portico · Portico')
    expect((await beside('invite', 'carol')).code).toBe(0)
    const second = linkIn(await idp.emailTo('carol@example.com', 'invitation'))
    await until(async () => (await opened(first)) === 'There’s a newer email · Portico')
    expect(await opened(second)).toBe('Welcome to Portico · Portico')
    const { entries } = await idp.portico.audit.list({ group: 'account' }, undefined, 10)
    expect(entries.map(({ event, actor }) => [event, actor])).toEqual(
      ['account.invited', 'account.invited', 'account.created'].map((event) => [event, 'command line']),
    )
  })

  it('a user who has accepted with a passkey is not invited again', async () => {
    await invited('dora')
    const { accounts } = idp.portico
    const { sub } = (await accounts?.accountByUsername('dora')) ?? { sub: '' }
    await accounts?.passkeys?.add(sub, {
      id: 'a passkey',
      publicKey: 'a key',
      counter: 0,
      transports: [],
      name: 'Laptop',
      device: 'single',
      createdAt: idp.clock.now(),
    })
    const before = idp.mail.emails.length
    expect(await beside('invite', 'dora')).toMatchObject({ code: 1, err: NOT_INVITED })
    const emails = (await idp.portico.storage.deliveries.list(undefined, 10)).filter(
      ({ channel }) => channel === 'mail',
    )
    expect([emails.length, idp.mail.emails.length]).toEqual([before, before])
  })
})
