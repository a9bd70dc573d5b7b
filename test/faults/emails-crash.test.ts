/**
 * kill -9 of a node at every step between "an email was requested" and "it was handed over" (D-A6): another node sends
 * it, once more at most, and the link that arrives last works.
 */
import { smtpMailer } from '../../adapters/smtp/index.ts'
import type { Storage } from '../../lib/index.ts'
import { person } from '../support/actors.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { openBrowser } from '../support/browser.ts'
import { FROM, forget, linkIn, NEWER, pageOf, recoveryIn, titleAt, WORKS } from '../support/emails.ts'
import { CONF, ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { type Idp, type Node, startIdp } from '../support/idp.ts'
import { type Hold, type NodeSetting, sharedStore, startNodeProcess } from '../support/logout-processes.ts'
import { type Behaviour, type MailServer, startMailServer } from '../support/mail-server.ts'
import { allFinished, emailWhen, queuedEmails } from '../support/queued-emails.ts'
import { startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const EMBEDDED = 'the embedded store in a file'
const REDIS = 'Redis'
const STORES = [EMBEDDED, REDIS] as const
type Store = (typeof STORES)[number]

const USER = { username: 'carol', email: 'carol@example.com' }
const CHOSEN = 'a password chosen by email'

interface Moment {
  readonly when: string
  readonly at: Hold | Behaviour
  /** How many emails the mail server has accepted by then: one that came before, and perhaps the one in question. */
  readonly accepted: 1 | 2
}
/** In the order in which they come. Before, the user has got another email, whose link works. */
const MOMENTS: readonly Moment[] = [
  { when: 'it is answered, and no worker has the email', at: { holdAt: 'lease' }, accepted: 1 },
  { when: 'a worker has it, and its link is not made', at: { holdAt: 'link' }, accepted: 1 },
  { when: 'the mail server has it, and has not answered', at: 'stall', accepted: 1 },
  { when: 'the mail server has accepted it, and the link before still works', at: { holdAt: 'promote' }, accepted: 2 },
  { when: 'the link before has ended, and the outcome is not written', at: { holdAt: 'complete' }, accepted: 2 },
]
/** The store's part of it: the lease, and the writes; the moments in between are the same. */
const ON_REDIS = MOMENTS.filter((_, index) => index % 2 === 0)
const CASES = [
  ...MOMENTS.map((moment) => [EMBEDDED, moment.when, moment] as const),
  ...ON_REDIS.map((moment) => [REDIS, moment.when, moment] as const),
]
const PLACES: Readonly<Record<Store, number>> = { [EMBEDDED]: MOMENTS.length + 1, [REDIS]: ON_REDIS.length + 1 }

const free: Record<Store, Ground[]> = { [EMBEDDED]: [], [REDIS]: [] }
/** Where a process was killed while the mail server slept. */
const asleep: Partial<Record<Store, Ground>> = {}
function take(store: Store): Ground {
  const place = free[store].pop()
  if (place === undefined) throw new Error('there are more tests than places')
  return place
}

interface Ground {
  readonly mail: MailServer
  readonly setting: NodeSetting
  /** To look at the emails. */
  readonly storage: Storage
  /** The connections to the mail server are gone. */
  disconnect(): Promise<unknown>
  /** A node within this process. */
  start(aheadMs: number): Promise<Idp>
}

/** A store with one user in it, a mail server, and what a node there is started with. */
async function ground(store: Store, place: number): Promise<Ground> {
  const mail = await startMailServer()
  const road = await startProxy(mail.port)
  const url = mail.url.replace(`:${mail.port}`, `:${road.port}`)
  // Of the node within this process.
  const mailer = smtpMailer({ url, from: FROM })
  const { store: shared, open } = sharedStore(store === REDIS ? redis : undefined, `crash-${place}:`)
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  const options = { secret: ROOT_SECRET, clients: [CONF], accounts: [], rateLimits: false } as const
  const first = await startIdp({ issuer, options: { ...options, storage: open() } })
  const made = await first.portico.accounts?.invite(USER.username, { email: USER.email, email_verified: true })
  if (made?.outcome !== 'created') throw new Error('the user could not be added')
  await first.portico.accounts?.changePassword(made.account.sub, 'a password to be forgotten')
  await first.stop()
  const storage = stoppedAtEnd(open())
  return {
    mail,
    setting: { issuer, port, store: shared, options: { ...options, mail: { url, from: FROM } } },
    storage,
    disconnect: () => road.close().then(road.reopen),
    start: (aheadMs) =>
      startIdp({ issuer, options: { ...options, storage: open(), mailer, clock: () => Date.now() + aheadMs } }),
  }
}

const asks = (node: Node): Promise<unknown> => forget(node, USER.username)
/** What the user finds in the end: of all emails the last one works, and it does its purpose. */
async function expectLastWorks(node: Node, mail: MailServer): Promise<void> {
  const links = recoveryIn(mail).map(linkIn)
  const titles = await Promise.all(links.map((link) => titleAt(node, link)))
  expect(titles).toEqual([...titles.slice(1).map(() => NEWER), WORKS])
  const page = pageOf(await openBrowser(node).visit(links.at(-1) ?? ''))
  const done = pageOf(await openBrowser(node).submit(page, { new_password: CHOSEN, repeat: CHOSEN }))
  expect(done.answer.status).toBe(200)
  const tokens = await person(node, { username: USER.username, password: CHOSEN }).signIn(relyingParty(node, CONF))
  expect(tokens.access_token).toBeTruthy()
}

/** Asks for an email and kills the process at that moment. */
async function die({ mail, setting, storage, disconnect }: Ground, { at, accepted }: Moment): Promise<void> {
  const doomed = await startNodeProcess(setting)
  await asks(doomed.node)
  await emailWhen({ portico: { storage } }, ({ state }) => state === 'delivered')
  if (typeof at === 'string') {
    await disconnect()
    mail.behave(at)
    const before = mail.connections()
    await asks(doomed.node)
    await until(() => (at === 'stall' ? mail.stalled() > 0 : mail.connections() > before))
  } else {
    await doomed.hold(at)
    await asks(doomed.node)
    await doomed.held
  }
  await doomed.end('SIGKILL')
  expect(recoveryIn(mail)).toHaveLength(accepted)
  mail.behave('accept')
}

const redis = await startRedis()

for (const store of STORES)
  free[store] = await Promise.all(Array.from({ length: PLACES[store] }, (_, place) => ground(store, place)))
// Their leases run out while the others are killed.
await Promise.all(STORES.map((store) => die((asleep[store] = take(store)), { when: '', at: 'sleep', accepted: 1 })))

it.concurrent.each([
  [EMBEDDED, 'the restarted node'],
  [REDIS, 'another node'],
] as const)('%s, killed when the mail server sleeps: %s waits until the lease has run out', async (store, _who) => {
  const { mail, setting, storage } = asleep[store] as Ground
  const [leased] = await queuedEmails({ portico: { storage } })
  const { node } = await startNodeProcess(setting)
  await emailWhen({ portico: { storage } }, ({ state }) => state === 'delivered')
  const [sent] = await queuedEmails({ portico: { storage } })
  expect((sent?.lastAt ?? 0) - (leased?.dueAt ?? 0)).toBeGreaterThanOrEqual(0)
  await expectLastWorks(node, mail)
})

it.concurrent.each(CASES)(
  '%s, killed when %s: the email arrives, and the newest link works',
  async (store, _when, moment) => {
    const place = take(store)
    const { mail, storage } = place
    await die(place, moment)
    // The service again, after the time in which the lease runs out.
    const idp = await place.start(60_000)
    await until(async () => recoveryIn(mail).length > moment.accepted)
    await allFinished({ portico: { storage } })
    expect(recoveryIn(mail)).toHaveLength(moment.accepted + 1)
    const emails = await queuedEmails({ portico: { storage } })
    expect(emails.map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    // A mailbox that got it twice can show it once.
    expect(new Set(recoveryIn(mail).map(({ headers }) => headers['message-id'])).size).toBe(2)
    await expectLastWorks(idp, mail)
  },
)
