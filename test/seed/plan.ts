/** Events at a company in sixteen days, in the order of time: who signed in to what, and what failed. */
import type { ErrorCode, ErrorRef } from '../../policies/errors.ts'
import { APPS, type App } from './apps.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type Device, PEOPLE, type Person, personNamed } from './people.ts'

export interface Act {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly what: Happening
}

export type Happening =
  | { readonly kind: 'sign-in'; readonly visit: Visit; readonly session: string; readonly kept: boolean }
  /** Another app in the same session: nothing is asked. */
  | { readonly kind: 'next-app'; readonly visit: Visit; readonly session: string; readonly kept: boolean }
  | { readonly kind: 'refresh'; readonly app: App }
  | { readonly kind: 'sign-out'; readonly visit: Visit; readonly session: string }
  | { readonly kind: 'wrong-password'; readonly person: Person | undefined; readonly app: App; readonly device: Device }
  | { readonly kind: 'wrong-code'; readonly visit: Visit }
  | { readonly kind: 'refused'; readonly app: App; readonly refusal: Refusal; readonly device: Device }

export interface Visit {
  readonly person: Person
  readonly app: App
  readonly device: Device
}

export interface Refusal {
  readonly error: ErrorCode
  readonly ref: ErrorRef
  readonly route: 'authorize' | 'token'
}

export const DAYS = 16
export const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** So long ago the CRM began to send another return address. */
const BROKEN_MS = 5 * HOUR_MS
const BROKEN_REFUSALS = 34
/** An attacker guesses the password of Ines while she is away: as often from each IP address as the limit allows. */
const GUESSING = { earlier: 10, now: 2, each: 9 } as const
const AWAY_MS = 6 * DAY_MS
/** Sessions that are younger are live: one that is not used ends after twelve hours. */
const LIVE_MS = 11 * HOUR_MS
/** Users who sign in outside of the day's shape while the current sessions begin: a night has sessions too. */
const RECENT = 36

/** Sign-ins by the hour of a workday, by UTC: two sites, a peak each, and few at night. */
const HOURS = [2, 1, 1, 2, 4, 10, 22, 38, 40, 26, 18, 14, 20, 24, 22, 18, 14, 11, 8, 6, 5, 4, 3, 2]

const app = (clientId: string): App => {
  const found = APPS.find(({ draft }) => draft.clientId === clientId)
  if (found === undefined) throw new Error(`no app ${clientId}`)
  return found
}
const CRM = app('crm')
const INES = personNamed('Ines', 'Duarte')
/** They are there every workday. */
const REGULARS = [personNamed('Mira', 'Lindqvist'), personNamed('Tomás', 'Ferreira'), personNamed('Noor', 'van Dijk')]

/** @param suspended who cannot sign in from when on */
export function planned(now: number, suspended: ReadonlyMap<Person, number>): readonly Act[] {
  const acts: Act[] = []
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const silentFrom = workdaysBefore(today, 2)
  const may = ({ person, app: wanted }: Visit, at: number): boolean =>
    person.password === 'own' &&
    at < (suspended.get(person) ?? Infinity) &&
    !(wanted === CRM && at > now - BROKEN_MS) &&
    !(wanted.fate === 'silent' && at >= silentFrom) &&
    !(person === INES && at > now - AWAY_MS - DAY_MS)
  for (let day = today - (DAYS - 1) * DAY_MS; day <= today; day += DAY_MS) {
    const chance = chanceOf(`day ${new Date(day).toISOString().slice(0, 10)}`)
    const count = isWorkday(day) ? chance.between(105, 135) : chance.between(10, 16)
    for (let index = 0; index < count; index += 1) visitAt(acts, chance, timeIn(day, chance), { now, may })
    if (isWorkday(day))
      for (const person of REGULARS)
        visitAt(acts, chance, day + 7 * HOUR_MS + chance.between(0, 2 * HOUR_MS), { now, may }, person)
    refusalsOf(acts, chance, day, now)
    silentUses(acts, chance, day, { may, now })
  }
  const recent = chanceOf('recent')
  for (let index = 0; index < RECENT; index += 1)
    visitAt(acts, recent, now - recent.between(2 * MINUTE_MS, LIVE_MS - HOUR_MS), { now, may })
  return [...acts, ...brokenSince(now), ...guessing(now)]
    .filter(({ at }) => at <= now && at >= now - DAYS * DAY_MS)
    .toSorted((one, other) => one.at - other.at)
}

export const isWorkday = (day: number): boolean => ![0, 6].includes(new Date(day).getUTCDay())

/** The beginning of the workday that is this many before the present one. */
export function workdaysBefore(day: number, count: number): number {
  let found = day
  for (let left = count; left > 0; ) {
    found -= DAY_MS
    if (isWorkday(found)) left -= 1
  }
  return found
}

function timeIn(day: number, chance: Chance): number {
  const hour = chance.weighted([...HOURS.keys()], (each) => HOURS[each] ?? 0)
  return day + hour * HOUR_MS + chance.between(0, HOUR_MS - 1)
}

interface Bounds {
  readonly now: number
  readonly may: (visit: Visit, at: number) => boolean
}

