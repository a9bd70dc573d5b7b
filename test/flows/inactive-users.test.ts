/** Users without a sign-in: an email, then a suspension; never of an administrator (setting `inactive`). */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { Account } from '../../lib/domain/accounts/account-record.ts'
import { movableClock } from '../support/clock.ts'
import { CONF } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { readyUser } from '../support/ready-user.ts'
import { until } from '../support/until.ts'
import { audited } from './portal-visitor.ts'

const DAY = 86_400

it('emails, then suspends; a sign-in or an administrator’s role prevents it', async () => {
  const clock = movableClock()
  const storage = embeddedStorage({ now: clock.now })
  const sent: string[] = []
  const idp = await runningIdp({
    storage,
    clock: clock.now,
    inactive: { emailAfterDays: 60, suspendAfterDays: 90 },
    mailer: {
      from: 'sso@example.com',
      send: async ({ to, subject }: { to: string; subject: string }) => void sent.push(`${to} ${subject}`),
    } as never,
  })
  const own = 'a password of their own'
  const email = (name: string) => ({ email: `${name}@example.com`, email_verified: true })
  const idle = await readyUser(idp, 'idle', email('idle'), own)
  const busy = await readyUser(idp, 'busy', email('busy'), own)
  const boss = await readyUser(idp, 'boss', { ...email('boss'), roles: ['sso:admin'] }, own)
  const account = async (sub: string): Promise<Account> => (await idp.portico.accounts?.account(sub)) as Account

  // Users who never signed in count as active until the first round.
  await until(async () => (await storage.documents.read('inactive-users', 'progress')) !== undefined)
  clock.forward(61 * DAY)
  await until(async () => (await account(idle.sub)).inactiveEmailAt !== undefined, 'the email', 180_000)
  await until(() => sent.some((line) => line.startsWith('idle@example.com Sign in before')))
  await idp.user({ username: 'busy', password: own }).signIn(idp.party(CONF))
  await until(async () => ((await account(busy.sub)).lastSignIn?.at ?? 0) > clock.now() - DAY * 1000)
  clock.forward(31 * DAY)
  await until(async () => (await account(idle.sub)).status === 'suspended', 'the suspension', 180_000)
  expect((await audited(idp, 'account.suspended', idle.sub)).actor).toBe('inactivity')
  expect([(await account(busy.sub)).status, (await account(boss.sub)).status]).toEqual(['active', 'active'])
  expect((await account(boss.sub)).inactiveEmailAt).toBeUndefined()
}, 400_000)
