/**
 * End dates of accounts, of a user's roles, and of the roles in a client's access rule. From that time on, the account,
 * the role, or the entry counts as absent. A date means the end of that day in UTC.
 *
 * Spec      D-A10
 * RFC       3339 s5.6 (`date-time` and `full-date`)
 * Deny      an ended account as a suspended one, an ended role or entry as an absent one
 * Enforced  lib/domain/accounts/account-record.ts, lib/domain/accounts/user-directory.ts, policies/app-access.ts,
 *           lib/domain/management/due-ends.ts
 * Tests     test/policies/end-dates.test.ts, test/flows/end-dates.test.ts
 */

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIME =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d{1,9})?))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i
/** Days before each month of a year that begins in March, so that a leap day is the last one. */
const BEFORE = [306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275]
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Days since the epoch; undefined if there is no such day. */
function dayIn(text: string): number | undefined {
  const [, year = 0, month = 0, day = 0] = (DATE.exec(text) ?? []).map(Number)
  const [before, length] = [BEFORE[month - 1], LENGTHS[month - 1]]
  // January and February belong to the year before.
  const from = year - Number(month < 3)
  const leaps = (of: number): number => Math.floor(of / 4) - Math.floor(of / 100) + Math.floor(of / 400)
  if (before === undefined || length === undefined) return undefined
  const isLeap = month === 2 && leaps(year) > leaps(year - 1)
  if (day < 1 || day > length + Number(isLeap)) return undefined
  return from * 365 + leaps(from) + before + day - 719_469
}

/** End dates by role. */
export type RoleEnds = Readonly<Record<string, string>>

/** The moment of an end date, in milliseconds since the epoch; undefined if it is neither a date nor a time. */
export function endIn(text: string): number | undefined {
  const [, date = text, hour, minute, second = 0, sign = '', ...offset] = TIME.exec(text) ?? []
  const day = dayIn(date)
  if (day === undefined) return undefined
  if (hour === undefined) return (day + 1) * DAY_MS
  const [hours = 0, minutes = 0] = offset.map((part = '0') => Number(`${sign}${part}`))
  const inMinutes = (Number(hour) - hours) * 60 + Number(minute) - minutes
  return day * DAY_MS + inMinutes * MINUTE_MS + Math.floor(Number(second) * 1000)
}

/** Whether an end date has passed. A stored date that cannot be read counts as passed. @param now in milliseconds */
export const hasEnded = (until: string | undefined, now: number): boolean =>
  until !== undefined && !((endIn(until) ?? 0) > now)

export const endOf = (ends: RoleEnds | undefined, role: string): string | undefined =>
  ends !== undefined && Object.hasOwn(ends, role) ? ends[role] : undefined

/** The roles that have not ended. */
export const rolesAt = (roles: readonly string[], ends: RoleEnds | undefined, now: number): readonly string[] =>
  ends === undefined ? roles : roles.filter((role) => !hasEnded(endOf(ends, role), now))

/** The end dates of these roles alone; undefined without any. */
export function endsOf(ends: RoleEnds | undefined, roles: readonly string[] = []): RoleEnds | undefined {
  const kept = Object.entries(ends ?? {}).filter(([role]) => roles.includes(role))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** The next of these ends after `now`; undefined if there is none. All in milliseconds since the epoch. */
export function nextEnd(ends: readonly (string | undefined)[], now: number): number | undefined {
  const coming = ends.map((text) => (text === undefined ? 0 : (endIn(text) ?? 0))).filter((at) => at > now)
  return coming.length === 0 ? undefined : Math.min(...coming)
}
