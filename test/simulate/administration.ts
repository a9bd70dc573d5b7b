/** Administrators at the command line, and an attacker who guesses passwords. */
import { openBrowser } from '../support/browser.ts'
import { ADMINISTRATORS, type User } from './cast.ts'
import { endFamilies, probe } from './endings.ts'
import type { Perform, Performing } from './perform.ts'
import type { Kind } from './plan.ts'
import { consentOf, tryToSignIn } from './sign-ins.ts'
import type { World } from './world.ts'

const GUESSES = 14
const BUDGET = 10
const WINDOW_MS = 900_000
const TRIES_MAX = 5
const AGAIN_MS = 500
/** How long a suspension or a disabled app lasts at most, in milliseconds. */
const PAUSE_MS = 20_000

type Work = (name: string) => Promise<{ readonly outcome: string }>
type Barred = User['barred']
const bar = (world: World, barred: Barred, why: string): void => void barred.push({ from: world.sim.now(), why })
const lift = (world: World, barred: Barred): void => {
  for (const one of barred) one.until ??= world.sim.now()
}

/** An operation that ends all access of a user. */
async function endUser(
  world: World,
  performing: Performing,
  why: string,
  work: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const { user, random } = performing
  const startedAt = world.sim.now()
  const { password } = user
  const live = await world.liveSessions(user.name)
  world.doubt(world.familiesOf(user.name))
  const outcome = await work()
  if (outcome !== 'done') return outcome
  const families = world.familiesOf(user.name)
  endFamilies(world, families, startedAt, why, 'all', live)
  await Promise.all([probe(world, families, random), tryToSignIn(world, performing, password)])
  return outcome
}

const suspend: Perform = async (world, performing) => {
  const { user, random, action } = performing
  const outcome = await endUser(world, performing, 'the suspension', async () => {
    const result = await world.administer(random, ({ users }) => users.suspend(user.name), user.name)
    if (result?.outcome === 'done') bar(world, user.barred, 'the suspension was acknowledged')
    return result?.outcome
  })
  await world.sim.pause(PAUSE_MS * action.amount)
  lift(world, user.barred)
  const back = await world.administer(random, ({ users }) => users.reactivate(user.name), user.name)
  return `${outcome}, then ${back?.outcome}`
}

const resetPassword: Perform = async (world, performing) => {
  const { user, random } = performing
  const was = user.password
  const outcome = await endUser(world, performing, 'the password reset', async () => {
    const result = await world.administer(random, ({ users }) => users.resetPassword(user.name), user.name)
    if (result?.outcome !== 'done') return result?.outcome
    user.oldPasswords.push({ password: was, since: world.sim.now() })
    user.password = result.oneTimePassword ?? was
    return 'done'
  })
  return String(outcome)
}

const disableApp: Perform = async (world, { app, random, action }) => {
  const startedAt = world.sim.now()
  world.notices.disabled(app.id)
  world.doubt(world.book.families.filter((family) => family.app === app.id))
  const result = await world.administer(random, ({ apps }) => apps.disable(app.id), app.id)
  if (result?.outcome === 'done') {
    bar(world, app.barred, 'the app was disabled')
    const families = world.book.families.filter((family) => family.app === app.id)
    for (const family of families) if (family.startedAt < startedAt) world.book.endFamily(family, 'the disabling')
    await probe(world, families, random)
  }
  await world.sim.pause(PAUSE_MS * action.amount)
  lift(world, app.barred)
  const back = await world.administer(random, ({ apps }) => apps.enable(app.id), app.id)
  if (back?.outcome === 'done') world.notices.enabled(app.id)
  return `${result?.outcome}, then ${back?.outcome}`
}

/** As the portal does. */
const withdraw: Perform = async (world, { user, app, random }) => {
  const startedAt = world.sim.now()
  const consent = consentOf(user, app)
  consent.withdrawing = startedAt
  delete consent.withdrawn
  world.doubt(world.familiesOf(user.name, app.id))
  const done = await world.administer(random, async ({ storage, consents }) => {
    await storage.subjects.revokeClient(user.name, app.id)
    await consents.forget(user.name, app.id)
    await storage.subjects.revokeClient(user.name, app.id)
    return { outcome: 'done' }
  })
  if (done === undefined) return 'no response'
  if (app.id === 'desk') consent.withdrawn = world.sim.now()
  const families = world.familiesOf(user.name, app.id)
  for (const family of families) if (family.startedAt < startedAt) world.book.endFamily(family, 'the withdrawal')
  await probe(world, families, random)
  return done.outcome
}

/** Both are removed at the same time, and again if another operation was in the way. One must remain. */
const demote: Perform = async (world, { random }) => {
  const { users } = world.console
  for (const name of ADMINISTRATORS) world.doubt(world.familiesOf(name))
  const once = async (name: string, work: Work): Promise<unknown> =>
    (await world.administer(random, () => work(name)))?.outcome ?? 'busy'
  const patiently = async (name: string, work: Work): Promise<unknown> => {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const outcome = await once(name, work)
      if (outcome !== 'busy') return outcome
      await world.sim.pause(AGAIN_MS * random.next())
    }
    return 'busy'
  }
  const each = (work: Work): Promise<readonly unknown[]> =>
    Promise.all(ADMINISTRATORS.map((name) => patiently(name, work)))
  const outcomes = await each((name) => (random.chance(0.5) ? users.takeRole(name, 'sso:admin') : users.suspend(name)))
  await world.sim.pause(PAUSE_MS)
  await each((name) => users.giveRole(name, 'sso:admin'))
  for (const user of world.users) if (ADMINISTRATORS.includes(user.name)) lift(world, user.barred)
  await each((name) => users.reactivate(name))
  return outcomes.join(', ')
}

/** The attacker opens pages, then sends all guesses together. */
const guess: Perform = async (world, { user, app, random }) => {
  const { sim, book } = world
  const address = `192.0.2.${random.below(250)}`
  const name = `${user.name} ${address}`
  const isFirst = !world.guesses.some((one) => one.name === name && one.at > sim.now() - WINDOW_MS)
  const pages = await Promise.allSettled(
    Array.from({ length: GUESSES }, async () => {
      const browser = openBrowser(world.through({ random, address }))
      return { browser, stop: await browser.visit(app.party.request().address) }
    }),
  )
  let evaluated = 0
  await Promise.allSettled(
    pages.map(async (page, index) => {
      if (page.status === 'rejected' || page.value.stop.at !== 'page') return
      const fields = { username: user.name, password: `guess ${index}` }
      const answer = await page.value.browser.send(page.value.stop, fields)
      world.guesses.push({ name, at: sim.now() })
      if (answer.status === 422) evaluated += 1
    }),
  )
  book.hold(!isFirst || evaluated <= BUDGET, 'sign-in-budget', () => `${evaluated} guesses at ${name} were evaluated`)
  return `${evaluated} guesses evaluated`
}

export const administration = {
  suspend,
  'reset password': resetPassword,
  'disable app': disableApp,
  'withdraw consent': withdraw,
  'demote administrators': demote,
  guess,
} satisfies Partial<Record<Kind, Perform>>
