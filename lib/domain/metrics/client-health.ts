import { type ClientUse, type DayUse, daysOf, STAGES, type Stage } from './client-use-record.ts'

/** The health of an app: the outcome of recent sign-ins and the most common refusal. */
export interface ClientHealth {
  /** Number of sign-ins that were started, and number of those that ended with tokens. */
  readonly started: number
  readonly completed: number
  /** Between 0 and 1; undefined if there were no sign-ins. */
  readonly success: number | undefined
  /** The most common refusal, identified by its cause (policies/errors.ts). */
  readonly error: { readonly ref: string; readonly count: number } | undefined
  /** Set while the app is broken, that is, while most sign-ins fail. */
  readonly failing: Failing | undefined
}

export interface Failing {
  readonly ref: string
  /** Number of refusals with this cause since the app broke. */
  readonly count: number
  /** The day on which the app broke, for example `2026-11-21`, in UTC. */
  readonly since: string
}

const HEALTH_DAYS = 7
/** An app is broken if one cause led to this many refusals since yesterday and most sign-ins did not succeed. */
const FAILING_MIN = 5
const FAILING_SHARE = 0.5

/** @param now milliseconds since the epoch */
export function clientHealth(use: ClientUse, now: number): ClientHealth {
  const days = daysOf(use, now)
  const week = totalOf(days.slice(-HEALTH_DAYS))
  return {
    ...week,
    success: week.started === 0 ? undefined : Math.min(1, week.completed / week.started),
    error: mostOf(days.slice(-HEALTH_DAYS)),
    failing: failingIn(days),
  }
}

/** Number of sign-ins that reached each stage in the last `days` days, from the request to the tokens. */
export function funnelOf(use: ClientUse, now: number, days = HEALTH_DAYS): Readonly<Record<Stage | 'tokens', number>> {
  const period = daysOf(use, now, days)
  const sum = (stage: Stage): number => period.reduce((total, { reached }) => total + (reached?.[stage] ?? 0), 0)
  const reached = Object.fromEntries(STAGES.map((stage) => [stage, sum(stage)])) as Record<Stage, number>
  return { ...reached, tokens: totalOf(period).completed }
}

/** An app is in regular use if it was used on at least `used` of the previous `of` workdays. */
const REGULAR = { of: 10, used: 8 }
/** An app in regular use counts as silent after this many workdays without a sign-in. */
const SILENT_WORKDAYS = 2

/** If an app in regular use has gone silent, the day of its last sign-in; otherwise undefined. */
export function silentSince(use: ClientUse, now: number): string | undefined {
  const days = daysOf(use, now)
  if ((days.at(-1)?.signIns ?? 0) > 0) return undefined
  const workdays = days.slice(0, -1).filter(({ day }) => ![0, 6].includes(new Date(day).getUTCDay()))
  const quiet = workdays.slice(-SILENT_WORKDAYS)
  const before = workdays.slice(-SILENT_WORKDAYS - REGULAR.of, -SILENT_WORKDAYS)
  const isRegular = before.filter(({ signIns }) => signIns > 0).length >= REGULAR.used
  return isRegular && quiet.every(({ signIns }) => signIns === 0)
    ? days.findLast(({ signIns }) => signIns > 0)?.day
    : undefined
}

type Day = DayUse & { readonly day: string }

function totalOf(days: readonly Day[]): { readonly started: number; readonly completed: number } {
  return {
    started: days.reduce((sum, { reached }) => sum + (reached?.requested ?? 0), 0),
    completed: days.reduce((sum, { signIns }) => sum + signIns, 0),
  }
}

function mostOf(days: readonly Day[]): ClientHealth['error'] {
  const counts = new Map<string, number>()
  for (const { refused = {} } of days)
    for (const [ref, count] of Object.entries(refused)) counts.set(ref, (counts.get(ref) ?? 0) + count)
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  return most === undefined ? undefined : { ref: most[0], count: most[1] }
}

function isBroken(days: readonly Day[], ref: string): boolean {
  const { started, completed } = totalOf(days)
  return completed < started * FAILING_SHARE && days.some(({ refused }) => refused?.[ref] !== undefined)
}

/** Days without sign-ins are skipped, so they do not end a period of failure. */
function failingIn(days: readonly Day[]): Failing | undefined {
  const error = mostOf(days.slice(-2))
  if (error === undefined || error.count < FAILING_MIN || !isBroken(days.slice(-2), error.ref)) return undefined
  const { ref } = error
  let since = days.length - 1
  for (let index = days.length - 1; index >= 0; index -= 1) {
    const day = days[index] as Day
    if ((day.reached?.requested ?? 0) === 0) continue
    if (!isBroken([day], ref) && index < days.length - 2) break
    if (day.refused?.[ref] !== undefined) since = index
  }
  const period = days.slice(since)
  return {
    ref,
    count: period.reduce((sum, { refused }) => sum + (refused?.[ref] ?? 0), 0),
    since: (period[0] as Day).day,
  }
}
