/** Emails before a rule requires a second factor: recipients, times, and exactly once, also with several nodes. */
import { readRecord } from '../../lib/domain/stored-record.ts'
import { startEmailIdp } from '../support/emails.ts'
import { giveRoles } from '../support/given-roles.ts'
import { ADMIN, enterPanel } from '../support/panel-visitor.ts'
import { until } from '../support/until.ts'
import { visitor } from './portal-visitor.ts'
import { enrolApp } from './second-factor-visitor.ts'

const DAY = 86_400
const COLLECTION = 'second-factor-notices'
const INVITED = 100
const dayIn = (days: number): string => new Date(Date.now() + days * DAY * 1000).toISOString().slice(0, 10)
const from = dayIn(30)
const idp = await startEmailIdp({
  accounts: [ADMIN],
  login: { secondFactor: { require: { roles: ['finance'] }, from } },
})
const { accounts, storage } = idp.portico

/** Moves the clock once all emails are out, because one under way would lose its lease and be sent again. */
async function forward(seconds: () => number): Promise<void> {
  await until(async () => (await storage.deliveries.unfinished(1)).length === 0)
  idp.clock.forward(seconds())
}
const clockTo = (daysBefore: number): Promise<void> =>
  forward(() => (Date.parse(from) - idp.clock.now()) / 1000 - daysBefore * DAY)
const notices = () => idp.mail.emails.filter(({ text }) => /two-step|zwei Schritten/.test(text))
const receivers = (): readonly string[] => notices().map(({ envelope }) => envelope.to[0] ?? '')
const passes = async () => (await storage.documents.list(COLLECTION, undefined, 10)).documents
const donePasses = async (): Promise<number> =>
  (await passes()).filter(({ value }) => readRecord<{ isDone?: boolean }>(value).isDone === true).length

/** Starts a node, whose first round follows soon, because the turn of the round before is over. */
async function nextRound(): Promise<void> {
  const before = await passes()
  await forward(() => 31)
  await idp.anotherNode()
  await until(async () => JSON.stringify(await passes()) !== JSON.stringify(before))
}

it('come 14 days and two days before, to each user who has no second factor, and never twice', async () => {
  const german = await idp.addUser({ locale: 'de' })
  const [plain, unproved, ready, graced] = [
    await idp.addUser(),
    await idp.addUser({ email_verified: false }),
    await idp.addUser(),
    await idp.addUser(),
  ]
  for (const { sub } of [german, unproved, ready, graced]) await giveRoles(idp, sub, 'finance')
  await enrolApp(idp, visitor(idp, ready))
  const panel = await enterPanel(idp)
  await panel.send(await panel.open(`/users/${graced.sub}/factors`), '/grace', { until: dayIn(40) })
  for (let index = 0; index < INVITED; index += 1)
    await accounts?.invite(`i-${index}`, { roles: ['finance'], email: `i-${index}@example.com`, email_verified: true })
  await clockTo(13)
  await nextRound()
  // A batch is of 100 users, so that other emails do not wait for all of them.
  expect(await donePasses()).toBe(0)
  // As if the node had died before it stored its progress.
  for (const { id, value } of await passes()) await storage.documents.replace(COLLECTION, id, value, undefined)
  await nextRound()
  await nextRound()
  expect(await donePasses()).toBe(1)
  await until(() => receivers().length === INVITED + 1)
  await clockTo(1)
  await nextRound()
  await nextRound()
  expect(await donePasses()).toBe(2)
  await until(() => receivers().length >= 2 * (INVITED + 1))
  expect(new Set(receivers()).size).toBe(INVITED + 1)
  for (const email of new Set(receivers())) expect(receivers().filter((one) => one === email)).toHaveLength(2)
  for (const { email } of [plain, unproved, ready, graced]) expect(receivers()).not.toContain(email)
  const [first] = notices().filter(({ envelope }) => envelope.to[0] === german.email)
  expect(first?.text).toContain('Bestätigung in zwei Schritten')
  expect(first?.text).toContain(`${idp.issuer}/portal/security`)
})
