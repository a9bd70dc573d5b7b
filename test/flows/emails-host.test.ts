/** Emails of the host: a send function, texts and pages instead of the built-in ones, a directory, disabled parts. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { InTurn } from '../../lib/domain/accounts/factors/hashing-queue.ts'
import { unavailable } from '../../lib/domain/denial-error.ts'
import { emailLinks, type OpenLink } from '../../lib/domain/emails/email-links.ts'
import { linkUses } from '../../lib/domain/emails/link-uses.ts'
import { recentRecoveries } from '../../lib/domain/emails/recent-recoveries.ts'
import { embeddedRecipients } from '../../lib/domain/emails/recipient-directory.ts'
import { type Email, EmailRefused, type PorticoOptions, type User } from '../../lib/index.ts'
import { openBrowser } from '../support/browser.ts'
import { countedStorage, readsOf } from '../support/counted-storage.ts'
import { forget, linkIn, pageOf } from '../support/emails.ts'
import { TRUSTED } from '../support/fixtures.ts'
import { type Idp, runningIdp, startIdp } from '../support/idp.ts'
import { type ReadyUser, readyUser } from '../support/ready-user.ts'
import { until } from '../support/until.ts'
import { words } from '../support/words.ts'
import { headingOf } from './portal-visitor.ts'

/** A service whose emails end in a list. */
async function start(options: Partial<PorticoOptions> = {}): Promise<Idp & { readonly emails: Email[] }> {
  const emails: Email[] = []
  const mailer = async (email: Email): Promise<string> => {
    emails.push(email)
    return 'taken'
  }
  const idp = await runningIdp({ mailer, ...options })
  return { ...idp, emails }
}
const addUser = (idp: Idp, username = 'ana'): Promise<ReadyUser> =>
  readyUser(idp, username, { email: `${username}@example.com`, email_verified: true })
const first = async (idp: { readonly emails: readonly Email[] }, kind: Email['kind']): Promise<Email> => {
  await until(async () => idp.emails.some((email) => email.kind === kind))
  return idp.emails.find((email) => email.kind === kind) as Email
}
const inLedger = (idp: Idp, state: string, answer: string): Promise<void> =>
  until(async () => {
    const all = await idp.portico.storage.deliveries.list(undefined, 20)
    return all.some((one) => one.state === state && one.lastAnswer === answer)
  })

describe('a function that sends', () => {
  it('gets the email whole, and what it answers is in the ledger', async () => {
    const idp = await start()
    const { username } = await addUser(idp)
    await forget(idp, username)
    const email = await first(idp, 'recovery')
    expect(email).toMatchObject({ to: 'ana@example.com', locale: 'en', subject: 'Reset your Portico password' })
    expect(email.link).toBe(linkIn(email))
    await inLedger(idp, 'delivered', 'taken')
  })

  it.each([
    [
      'throws',
      () => Promise.reject(new Error('no line to ana@example.com')),
      'due',
      'the function that sends emails failed',
    ],
    ['refuses', ({ to }: Email) => Promise.reject(new EmailRefused(`${to} is unknown`)), 'failed', '… is unknown'],
    ['repeats the link', ({ link }: Email) => Promise.resolve(`sent ${link}`), 'delivered', 'sent …'],
  ] as const)('that %s keeps no secret in the ledger', async (_, mailer, state, answer) => {
    const idp = await start({ mailer })
    const { username } = await addUser(idp)
    await forget(idp, username)
    await inLedger(idp, state, answer)
  })
})

