/** A store that fails where emails are requested, handed over and used: 503, and later success (D-A6, D-G10). */
import type { LinkKind } from '../../policies/emails.ts'
import { person } from '../support/actors.ts'
import { openBrowser, type Page, titleOf } from '../support/browser.ts'
import { movableClock } from '../support/clock.ts'
import { FROM, forget, linkIn, NEWER, pageOf, titleAt, WORKS } from '../support/emails.ts'
import { eachCall, failingCalls } from '../support/failing-calls.ts'
import { TRUSTED } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { linkedPage } from '../support/linked-page.ts'
import { startMailServer } from '../support/mail-server.ts'
import { allFinished, queuedEmails } from '../support/queued-emails.ts'
import { relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const NO_NOTICES = { newBrowser: false, passwordChanged: false, addressChanged: false }

const clock = movableClock()
const store = failingCalls(clock.now)
const mail = await startMailServer()

const idp = await startIdp({
  options: { storage: store.storage, clock: clock.now, mail: { url: mail.url, from: FROM, notices: NO_NOTICES } },
})
afterEach(() => store.heal())

let [users, browsers] = [0, 0]
async function addUser(person: { readonly email_verified?: boolean } = {}) {
  const username = `user-${(users += 1)}`
  const email = `${username}@example.com`
  const made = await idp.portico.accounts?.inviteByEmail(username, { email_verified: true, ...person, email })
  if (made?.outcome !== 'created') throw new Error('the user could not be added')
  return { sub: made.account.sub, username, email }
}

/** Each from a separate IP address: too many from one are refused. */
const browser = () => openBrowser(idp, { from: `127.0.1.${(browsers += 1)}` })

const CHOSEN = { new_password: 'a password chosen by email', repeat: 'a password chosen by email' }
const CHANGE = 'documents.replace people'
type Fields = Readonly<Record<string, string>>

/** The result of a form with one failing call: after 503 the user sends it again. */
type Round = readonly [call: string, first: number, last: number, tokens: 'have ended' | 'live on']
const isWell = ([, first, last, tokens]: Round): boolean =>
  (first === 503 || first === 200) && last === 200 && tokens === 'have ended'

async function rounds(kind: LinkKind, fields: Fields): Promise<readonly Round[]> {
  const done: Round[] = []
  const app = relyingParty(idp, TRUSTED)
  const send = async (page: Page): Promise<number> => (await browser().send(page, fields)).status
  await eachCall(
    store,
    async () => {
      const { sub, username } = await addUser()
      const password = `the password of ${username}`
      await idp.portico.accounts?.changePassword(sub, password)
      const tokens = await person(idp, { username, password }).signIn(app, { scope: 'openid offline_access' })
      return { page: await linkedPage(idp, kind, sub), tokens }
    },
    ({ page }) => send(page),
    async (call, first, { page, tokens }) => {
      const last = first === 503 ? await send(page) : first
      const isOver = (await app.refresh(tokens.refresh_token)).status === 400
      done.push([call, first, last, isOver ? 'have ended' : 'live on'])
    },
  )
  return done
}

describe.each<[string, LinkKind, Fields]>([
  ['a new password', 'recovery', CHOSEN],
  ['"This was not me"', 'not-me', {}],
])('%s by a link: 503, then the link works, and everything has ended,', (_what, kind, fields) => {
  let all: readonly Round[]
  let change: number
  beforeAll(async () => {
    all = await rounds(kind, fields)
    change = all.findIndex(([call]) => call === CHANGE)
  })

  it('whichever call to the store fails, until the password is changed', () => {
    expect(all.slice(0, change).map(([call]) => call)).toContain('records.claim email-link-used')
    expect(all.slice(0, change + 1).filter((round) => !isWell(round))).toEqual([])
  })

  it('whichever call to the store fails after that', () => {
    expect(all.slice(change).map(([call]) => call)).toContain('subjects.revoke')
    // After 503 the change may be complete: then the link reports that the password has changed.
    const odd = all.slice(change + 1).filter((round) => !isWell(round) && (round[2] !== 410 || round[3] === 'live on'))
    expect(odd).toEqual([])
  })

  it('when the store goes away before the password is changed: a minute later', async () => {
    const { sub } = await addUser()
    await idp.portico.accounts?.changePassword(sub, 'a password that was forgotten')
    const page = await linkedPage(idp, kind, sub)
    store.failFrom(CHANGE)
    expect((await browser().send(page, fields)).status).toBe(503)
    store.heal()
    clock.forward(61)
    expect((await browser().send(page, fields)).status).toBe(200)
  })
})

it('an address is proved by a link: 503, and the link works, whichever call to the store fails before that', async () => {
  const failed: string[] = []
  const send = async (made: { readonly page: Page }) => (await browser().send(made.page)).status
  const prepare = async () => {
    const { sub } = await addUser({ email_verified: false })
    return { sub, page: await linkedPage(idp, 'address', sub) }
  }
  await eachCall(store, prepare, send, async (call, status, made) => {
    // Later failures are 503, too; then there is nothing left to prove.
    if (call !== 'none' && !failed.includes(CHANGE)) expect([call, status, await send(made)]).toEqual([call, 503, 200])
    failed.push(call)
    expect((await idp.portico.accounts?.account(made.sub))?.person.email_verified).toBe(true)
  })
  expect(failed).toContain(CHANGE)
})

describe('an email is asked for', () => {
  const emails = async (sub: string) =>
    (await queuedEmails(idp)).filter(({ subject }) => subject === sub).map(({ state }) => state)

  it('while any call to the store fails: 503, or the email comes; a later request gets it', async () => {
    const page = pageOf(await browser().visit('/recovery/'))
    const ask = async ({ username }: { readonly username: string }): Promise<number> =>
      (await browser().send(page, { username })).status
    await eachCall(
      store,
      () => addUser(),
      ask,
      async (call, status, user) => {
        expect([call, status]).toEqual([call, status === 503 ? 503 : 303])
        if (status === 503) expect([call, await emails(user.sub), await ask(user)]).toEqual([call, [], 303])
        expect([call, (await mail.next()).envelope.to]).toEqual([call, [user.email]])
        await allFinished(idp)
      },
    )
  })

  it('and the store could not take it, twice: the next time it comes, for nothing was sent before', async () => {
    const { sub, username } = await addUser()
    const page = pageOf(await browser().visit('/recovery/'))
    for (let count = 0; count < 2; count += 1) {
      store.failOn('deliveries.put')
      expect((await browser().send(page, { username })).status).toBe(503)
    }
    store.heal()
    expect((await browser().send(page, { username })).status).toBe(303)
    expect(await emails(sub)).toHaveLength(1)
    await mail.next()
  })

  it('without any store: 503 for all, and no false statement about links; afterwards all continues', async () => {
    const { sub, username } = await addUser()
    const page = pageOf(await browser().visit('/recovery/'))
    const linked = await linkedPage(idp, 'recovery', sub)
    store.failAll()
    const answers = await Promise.all([
      browser().send(page, { username }),
      browser().send(page, { username: 'unknown' }),
      browser().go(linked.url),
      browser().send(linked, CHOSEN),
    ])
    const away = [503, 'There’s a problem with the service · Portico', true]
    for (const { status, headers, text } of answers)
      expect([status, titleOf(text), Number(headers['retry-after']) > 0]).toEqual(away)
    store.heal()
    expect(await emails(sub)).toEqual([])
    expect((await browser().send(linked, CHOSEN)).status).toBe(200)
    await forget(idp, username, browser())
    expect((await mail.next()).text).toContain('/recovery/recovery?link=')
  })
})

describe('an email is handed over', () => {
  it.each([
    ['its link could not be written', 'records.put email-link', 1],
    ['the link before could not be ended', 'records.put email-newest', 2],
    ['what came of it could not be written', 'deliveries.complete', 2],
  ])('and %s: it is sent when its lease has run out, and the last link works', async (_what, name, arriving) => {
    const { username } = await addUser()
    await forget(idp, username, browser())
    const before = linkIn(await mail.next())
    await allFinished(idp)
    store.failInBackground(name)
    await forget(idp, username, browser())
    await until(() => store.calls().includes(name))
    store.heal()
    clock.forward(16)
    // The worker looks every two seconds, and immediately when there is something new.
    await forget(idp, `unknown after ${username}`, browser())
    const links = [before]
    while (links.length <= arriving) links.push(linkIn(await mail.next()))
    await allFinished(idp)
    const titles: string[] = []
    for (const link of links) titles.push(await titleAt(idp, link, browser()))
    expect(titles).toEqual([...links.slice(1).map(() => NEWER), WORKS])
  })

  it('after the store was away: it waits, and comes once', async () => {
    const { username, email } = await addUser()
    const page = pageOf(await browser().visit('/recovery/'))
    await browser().send(page, { username })
    store.failAll()
    const count = mail.emails.length
    await until(() => store.calls().includes('deliveries.lease'))
    expect(mail.emails).toHaveLength(count)
    store.heal()
    expect((await mail.next()).envelope.to).toEqual([email])
    await allFinished(idp)
    expect(mail.emails).toHaveLength(count + 1)
  })
})
