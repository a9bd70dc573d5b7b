/** A day such as `2026-11-21`, in UTC, in words. */
const inUtc = (locale: string, day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(day))

/** "Thu" */
export const weekday = (locale: string, day: string): string => inUtc(locale, day, { weekday: 'short' })

/** "19 Nov", in the format of the language. */
export const dayAndMonth = (locale: string, day: string): string =>
  inUtc(locale, day, { day: 'numeric', month: 'short' })