/** One user: a sign-in, perhaps with a wrong password first, other apps in the hours after it, perhaps a sign-out. */
function visitAt(acts: Act[], chance: Chance, at: number, { now, may }: Bounds, person = chance.one(PEOPLE)): void {
  const device = chance.weighted(person.devices, (each) => (each === person.devices[0] ? 6 : 2))
  const chosen = (): Visit => ({ person, device, app: chance.weighted(APPS, ({ weight }) => weight) })
  const first = chosen()
  const session = chance.text(21)
  const signsOut = chance.happens(0.28)
  const kept = signsOut || at > now - LIVE_MS
  if (may(first, at)) {
    if (chance.happens(0.07))
      acts.push({ at: at - 20_000, what: { kind: 'wrong-password', person, app: first.app, device } })
    if (first.person.secondStep === 'authenticator' && chance.happens(0.08))
      acts.push({ at: at - 9_000, what: { kind: 'wrong-code', visit: first } })
    acts.push({ at, what: { kind: 'sign-in', visit: first, session, kept } })
    let last = at
    const seen = new Set([first.app])
    for (let more = chance.between(0, 3); more > 0; more -= 1) {
      const next = chosen()
      last += chance.between(MINUTE_MS, 2 * HOUR_MS)
      if (seen.has(next.app) || !may(next, last) || last > now) continue
      seen.add(next.app)
      acts.push({ at: last, what: { kind: 'next-app', visit: next, session, kept } })
    }
    for (const used of seen)
      for (let times = chance.between(0, 6); times > 0; times -= 1)
        acts.push({ at: last + chance.between(15 * MINUTE_MS, 5 * HOUR_MS), what: { kind: 'refresh', app: used } })
    const ends = last + chance.between(10 * MINUTE_MS, 3 * HOUR_MS)
    if (signsOut) acts.push({ at: ends, what: { kind: 'sign-out', visit: first, session } })
  }
}

/** Now and then a request is wrong, each app in its own way. */
function refusalsOf(acts: Act[], chance: Chance, day: number, now: number): void {
  const at = (): number => timeIn(day, chance)
  const refuse = (clientId: string, times: number, refusal: Refusal): void => {
    for (let left = times; left > 0; left -= 1) {
      const from = app(clientId)
      const device: Device =
        refusal.route === 'token' ? { address: from.server, userAgent: '' } : (chance.one(PEOPLE).devices[0] as Device)
      acts.push({ at: at(), what: { kind: 'refused', app: from, refusal, device } })
    }
  }
  const isBusy = isWorkday(day)
  if (day > now - 6 * DAY_MS)
    refuse('grafana', isBusy ? 3 : 1, { error: 'invalid_client', ref: 'invalid_client_secret', route: 'token' })
  if (isBusy && chance.happens(0.5)) refuse('git', 1, { error: 'invalid_grant', ref: 'code_expired', route: 'token' })
  if (isBusy && chance.happens(0.2))
    refuse('mobile-sandbox', 1, { error: 'invalid_request', ref: 'pkce_required', route: 'authorize' })
  if (isBusy && chance.happens(0.6))
    refuse('chat', 2, { error: 'login_required', ref: 'login_required', route: 'authorize' })
  if (isBusy && chance.happens(0.3))
    refuse('reports', 1, { error: 'invalid_scope', ref: 'scope_denied', route: 'authorize' })
  for (let names = chance.between(0, isBusy ? 3 : 1); names > 0; names -= 1) {
    const device: Device = {
      address: `203.0.113.${chance.between(2, 250)}`,
      userAgent: PEOPLE[0]?.devices[0]?.userAgent ?? '',
    }
    acts.push({ at: at(), what: { kind: 'wrong-password', person: undefined, app: app('mail'), device } })
  }
}

/** Every workday, until all sign-ins failed: chance alone might leave a day out. */
function silentUses(acts: Act[], chance: Chance, day: number, { may }: Bounds): void {
  if (!isWorkday(day)) return
  for (const silent of APPS.filter(({ fate }) => fate === 'silent'))
    for (let times = chance.between(3, 7); times > 0; times -= 1) {
      const person = chance.one(PEOPLE)
      const visit = { person, app: silent, device: person.devices[0] as Device }
      const at = timeIn(day, chance)
      if (may(visit, at)) acts.push({ at, what: { kind: 'sign-in', visit, session: chance.text(21), kept: false } })
    }
}

/** A user who opens the CRM is refused, and tries again. */
function brokenSince(now: number): readonly Act[] {
  const chance = chanceOf('broken')
  const refusal: Refusal = { error: 'invalid_request', ref: 'redirect_uri_mismatch', route: 'authorize' }
  return Array.from({ length: BROKEN_REFUSALS }, () => {
    const person = chance.one(PEOPLE.slice(60, 84))
    const device = person.devices[0] as Device
    return { at: now - chance.between(4 * MINUTE_MS, BROKEN_MS), what: { kind: 'refused', app: CRM, refusal, device } }
  })
}

/** After a hundred wrong passwords in a row the account is locked, and Ines cannot sign in either. */
function guessing(now: number): readonly Act[] {
  const mail = app('mail')
  const [own] = INES.devices as [Device, ...Device[]]
  const chance = chanceOf('guessing')
  const starts = Array.from({ length: GUESSING.earlier }, (_, index) => now - AWAY_MS + index * 13 * HOUR_MS)
  const latest = Array.from({ length: GUESSING.now }, (_, index) => now - (GUESSING.now - index) * 3 * MINUTE_MS)
  const guesses = [...starts, ...latest].flatMap((start, from): readonly Act[] => {
    const device: Device = { address: `203.0.113.${20 + from * 7}`, userAgent: own.userAgent }
    const begun = start + (from < GUESSING.earlier ? chance.between(0, HOUR_MS) : 0)
    return Array.from({ length: GUESSING.each }, (__, index) => ({
      at: begun + index * 4_000,
      what: { kind: 'wrong-password', person: INES, app: mail, device },
    }))
  })
  const tries = [90_000, 55_000].map(
    (ago): Act => ({
      at: now - ago,
      what: { kind: 'wrong-password', person: INES, app: app('expenses'), device: own },
    }),
  )
  return [...guesses, ...tries]
}
