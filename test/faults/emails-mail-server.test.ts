/**
 * A mail server that refuses, defers, is silent, breaks TLS or is away (D-A6): an email waits for it, or is given up,
 * as the server's response requires; signing in, sign-outs and the readiness of the service never wait for it.
 */
import { emailOutbox } from '../../lib/domain/emails/email-outbox.ts'
import { person } from '../support/actors.ts'
import { titleOf } from '../support/browser.ts'
import { type EmailHouse, startEmailHouse } from '../support/email-house.ts'
import { type EmailIdp, forget, linkIn, NEWER, recoveryIn, titleAt, WORKS } from '../support/emails.ts'
import { ALICE, CONF } from '../support/fixtures.ts'
import { everywhere } from '../support/logout-caller.ts'
import type { Behaviour } from '../support/mail-server.ts'
import { emailWhen, queuedEmails, tried } from '../support/queued-emails.ts'
import { relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const DAY = 86_400

const TESTS = 14
const free = await Promise.all(Array.from({ length: TESTS }, startEmailHouse))

function take(): EmailHouse {
  const house = free.pop()
  if (house === undefined) throw new Error('there are more tests than services')
  return house
}

async function expectTheRestWell({ idp, user: { username, password } }: EmailHouse): Promise<void> {
  expect((await person(idp, { username, password }).signIn(relyingParty(idp, CONF))).access_token).toBeTruthy()
  expect((await idp.send('/health/ready')).status).toBe(200)
  expect(titleOf((await forget(idp, 'no such user')).answer.text)).toBe('Check your email · Portico')
}

/** It holds while the same attempts continue. A slow machine may need another one. */
async function whileAttemptsGoOn({ idp }: EmailHouse, kind: string, work: () => Promise<unknown>): Promise<void> {
  const leased = async () =>
    (await queuedEmails(idp, kind)).filter(({ state }) => state === 'leased').map(({ id, tries }) => `${id} ${tries}`)
  await until(async () => {
    const before = await leased()
    if (before.length === 0) return forwardToDue(idp, kind).then(() => false)
    await work()
    const after = await leased()
    return before.every((attempt) => after.includes(attempt))
  })
}

/** Lets the time go by until whatever waits is due. */
async function forwardToDue(idp: EmailIdp, kind?: string): Promise<void> {
  const due = (await queuedEmails(idp, kind)).flatMap(({ state, dueAt }) => (state === 'due' ? [dueAt] : []))
  // The attempt may have started meanwhile.
  if (due.length > 0) idp.clock.forward((Math.max(...due) - idp.clock.now()) / 1_000 + 0.1)
}

/** Two emails reach one user. They are sent in parallel, so either can be the newest. */
async function expectOneOfBothWorks(idp: EmailIdp): Promise<void> {
  await until(async () => {
    const emails = await queuedEmails(idp)
    return emails.length === 2 && emails.every(({ state }) => state === 'delivered')
  })
  const titles = await Promise.all(recoveryIn(idp.mail).map((email) => titleAt(idp, linkIn(email))))
  expect(titles.toSorted()).toEqual([WORKS, NEWER].toSorted())
}

it.concurrent('the server is away for an hour: it is asked after growing pauses, and gets an email whose link works from then on', async () => {
  const house = take()
  const { idp, user, road } = house
  await road.close()
  await forget(idp, user.username)
  await expectTheRestWell(house)
  const pauses: number[] = []
  // On a slow machine a pause of seconds is over before it is seen, so two tries pass in one round.
  for (let tries = 0; tries < 6; ) {
    const email = await emailWhen(idp, tried(tries + 1))
    expect(email).toMatchObject({ state: 'due', lastAnswer: 'connection refused' })
    // Only the first pause is one of seconds.
    expect(email.tries).toBe(tries === 0 && email.tries === 2 ? 2 : tries + 1)
    tries = email.tries
    pauses.push((email.dueAt - (email.lastAt ?? 0)) / 1_000)
    if (tries === 6) await road.reopen()
    await forwardToDue(idp)
  }
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  expect(pauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(3_600)
  expect(pauses.at(-1)).toBeLessThan(1.25 * 3_600)
  await emailWhen(idp, ({ state }) => state === 'delivered')
  const [received, ...more] = recoveryIn(idp.mail)
  expect([received?.envelope.to, more]).toEqual([[user.email], []])
  idp.clock.forward(19 * 60)
  expect(await titleAt(idp, linkIn({ text: received?.text ?? '' }))).toBe(WORKS)
})

it.concurrent.each([['sleep'], ['stall']] as const)(
  'the server is silent (%s): the attempt ends by itself, and all else goes on meanwhile',
  async (how) => {
    const house = take()
    const { idp, user } = house
    idp.mail.behave(how)
    await forget(idp, user.username)
    await whileAttemptsGoOn(house, 'recovery', () => expectTheRestWell(house))
    const email = await emailWhen(idp, tried(1))
    expect(email).toMatchObject({ state: 'due', lastAnswer: expect.stringMatching(/^no response in /) })
    idp.mail.behave('accept')
    await forwardToDue(idp)
    expect(await titleAt(idp, linkIn(await idp.emailTo(user.email, 'recovery')))).toBe(WORKS)
  },
)

it.concurrent('the server is silent while 80 emails wait: its apps are notified of a sign-out all the same', async () => {
  const house = take()
  const { idp, user, app, sink } = house
  const before = idp.mail.connections()
  idp.mail.behave('sleep')
  const outbox = emailOutbox(idp.portico.storage.deliveries, { now: idp.clock.now, wake: () => {} })
  const draft = { kind: 'factor-added', subject: user.sub } as const
  await Promise.all(Array.from({ length: 80 }, () => outbox.queue(draft)))
  await until(async () => idp.mail.connections() > before)
  await whileAttemptsGoOn(house, draft.kind, async () => {
    await everywhere(idp, (await person(idp, ALICE).signIn(relyingParty(idp, app))).access_token)
    await sink.arrived(1)
    sink.clear()
  })
  await expectTheRestWell(house)
  expect((await queuedEmails(idp, draft.kind)).filter(({ state }) => state === 'delivered')).toEqual([])
  idp.mail.behave('accept')
})

it.concurrent.each<readonly [Behaviour, RegExp]>([
  ['refuse', /^550 5\.1\.1 … no such user$/],
  ['refuse-data', /^554 5\.6\.0 not this email$/],
])(
  'the server refuses an email for good (%s): it is given up, and the answer is kept without the address',
  async (how, answer) => {
    const house = take()
    const { idp, user } = house
    idp.mail.behave(how)
    await forget(idp, user.username)
    const email = await emailWhen(idp, tried(1))
    expect(email).toMatchObject({ state: 'failed', tries: 1, lastAnswer: expect.stringMatching(answer) })
    expect(JSON.stringify(email) + idp.log.text()).not.toContain(user.email)
    await expectTheRestWell(house)
    idp.mail.behave('accept')
    idp.clock.forward(DAY / 2)
    // A repeated request sends another email; the refused one does not arrive.
    await forget(idp, user.username)
    await emailWhen(idp, ({ state }) => state === 'delivered')
    expect(recoveryIn(idp.mail)).toHaveLength(1)
    expect((await queuedEmails(idp)).map(({ state, tries }) => [state, tries])).toEqual([
      ['delivered', 1],
      ['failed', 1],
    ])
  },
)

it.concurrent.each<readonly [Behaviour, RegExp]>([
  ['defer', /^451 4\.3\.0 not now$/],
  ['hang-up', /^the connection was closed$/],
  ['break-tls', /^no agreement on TLS/],
  ['strange-certificate', /^the certificate is not valid: its issuer is not trusted$/],
])(
  'the server does not take an email now (%s): it waits some seconds, and arrives when the server is well',
  async (how, answer) => {
    const house = take()
    const { idp, user } = house
    idp.mail.behave(how)
    await forget(idp, user.username)
    const email = await emailWhen(idp, tried(1))
    expect(email).toMatchObject({ state: 'due', tries: 1, lastAnswer: expect.stringMatching(answer) })
    expect(email.dueAt - (email.lastAt ?? 0)).toBeGreaterThanOrEqual(4_000)
    await expectTheRestWell(house)
    idp.mail.behave('accept')
    await forwardToDue(idp)
    expect(await titleAt(idp, linkIn(await idp.emailTo(user.email, 'recovery')))).toBe(WORKS)
    expect(await emailWhen(idp, ({ state }) => state === 'delivered')).toMatchObject({ tries: email.tries + 1 })
  },
)

it.concurrent('the server is away for a day: a recovery email that no user expects any more is dropped', async () => {
  const { idp, user } = take()
  idp.mail.behave('defer')
  await forget(idp, user.username)
  const waiting = await emailWhen(idp, tried(1))
  idp.clock.forward(DAY)
  idp.mail.behave('accept')
  const email = await emailWhen(idp, ({ state }) => state !== 'due' && state !== 'leased')
  expect(email).toMatchObject({ id: waiting.id, state: 'dropped', tries: 1, lastError: 'late' })
  expect(recoveryIn(idp.mail)).toEqual([])
})

it.concurrent('an email waits: the link of the one before works meanwhile, and for its own twenty minutes only', async () => {
  const { idp, user } = take()
  await forget(idp, user.username)
  const link = linkIn(await idp.emailTo(user.email, 'recovery'))
  idp.clock.forward(19 * 60)
  idp.mail.behave('defer')
  await forget(idp, user.username)
  await emailWhen(idp, tried(1))
  expect(await titleAt(idp, link)).toBe(WORKS)
  idp.clock.forward(2 * 60)
  expect(await titleAt(idp, link)).toBe('This link has expired · Portico')
})

it.concurrent('two emails to one user wait: of both that arrive then, one works', async () => {
  const { idp, user } = take()
  idp.mail.behave('defer')
  for (const count of [1, 2]) {
    await forget(idp, user.username)
    await until(async () => (await queuedEmails(idp)).filter(tried(1)).length === count)
  }
  idp.mail.behave('accept')
  await forwardToDue(idp)
  await expectOneOfBothWorks(idp)
})

it.concurrent('the server is slow, and a second email sets out before the first is taken: one of both works', async () => {
  const { idp, user, road } = take()
  road.delay(150)
  await forget(idp, user.username)
  await emailWhen(idp, ({ state }) => state === 'leased')
  await forget(idp, user.username)
  await expectOneOfBothWorks(idp)
})
