/** How a client is used: the times of its most recent events, and the tokens issued on each recent day. */
import { defined } from '../../config/data/defined.ts'
import { summed, summedHours } from './tallies.ts'

/** Events whose latest time is recorded, in the order in which an integration usually reaches them. */
export const MOMENTS = [
  /** A valid authorization request was received. */
  'authorizedAt',
  /** A sign-in was completed: the code was exchanged. */
  'signedInAt',
  'userinfoAt',
  /** When the client last registered to be notified when a session ends. */
  'sessionRegisteredAt',
  'refreshedAt',
  'secretUsedAt',
] as const
export type Moment = (typeof MOMENTS)[number]

/** The stages a sign-in reaches before it ends with tokens (`signIns`). Signed-in users skip the pages. */
export const STAGES = ['requested', 'page', 'second-step', 'consent', 'code'] as const
export type Stage = (typeof STAGES)[number]

export interface DayUse {
  /** Number of codes exchanged for tokens. */
  readonly signIns: number
  readonly refreshes: number
  /** Number of sign-ins that reached each stage; stages without sign-ins are absent. */
  readonly reached?: Readonly<Partial<Record<Stage, number>>>
  /** Number of rejected sign-ins and token requests by cause (policies/errors.ts). */
  readonly refused?: Readonly<Record<string, number>>
  /** Number of sign-ins by hour of the day, from 0, in UTC; trailing hours without sign-ins are omitted. */
  readonly hours?: readonly number[]
}

/** Moments are in milliseconds since the epoch, or absent if they never occurred. Days (`2026-11-21`) are in UTC. */
export type ClientUse = Readonly<Partial<Record<Moment, number>>> & { readonly days: Readonly<Record<string, DayUse>> }

/** Number of days to keep. By default, refresh tokens from earlier sign-ins are no longer valid. */
export const USE_DAYS = 30

const DAY_MS = 86_400_000
let latest = { day: NaN, name: '' }

/** The UTC day of a point in time. Cached, because every request needs the current day. */
export function dayOf(at: number): string {
  const day = Math.floor(at / DAY_MS)
  if (day !== latest.day) latest = { day, name: new Date(at).toISOString().slice(0, 10) }
  return latest.name
}

/** Merges two nodes' data: keeps the later of each moment, and adds up the counts for the newest days. */
export function together(a: ClientUse, b: ClientUse): ClientUse {
  const moments = MOMENTS.flatMap((moment) => {
    const at = Math.max(a[moment] ?? 0, b[moment] ?? 0)
    return at === 0 ? [] : [[moment, at] as const]
  })
  const names = [...new Set([...Object.keys(a.days), ...Object.keys(b.days)])].sort().slice(-USE_DAYS)
  const days = names.map((day) => [day, sumOf(a.days[day], b.days[day])] as const)
  return { ...Object.fromEntries(moments), days: Object.fromEntries(days) }
}

const NO_USE: DayUse = { signIns: 0, refreshes: 0 }

function sumOf(a: DayUse = NO_USE, b: DayUse = NO_USE): DayUse {
  const reached = a.reached || b.reached ? summed(a.reached, b.reached) : undefined
  const refused = a.refused || b.refused ? summed(a.refused, b.refused) : undefined
  const hours = a.hours || b.hours ? summedHours(a.hours, b.hours) : undefined
  return {
    signIns: a.signIns + b.signIns,
    refreshes: a.refreshes + b.refreshes,
    ...defined({ reached, refused, hours }),
  }
}

export function since(createdAt: number, use: ClientUse): ClientUse {
  const first = dayOf(createdAt)
  return {
    ...Object.fromEntries(
      MOMENTS.filter((moment) => (use[moment] ?? -1) >= createdAt).map((moment) => [moment, use[moment]]),
    ),
    days: Object.fromEntries(Object.entries(use.days).filter(([day]) => day >= first)),
  }
}

/** Whether any moment is new, or at least `stepMs` later than the recorded one. */
export function isWorthWriting(known: ClientUse, use: ClientUse, stepMs: number): boolean {
  return MOMENTS.some((moment) => (use[moment] ?? 0) >= (known[moment] ?? 0) + stepMs)
}

/** One entry per day, oldest first, including days on which the client was not used. */
export function daysOf(use: ClientUse, now: number, days = USE_DAYS): readonly (DayUse & { readonly day: string })[] {
  return Array.from({ length: days }, (_, index) => {
    const day = dayOf(now - (days - 1 - index) * 86_400_000)
    return { day, ...(use.days[day] ?? NO_USE) }
  })
}

/** Sign-ins by weekday and hour, in UTC: seven rows starting on Monday, with 24 numbers each. */
export function weekOf(days: readonly (Pick<DayUse, 'hours'> & { readonly day: string })[]) {
  const rows = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { day, hours = [] } of days) {
    const row = rows[(new Date(day).getUTCDay() + 6) % 7] as number[]
    for (const [hour, count] of hours.entries()) row[hour] = (row[hour] ?? 0) + count
  }
  return rows
}
