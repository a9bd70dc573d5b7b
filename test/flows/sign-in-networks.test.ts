/** Guessing from a whole network: three hundred /64s of one /48 are no three hundred callers. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { ALICE } from '../support/fixtures.ts'
import { inParallel } from '../support/http.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { attempt, doorOf } from '../support/sign-in-door.ts'

function start(rateLimits: false | Record<string, never>): Promise<Idp> {
  // Time stands still: all tries fall into one window.
  const at = Date.now()
  const clock = (): number => at
  const storage = embeddedStorage({ now: clock })
  return runningIdp({ trustProxy: 1, rateLimits, clock, storage })
}
const sixtyFour = (index: number): string => `2001:db8:1:${(index + 1).toString(16)}::1`

it('300 wrong passwords for one account from 300 networks: no more than a hundred are looked at', async () => {
  const idp = await start(false)
  const tried = async (password: string, address: string) =>
    attempt(await doorOf(idp), ALICE.username, password, { 'x-forwarded-for': address })
  await inParallel(300, 8, (index) => tried(`guess ${index}`, sixtyFour(index)))
  const answer = await tried(ALICE.password, '198.51.100.9')
  // Past the bound not even the right password reveals anything.
  expect(answer.status).toBe(422)
})

it('a /48 has eight times the limit of one of its /64s; a /64 that is past its own uses up nothing of the others', async () => {
  const idp = await start({})
  const ask = async (address: string): Promise<number> =>
    (await idp.send('/token', { body: {}, headers: { 'x-forwarded-for': address } })).status
  const loud = await inParallel(500, 8, () => ask('2001:db8:2:1::1'))
  expect(loud.filter((status) => status !== 429)).toHaveLength(30)
  const others = await inParallel(300, 8, (index) => ask(`2001:db8:2:${(index + 2).toString(16)}::1`))
  expect(others.filter((status) => status !== 429)).toHaveLength(8 * 30 - 30)
  expect(await ask('2001:db8:3::1')).toBe(401)
})

it('a /64 that is past its limit of sign-ins keeps no other of its /48 waiting, however long it goes on', async () => {
  const idp = await start(false)
  const door = await doorOf(idp)
  const tried = async (address: string, username: string, password: string): Promise<number> =>
    (await attempt(door, username, password, { 'x-forwarded-for': address })).status
  const loud = await inParallel(8 * 50 + 20, 8, (index) => tried(sixtyFour(0), `unknown ${index}`, 'a guess'))
  expect(loud.filter((status) => status === 422)).toHaveLength(50)
  expect(loud.filter((status) => status === 429)).toHaveLength(7 * 50 + 20)
  expect(await tried(sixtyFour(1), ALICE.username, ALICE.password)).toBe(303)
})
