/** Formats times in words, with plurals and units from Intl. */
const UNITS = [
  ['second', 90],
  ['minute', 90 * 60],
  ['hour', 36 * 3600],
  ['day', 45 * 86_400],
  ['month', 400 * 86_400],
  ['year', Infinity],
] as const
const SECONDS = { second: 1, minute: 60, hour: 3600, day: 86_400, month: 30 * 86_400, year: 365 * 86_400 }

/** For example "in 12 minutes" or "2 hours ago". Rounds up future times, so that users do not return too early. */
export function relativeTime(locale: string, seconds: number): string {
  const unit = UNITS.find(([, below]) => Math.abs(seconds) < below)?.[0] ?? 'year'
  const amount = seconds / SECONDS[unit]
  const rounded = amount > 0 ? Math.ceil(amount) : Math.round(amount)
  // With `always`, zero would become "in 0 seconds" rather than "now".
  return new Intl.RelativeTimeFormat(locale, { numeric: rounded === 0 ? 'auto' : 'always' }).format(rounded, unit)
}

/** A short time, such as "5 minutes ago", "Fri 16:02", or "25 Oct 2025". Times in the future are always relative. */
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

/** For example "Fri 16:02". */
const weekdayAndTime = (locale: string, at: Date): string =>
  `${inUtc(locale, at, { weekday: 'short' })} ${clockTime(locale, at)}`

/** For example "26 Nov 2026, 20:50:37 UTC". */
export function exactTime(locale: string, at: Date): string {
  return inUtc(locale, at, { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' })
}

export function listOf(locale: string, names: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
}

/** For example "11:53". */
export function clockTime(locale: string, at: Date): string {
  return inUtc(locale, at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

/** For example "5 min. ago" or "now". */
export function shortAgo(locale: string, seconds: number): string {
  const unit = seconds < 60 ? 'second' : seconds < 3600 ? 'minute' : 'hour'
  const amount = seconds < 60 ? 0 : Math.floor(seconds / SECONDS[unit])
  return new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' }).format(-amount, unit)
}

/** For example "Sunday 22 November". Includes the year unless it is the current one. */
export function dayName(locale: string, at: Date, now: Date): string {
  return inUtc(locale, at, { weekday: 'long', day: 'numeric', month: 'long', ...otherYear(at, now) })
}

/** For example "25 Oct". Includes the year unless it is the current one. */
export function dateWords(locale: string, at: Date, now: Date): string {
  return inUtc(locale, at, { day: 'numeric', month: 'short', ...otherYear(at, now) })
}

const otherYear = (at: Date, now: Date): Intl.DateTimeFormatOptions =>
  at.getUTCFullYear() === now.getUTCFullYear() ? {} : { year: 'numeric' }

/** For example "Thu". @param day a UTC date, such as `2026-11-21` */
export const weekday = (locale: string, day: string): string => inUtc(locale, day, { weekday: 'short' })

/** For example "19 Nov", formatted for the language. */
export const dayAndMonth = (locale: string, day: string): string =>
  inUtc(locale, day, { day: 'numeric', month: 'short' })
