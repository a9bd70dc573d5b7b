/** An account records when its user last signed in, and to which app. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { type Account, accountVersion, findAccount } from '../../lib/domain/accounts/account-record.ts'
import { movableClock } from '../support/clock.ts'
import { ALICE, CONF } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { until } from '../support/until.ts'

it('keeps time and app, at most once an hour, and changes nothing else', async () => {
  const clock = movableClock()
  const storage = embeddedStorage({ now: clock.now })
  const idp = await runningIdp({ storage, clock: clock.now })
  const account = async (): Promise<Account> => (await findAccount(storage.documents, ALICE.sub)) as Account
  const signsIn = async (): Promise<unknown> => idp.user(ALICE).signIn(idp.party(CONF))
  const before = await account()

  await signsIn()
  await until(async () => (await account()).lastSignIn !== undefined)
  const after = await account()
  const first = after.lastSignIn?.at ?? 0
  expect(after).toEqual({ ...before, lastSignIn: { at: expect.any(Number), client: CONF.client_id } })
  expect(accountVersion(after)).toBe(accountVersion(before))

  clock.forward(1_800)
  await signsIn()
  clock.forward(3_600)
  await signsIn()
  await until(async () => (await account()).lastSignIn?.at !== first)
  expect((await account()).lastSignIn?.at).toBeGreaterThanOrEqual(first + 5_400_000)
})
