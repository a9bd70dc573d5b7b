/** Times in words, by the platform's own plural and unit rules. */
const UNITS = [
  ['second', 90],
  ['minute', 90 * 60],
  ['hour', 36 * 3600],
  ['day', 45 * 86_400],
  ['month', 400 * 86_400],
  ['year', Infinity],
] as const
const SECONDS = { second: 1, minute: 60, hour: 3600, day: 86_400, month: 30 * 86_400, year: 365 * 86_400 }

/** "in 12 minutes", "2 hours ago", "now". A wait is rounded up, so that no user returns too early. */
export function relativeTime(locale: string, seconds: number): string {
  const unit = UNITS.find(([, below]) => Math.abs(seconds) < below)?.[0] ?? 'year'
  const amount = seconds / SECONDS[unit]
  const rounded = amount > 0 ? Math.ceil(amount) : Math.round(amount)
  // With `always`, zero would read "in 0 seconds", even for the immediate past.
  return new Intl.RelativeTimeFormat(locale, { numeric: rounded === 0 ? 'auto' : 'always' }).format(rounded, unit)
}

/**
 * "5 minutes ago", "Fri 16:02", "25 Oct", "25 Oct 2025": short enough for one line. A future time is always relative.
 */
export function momentWords(locale: string, at: Date, now: Date): string {
  const ago = Math.floor((now.getTime() - at.getTime()) / 1000)
  if (ago < 0) return relativeTime(locale, -ago)
  const unit = ago < 60 ? 'second' : ago < 3600 ? 'minute' : 'hour'
  const amount = unit === 'second' ? 0 : Math.floor(ago / SECONDS[unit])
  if (ago < SECONDS.day)
    return new Intl.RelativeTimeFormat(locale, { numeric: amount === 0 ? 'auto' : 'always' }).format(-amount, unit)
  return ago < 6 * SECONDS.day ? weekdayAndTime(locale, at) : dateWords(locale, at, now)
}

const inUtc = (locale: string, at: Date | string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(at))

/** "Fri 16:02". */
const weekdayAndTime = (locale: string, at: Date): string =>
  `${inUtc(locale, at, { weekday: 'short' })} ${clockTime(locale, at)}`

export function exactTime(locale: string, at: Date): string {
  return inUtc(locale, at, { dateStyle: 'medium', timeStyle: 'long' })
}

export function listOf(locale: string, names: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
}

/** "11:53". */
export function clockTime(locale: string, at: Date): string {
  return inUtc(locale, at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

/** "5 min. ago", "now". */
export function shortAgo(locale: string, seconds: number): string {
  const unit = seconds < 60 ? 'second' : seconds < 3600 ? 'minute' : 'hour'
  const amount = seconds < 60 ? 0 : Math.floor(seconds / SECONDS[unit])
  return new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' }).format(-amount, unit)
}

/** "Sunday 22 November", with the year if it is not the current one. */
export function dayName(locale: string, at: Date, now: Date): string {
  return inUtc(locale, at, { weekday: 'long', day: 'numeric', month: 'long', ...otherYear(at, now) })
}

/** "25 Oct", with the year if it is not the current one. */
export function dateWords(locale: string, at: Date, now: Date): string {
  return inUtc(locale, at, { day: 'numeric', month: 'short', ...otherYear(at, now) })
}

const otherYear = (at: Date, now: Date): Intl.DateTimeFormatOptions =>
  at.getUTCFullYear() === now.getUTCFullYear() ? {} : { year: 'numeric' }

/** "Thu". @param day such as `2026-11-21`, in UTC */
export const weekday = (locale: string, day: string): string => inUtc(locale, day, { weekday: 'short' })

/** "19 Nov", in the format of the language. */
export const dayAndMonth = (locale: string, day: string): string =>
  inUtc(locale, day, { day: 'numeric', month: 'short' })
