/** How often the same denial occurred within a week, since when, and its users. */
import type { AuditFilter } from '../../../domain/audit/audit-filter.ts'
import type { Explanation } from '../../../domain/audit/explanations.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import type { ExplainRepeats } from './explain-props.ts'
import type { OperationsRequest } from './services.ts'

const DAYS = 7
const DAY_MS = 86_400_000
/** Beyond this limit the page shows "at least". */
const COUNTED_MAX = 500
const SCAN_MAX = 6_000

/** Undefined if the trail contains no such entry. */
export async function repeatsOf(
  { services, href }: OperationsRequest,
  { ref, client, address }: Pick<Explanation, 'ref' | 'client' | 'address'>,
): Promise<ExplainRepeats | undefined> {
  if (ref === undefined) return undefined
  const now = services.now()
  const today = Math.floor(now / DAY_MS)
  const same: AuditFilter = {
    ref,
    ...(client === undefined ? { about: { users: [], clients: [], requests: [], address } } : { client }),
    result: 'refused',
    since: (today - DAYS + 1) * DAY_MS,
  }
  const { entries, next } = await services.audit.list(same, undefined, COUNTED_MAX, SCAN_MAX)
  const first = entries.at(-1)
  if (first === undefined) return undefined
  const hrefOf = (day: string): string | undefined =>
    client === undefined
      ? undefined
      : href(withParameters('/activity', { kind: 'failures', client, ref, since: day, until: day }))
  const counts = Array.from({ length: DAYS }, () => 0)
  for (const { at, count = 1 } of entries) {
    const day = Math.floor(at / DAY_MS) - today + DAYS - 1
    counts[day] = (counts[day] ?? 0) + count
  }
  const distinct = (values: readonly (string | undefined)[]): number =>
    new Set(values.filter((value) => value !== undefined)).size
  return {
    days: counts.map((count, index) => {
      const day = new Date((today - DAYS + 1 + index) * DAY_MS).toISOString().slice(0, 10)
      return { day, count, href: count === 0 ? undefined : hrefOf(day) }
    }),
    total: counts.reduce((sum, count) => sum + count, 0),
    counted: next === undefined ? 'all' : 'at-least',
    firstAt: new Date(first.at),
    users: distinct(entries.map(({ user }) => user)),
    addresses: distinct(entries.map(({ address: from }) => from)),
  }
}
