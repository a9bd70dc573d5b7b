/** Floods of attempts: 200 concurrent ones, rotating IP addresses; the owner signs in (cases SES-06 to SES-08). */
import { openBrowser } from '../support/browser.ts'
import { ALICE, BOB } from '../support/fixtures.ts'
import { inParallel } from '../support/http.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { attempt, type Door, doorOf } from '../support/sign-in-door.ts'

const THROTTLE = { accountAndAddress: { limit: 10 }, address: { limit: 50 }, account: { limit: 20 } }

async function start(trustProxy = 0): Promise<Idp> {
  return runningIdp({ trustProxy, login: { throttle: THROTTLE } })
}

const from = (idp: Idp, address: string): Promise<Door> => doorOf(idp, openBrowser(idp, { from: address }))
async function tried(door: Door, username: string, password: string, forwardedFor?: string): Promise<number> {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  return (await attempt(door, username, password, headers)).status
}
const throttled = (statuses: readonly number[]): number => statuses.filter((status) => status === 429).length

describe('200 tries at the same moment', () => {
  it('are counted one by one: ten are checked, the others wait', async () => {
    const idp = await start()
    const door = await doorOf(idp)
    const statuses = await inParallel(200, 200, (index) =>
      tried(door, ALICE.username, index === 150 ? ALICE.password : `guess ${index}`),
    )
    expect(statuses.every((status) => status === 422 || status === 429 || status === 303)).toBe(true)
    expect(throttled(statuses)).toBeGreaterThanOrEqual(189)
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(THROTTLE.accountAndAddress.limit)
  })

  it('for 200 accounts from one address: fifty are checked', async () => {
    const idp = await start()
    const door = await doorOf(idp)
    const statuses = await inParallel(200, 200, (index) => tried(door, `user-${index}`, 'guess'))
    expect(throttled(statuses)).toBe(200 - THROTTLE.address.limit)
  })
})

it.each<[string, number, (index: number) => string, number]>([
  ['without a trusted proxy changes nothing', 0, (index) => `203.0.113.${index}, 10.0.0.${index}`, 429],
  ['behind one proxy counts by its last address', 1, (index) => `203.0.113.${index}, 198.51.100.7`, 303],
  ['with addresses of one /64 is one caller', 1, (index) => `2001:db8:1:2::${(index + 1).toString(16)}`, 303],
])('SES-08: X-Forwarded-For %s, however it rotates', async (_, trustProxy, addressOf, outcomeOfAnother) => {
  const idp = await start(trustProxy)
  const door = await doorOf(idp)
  const statuses = await inParallel(60, 20, (index) => tried(door, ALICE.username, 'guess', addressOf(index)))
  expect(throttled(statuses)).toBe(60 - THROTTLE.accountAndAddress.limit)
  expect(await tried(door, ALICE.username, ALICE.password, '203.0.113.1, 198.51.100.8')).toBe(outcomeOfAnother)
})

it('SES-06: an account under attack for two hours, from thirty addresses is open to its owner at every moment, and a mistyped password costs them fifteen minutes at the most', async () => {
  const idp = await start()
  const attackers = await Promise.all(Array.from({ length: 30 }, (_, index) => from(idp, `127.3.0.${index + 1}`)))
  for (let quarter = 0; quarter < 8; quarter += 1) {
    const round = await inParallel(attackers.length * 2, 15, (index) =>
      tried(attackers[index % attackers.length] as Door, ALICE.username, 'guess'),
    )
    expect(throttled(round)).toBeGreaterThanOrEqual(attackers.length)
    expect(await tried(await from(idp, '127.4.0.1'), ALICE.username, ALICE.password)).toBe(303)
    idp.clock.forward(900)
    for (const [index] of attackers.entries()) attackers[index] = await from(idp, `127.3.0.${index + 1}`)
  }
  await inParallel(30, 15, (index) => tried(attackers[index] as Door, ALICE.username, 'guess'))
  const owner = await from(idp, '127.4.0.1')
  expect(await tried(owner, ALICE.username, 'mistyped')).toBe(422)
  expect(await tried(owner, ALICE.username, ALICE.password)).toBe(429)
  idp.clock.forward(901)
  expect(await tried(await from(idp, '127.4.0.1'), ALICE.username, ALICE.password)).toBe(303)
  expect(await tried(await from(idp, '127.4.0.1'), BOB.username, BOB.password)).toBe(303)
})
