/** One administrator must remain (policies/roles.ts), also when the search for one takes longer than a turn. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { Account } from '../../lib/domain/accounts/account-record.ts'
import { consents } from '../../lib/domain/accounts/consents.ts'
import type { EmbeddedDirectory } from '../../lib/domain/accounts/embedded-directory.ts'
import { factorRecords } from '../../lib/domain/accounts/factors/factor-record.ts'
import { signInLockouts } from '../../lib/domain/accounts/sign-in-lockouts.ts'
import { signInPauses } from '../../lib/domain/accounts/sign-in-pauses.ts'
import { type AccountOperations, accountOperations } from '../../lib/domain/management/account-operations.ts'
import { appUses } from '../../lib/domain/metrics/app-use.ts'
import { sessionEnding } from '../../lib/domain/sessions/ending.ts'
import { LIFETIMES } from '../../policies/lifetimes.ts'
import { ADMIN_ROLE } from '../../policies/panel-access.ts'
import { directoryOn, trailOn } from '../support/audit.ts'
import { movableClock } from '../support/clock.ts'

async function house() {
  const clock = movableClock()
  const storage = embeddedStorage({ now: clock.now })
  await storage.open()
  const { documents, records } = storage
  const ending = sessionEnding(storage, LIFETIMES, { wake: () => {} }, clock.now)
  const audit = trailOn(storage, { now: clock.now })
  const directory = directoryOn(documents, clock.now, async (sub) => void (await ending.endEverything(sub)))
  const actsOver = (seen: EmbeddedDirectory, name: string): AccountOperations =>
    accountOperations(
      {
        directory: seen,
        factors: factorRecords(documents),
        records,
        storage,
        consents: consents(documents, clock.now),
        appUses: appUses(documents, clock.now),
        ending,
        pauses: signInPauses(storage, signInLockouts(storage, clock.now), clock.now),
        hasConnectorTo: () => false,
        audit,
        emails: undefined,
        now: clock.now,
      },
      { name },
    )
  const administrator = (sub: string, more: Partial<Account> = {}) =>
    directory.create({
      sub,
      username: sub,
      status: 'active',
      source: 'administrator',
      person: { roles: [ADMIN_ROLE] },
      createdAt: 0,
      changedAt: 0,
      ...more,
    })
  return { clock, storage, directory, actsOver, administrator }
}

it('two who take the role from each other: the slow one changes nothing once its turn is over, and ends no other turn', async () => {
  const { clock, storage, directory, actsOver, administrator } = await house()
  for (const sub of ['anna', 'bert']) await administrator(sub)
  const quick = actsOver(directory, 'anna')
  let meanwhile: (() => Promise<unknown>) | undefined = async () => {
    clock.forward(3_600)
    return quick.takeRole('bert', ADMIN_ROLE)
  }
  const slow = actsOver(
    {
      ...directory,
      list: async (after, limit) => {
        const page = await directory.list(after, limit)
        const act = meanwhile
        meanwhile = undefined
        await act?.()
        return page
      },
    },
    'bert',
  )
  expect(await slow.takeRole('anna', ADMIN_ROLE)).toEqual({ outcome: 'busy' })
  const rolesOf = async (sub: string): Promise<unknown> => (await directory.account(sub))?.person.roles
  expect([await rolesOf('anna'), await rolesOf('bert')]).toEqual([[ADMIN_ROLE], []])
  await storage.close()
})

it('who administers by the word of a provider is no other administrator: it takes that back at any sign-in', async () => {
  const { storage, directory, actsOver, administrator } = await house()
  await administrator('anna')
  await administrator('bob', { origin: 'entra' })
  const acts = actsOver(directory, 'anna')
  expect(await acts.takeRole('anna', ADMIN_ROLE)).toEqual({ outcome: 'last-administrator' })
  expect(await acts.suspend('bob')).toMatchObject({ outcome: 'done' })
  await storage.close()
})

it('the last administrator gets no end date, and who has one is no other administrator', async () => {
  const { storage, directory, actsOver, administrator } = await house()
  for (const sub of ['anna', 'bert']) await administrator(sub)
  const acts = actsOver(directory, 'anna')
  expect((await acts.setEnd('bert', '2099-01-31')).outcome).toBe('done')
  expect((await acts.setEnd('anna', '2099-01-31')).outcome).toBe('last-administrator')
  expect((await acts.giveRole('anna', ADMIN_ROLE, '2099-01-31')).outcome).toBe('last-administrator')
  expect((await acts.setEnd('bert', undefined)).outcome).toBe('done')
  expect((await acts.giveRole('anna', ADMIN_ROLE, '2099-01-31')).outcome).toBe('done')
  expect((await acts.giveRole('anna', ADMIN_ROLE)).outcome).toBe('done')
  expect((await directory.account('anna'))?.roleEnds).toBeUndefined()
  await storage.close()
})