describe('words of the host', () => {
  it('replace the built-in ones, and a failing email falls back to the built-in one', async () => {
    const idp = await start({
      ui: {
        emails: {
          recovery: ({ content, locale }) => ({
            subject: `Acme (${locale})\r\nBcc: all`,
            text: `Go to ${content.button?.href}`,
          }),
          'new-browser': () => {
            throw new Error('no template')
          },
        },
      },
    })
    const user = await addUser(idp)
    await forget(idp, user.username)
    const email = await first(idp, 'recovery')
    expect([email.subject, email.text]).toEqual(['Acme (en) Bcc: all', `Go to ${email.link}`])
    expect(email.html).toContain('Choose a new password')
    await idp.user(user).signIn(idp.party(TRUSTED))
    expect((await first(idp, 'new-browser')).subject).toBe('New sign-in to your account')
    expect(idp.log.text()).toContain('host-email-failed')
  })

  it('are checked at the start', async () => {
    const emails = { recover: () => ({}) } as never
    await expect(runningIdp({ ui: { emails } })).rejects.toThrow('ui.emails.recover')
  })

  it('and pages', async () => {
    const idp = await start({
      ui: {
        views: {
          recoveryForgot: ({ form }, { html, layout }) =>
            layout(html`<h1>Lost?</h1><form method="post" action="${form.action}"></form>`, { title: 'Lost?' }),
        },
      },
    })
    expect(headingOf(pageOf(await openBrowser(idp).visit('/recovery/')))).toBe('Lost?')
  })
})

describe('a directory of the host', () => {
  const directory = () => {
    const user: User & { password: string } = {
      sub: 'h-1',
      email: 'hana@example.com',
      email_verified: true,
      preferred_username: 'hana',
      password: 'the first password',
    }
    return {
      user,
      find: (sub: string) => (sub === user.sub ? user : undefined),
      authenticate: ({ username, password }: { username: string; password: string }) =>
        username === 'hana' && password === user.password ? user : undefined,
      passwordStampOf: () => `stamp of ${user.password}`,
      findByLogin: (text: string) => (text === 'hana' || text === user.email ? user : undefined),
      setPassword: ({ password }: { password: string }) => {
        user.password = password
        return 'changed' as const
      },
    }
  }

  it('that sets passwords gets recovery', async () => {
    const accounts = directory()
    const idp = await start({ accounts })
    await forget(idp, 'hana@example.com')
    const page = pageOf(await openBrowser(idp).visit((await first(idp, 'recovery')).link ?? ''))
    expect(headingOf(pageOf(await openBrowser(idp).submit(page, chosen)))).toBe('Your password was changed')
    expect(accounts.user.password).toBe('a password of hers')
  })

  const chosen = { new_password: 'a password of hers', repeat: 'a password of hers' }
  const signedIn = ({ password }: { readonly password: string }, idp: Idp) =>
    idp.user({ username: 'hana', password }).signIn(idp.party(TRUSTED), { scope: 'openid offline_access' })

  it('whose passwords have no stamp: a link ends with everything that its user holds', async () => {
    const idp = await start({ accounts: { ...directory(), passwordStampOf: () => undefined } })
    await forget(idp, 'hana')
    const { link = '' } = await first(idp, 'recovery')
    const statusOf = async (): Promise<number> => pageOf(await openBrowser(idp).visit(link)).answer.status
    expect(await statusOf()).toBe(200)
    await idp.portico.sessions.endAll('h-1')
    expect(await statusOf()).toBe(410)
  })

  it('that fails to set a password: 503, and what the user holds lives on until it is set', async () => {
    const accounts = directory()
    let fails = true
    const setPassword: typeof accounts.setPassword = (change) => {
      if (fails) throw new Error('no directory')
      return accounts.setPassword(change)
    }
    const idp = await start({ accounts: { ...accounts, setPassword } })
    const { refresh_token } = await signedIn(accounts.user, idp)
    await forget(idp, 'hana')
    const page = pageOf(await openBrowser(idp).visit((await first(idp, 'recovery')).link ?? ''))
    const send = async (): Promise<number> => (await openBrowser(idp).send(page, chosen)).status
    expect(await send()).toBe(503)
    const next = await idp.party(TRUSTED).refresh(refresh_token)
    expect([next.status, (await idp.portico.sessions.list('h-1')).length]).toEqual([200, 1])
    fails = false
    expect(await send()).toBe(200)
    expect((await idp.party(TRUSTED).refresh(next.json().refresh_token as string)).status).toBe(400)
  })

  it.each(['setPassword', 'findByLogin', 'passwordStampOf'] as const)(
    'without %s has no such page',
    async (missing) => {
      const { [missing]: _left, ...accounts } = directory()
      const idp = await start({ accounts })
      expect((await idp.send('/recovery/')).status).toBe(404)
      const { answer } = await openBrowser(idp).visit(idp.party(TRUSTED).request().address)
      expect(answer.text).not.toContain('Forgot your password?')
    },
  )
})

