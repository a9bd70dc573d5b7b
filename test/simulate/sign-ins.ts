/** Users who sign in and out. */
import { kindOf } from '../support/actors.ts'
import type { Stop } from '../support/browser.ts'
import { encodeFields } from '../support/http.ts'
import type { Family } from './book.ts'
import { type App, type Device, newDevice, type Route, type User } from './cast.ts'
import { endFamilies, probe } from './endings.ts'
import type { Perform, Performing } from './perform.ts'
import type { World } from './world.ts'

const PAGES_MAX = 6

/** The whole flow to a code. @returns undefined if the user is not let in, with the last page */
async function authorize(world: World, user: User, device: Device, app: App, route: Route, password: string) {
  const isOffline = app.id === 'desk' || route.random.chance(0.7)
  const scope = isOffline ? 'openid profile offline_access' : 'openid profile'
  const { sim, book } = world
  return world.inBrowser(device, route, async (browser) => {
    const startedAt = sim.now()
    const request = app.party.request({ scope })
    const pages: string[] = []
    let stop: Stop = await browser.visit(request.address)
    let chosen = ''
    while (stop.at === 'page' && pages.length < PAGES_MAX && stop.answer.status < 500) {
      const isNew = 'new_password' in (stop.forms[0]?.fields ?? {})
      const kind = isNew ? 'new-password' : kindOf(stop)
      if (kind === undefined || (kind === 'sign-in' && pages.includes(kind))) break
      pages.push(kind)
      chosen = isNew ? `chosen at ${sim.now()}` : chosen
      if (kind === 'sign-in') device.session = undefined
      if (kind === 'consent') consentOf(user, app).given = sim.now()
      stop = await browser.submit(stop, {
        ...(kind === 'sign-in' ? { username: user.name, password } : {}),
        ...(kind === 'consent' ? { action: 'allow' } : {}),
        ...(kind === 'choose-account' || kind === 'go-on' ? { action: 'continue' } : {}),
        ...(isNew ? { new_password: chosen, repeat: chosen } : {}),
      })
    }
    const code = stop.at === 'external' ? new URL(stop.url).searchParams.get('code') : null
    if (code === null) {
      const why = stop.at === 'external' ? new URL(stop.url).searchParams.get('error_ref') : stop.answer.status
      return { grant: undefined, why: `no code (${[...pages, why].join(', ')})` }
    }
    // Otherwise an administrator has reset it meanwhile.
    if (chosen !== '' && user.password === password) {
      user.oldPasswords.push({ password: user.password, since: sim.now() })
      user.password = chosen
    }
    const bar = [...user.barred, ...app.barred].find(({ from, until }) => from <= startedAt && until === undefined)
    book.hold(bar === undefined, 'barred', () => `${user.name} signed in to ${app.id}, although ${bar?.why}`)
    const old = user.oldPasswords.find((one) => one.password === password && one.since <= startedAt)
    const isOld = pages.includes('sign-in') && old !== undefined
    book.hold(!isOld, 'old-password', () => `${user.name} signed in with a password that was replaced`)
    holdConsent(world, user, app, startedAt, pages)
    const family = book.begin(user.name, app.id, code, isOffline, startedAt)
    return { grant: { family, request, code }, why: `${book.named(family)} (${pages.join(', ') || 'no page'})` }
  })
}

/** A sign-in that should fail, from another device, at one node. */
export async function tryToSignIn(world: World, { user, app, random }: Performing, password: string): Promise<void> {
  const route = { random, node: random.pick([...world.cluster.nodes.keys(), '']) }
  await authorize(world, user, newDevice(world.through), app, route, password).catch(() => undefined)
}

export function consentOf(user: User, app: App) {
  const consent = user.consent.get(app.id) ?? {}
  user.consent.set(app.id, consent)
  return consent
}

/** After a withdrawal, the consent page comes before the next code. */
function holdConsent({ book }: World, user: User, app: App, startedAt: number, pages: readonly string[]): void {
  const { withdrawing = -1, withdrawn = Number.POSITIVE_INFINITY, given = -1 } = consentOf(user, app)
  const isMissing = withdrawn <= startedAt && given <= withdrawing && !pages.includes('consent')
  book.hold(!isMissing, 'consent', () => `${user.name} was not asked for consent to ${app.id} after a withdrawal`)
}

/** @param times how often the code is redeemed at the same time */
export const signIn =
  (times: number): Perform =>
  async (world, { user, app, random, action }) => {
    const device = user.devices[action.amount < 0.7 ? 0 : 1]!
    const { grant, why } = await authorize(world, user, device, app, { random }, user.password)
    if (grant === undefined) return why
    const { family, request, code } = grant
    family.isDoubted = times > 1
    const redeem = async (): Promise<number> => {
      const written: Route['written'] = (answer, sentAt) => world.book.redeemed(family, answer, sentAt)
      const node = world.through({ random, written })
      const answer = await app.party.exchange({ ...request, code, callback: new URLSearchParams() }, {}, { node })
      world.book.replayed(family, answer)
      return answer.status
    }
    const outcomes = await Promise.allSettled(Array.from({ length: times }, redeem))
    device.session = world.sessionOf(family) ?? device.session
    if (device.session !== undefined && family.sid !== undefined) world.lastSeen.set(device.session, world.sim.now())
    return `${why}: ${outcomes.map((one) => (one.status === 'fulfilled' ? one.value : 'no response')).join(', ')}`
  }

/** The browser's sign-out, requested by an app with its ID token as the hint. */
export const signOut: Perform = async (world, { user, app, random, action }) => {
  const device = user.devices[action.amount < 0.7 ? 0 : 1]!
  const isHere = (family: Family): boolean => family.sid !== undefined && world.sessionOf(family) === device.session
  const family = world.familiesOf(user.name, app.id).findLast(isHere)
  if (family === undefined) return 'not signed in'
  return world.inBrowser(device, { random }, async (browser) => {
    const { session } = device
    const startedAt = world.sim.now()
    if (session === undefined || !isHere(family) || !(await world.isLive(user.name, session)))
      return 'not signed in any more'
    const ended = world.familiesOf(user.name).filter((one) => world.sessionOf(one) === session)
    world.doubt(ended)
    const query = encodeFields({ id_token_hint: family.idToken, client_id: app.id })
    const stop = await browser.visit(`/connect/logout?${query}`)
    if (stop.answer.status !== 200 || (stop.at === 'page' && stop.forms[0]?.buttons[0]?.value === 'confirm'))
      return `${stop.answer.status}`
    device.session = undefined
    endFamilies(world, ended, startedAt, 'the sign-out', 'offline lives on')
    await probe(world, ended, random)
    return 'signed out'
  })
}

/** POST /connect/logout with a Bearer token. */
export const signOutEverywhere: Perform = async (world, { user, app, random }) => {
  const families = world.familiesOf(user.name)
  const token = families
    .filter((one) => one.app === app.id)
    .flatMap(({ tokens }) => tokens)
    .findLast(({ kind }) => kind === 'access')
  if (token === undefined) return 'no token'
  const startedAt = world.sim.now()
  const live = await world.liveSessions(user.name)
  world.doubt(families)
  const headers = { authorization: `Bearer ${token.text}` }
  const { status } = await world.through({ random }).send('/connect/logout', { method: 'POST', headers })
  if (status !== 200 && status !== 204) return String(status)
  endFamilies(world, families, startedAt, 'the sign-out everywhere', 'all', live)
  await probe(world, families, random)
  return `${status}`
}
