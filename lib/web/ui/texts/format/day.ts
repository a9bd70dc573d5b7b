/** A day as `2026-11-21`, by UTC, in words. */
const inUtc = (locale: string, day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(day))

/** "Thu" */
export const weekday = (locale: string, day: string): string => inUtc(locale, day, { weekday: 'short' })

/** "19 Nov", as the language writes it. */
export const dayAndMonth = (locale: string, day: string): string =>
  inUtc(locale, day, { day: 'numeric', month: 'short' })