it('a password whose hashing finds no place (503): the link works again, and what its user holds lives on', async () => {
  const idp = await start()
  const user = await addUser(idp)
  await idp.user(user).signIn(idp.party(TRUSTED))
  const { accounts, storage, sessions } = idp.portico
  if (accounts === undefined) throw new Error('no directory')
  const people = embeddedRecipients(accounts, [], Date.now)
  const links = emailLinks(storage.records, people, Date.now)
  const owner = await people.find(user.sub)
  if (owner === undefined) throw new Error('no user')
  const link = await links.open('recovery', await links.issue({ kind: 'recovery', user: owner, to: owner.email ?? '' }))
  const { choosePassword } = linkUses({
    links,
    recoveries: recentRecoveries(storage.records),
    users: { passkeys: undefined, setPassword: async (change, hash) => accounts.setPassword(change, hash) },
    embedded: accounts,
    trusted: undefined,
    ending: {
      endEverything: async (sub) => ({ sessions: [], clients: [], deliveries: [], ended: await sessions.endAll(sub) }),
    },
  })
  const choose = (hash: InTurn) => choosePassword(link as OpenLink, 'a password of hers', hash)
  await expect(choose(() => Promise.reject(unavailable('directory_unavailable')))).rejects.toThrow()
  expect(await sessions.list(user.sub)).toHaveLength(1)
  expect(await choose((work) => work())).toBe('done')
  expect(await sessions.list(user.sub)).toEqual([])
})

it('a kind that is switched off is not sent', async () => {
  const kinds = words`newBrowser passwordChanged factors recoveryCodes addressChanged`
  const idp = await start({ mail: { notices: Object.fromEntries(kinds.map((kind) => [kind, false])) } })
  const user = await addUser(idp)
  await idp.user(user).signIn(idp.party(TRUSTED))
  await idp.portico.accounts?.changePassword(user.sub, 'another password')
  await forget(idp, user.username)
  await first(idp, 'recovery')
  expect(idp.emails.map(({ kind }) => kind)).toEqual(['recovery'])
})

it('without a mailer these pages do not exist, and no text mentions them', async () => {
  const idp = await startIdp()
  for (const page of ['/recovery/', '/recovery/recovery?link=x', '/recovery/not-me?link=x'])
    expect((await idp.send(page)).status).toBe(404)
})

it('a sign-in without emails reads the store as often as where none are sent', async () => {
  const callsOf = async (mail: 'sent' | 'off'): Promise<number> => {
    const raw = embeddedStorage({})
    const { storage, reads } = countedStorage(raw)
    // The worker reads the outbox at any time, and the audit trail joins the entries that come while it writes.
    const counted = { ...storage, deliveries: raw.deliveries, audit: raw.audit }
    const idp = await start({ storage: counted, ...(mail === 'off' && { mailer: undefined as never }) })
    const user = await addUser(idp)
    const at = idp.user(user)
    const signIn = async (): Promise<void> => {
      await at.signIn(idp.party(TRUSTED))
      await idp.portico.sessions.endAll(user.sub)
    }
    // The first one is from a new browser, and an email reports it.
    await signIn()
    if (mail === 'sent') await inLedger(idp, 'delivered', 'taken')
    return (await readsOf(reads, signIn)).calls
  }
  expect(await callsOf('sent')).toBe(await callsOf('off'))
})
