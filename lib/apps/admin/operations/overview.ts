import { daysOf } from '../../../domain/metrics/client-use-record.ts'
import type { LedgerEntry } from '../../../domain/sessions/delivery-ledger.ts'
import { show } from '../shell/show.ts'
import { attention } from './attention.ts'
import { Overview } from './overview-view.tsx'
import type { OperationsRequest } from './services.ts'

const CHART_DAYS = 30
const ERROR_DAYS = 7
const TOP_CLIENTS = 5
const DAY_MS = 86_400_000
/** Counted no further than this; beyond it the page says "or more". */
const USERS_MAX = 200
const DELIVERIES_MAX = 500

/** GET /?after=: numbers of today beside yesterday's, pictures of the days before, and what needs attention. */
export async function showOverview(page: OperationsRequest): Promise<void> {
  const { stats, storage, deliveries, now } = page.services
  const [days, users, ledger] = await Promise.all([
    stats.read(CHART_DAYS),
    storage.sessions.subjects(undefined, USERS_MAX),
    deliveries.list({ limit: DELIVERIES_MAX }),
  ])
  const recent = ledger.entries.filter(({ createdAt }) => createdAt >= now() - DAY_MS)
  const failed = recent.filter(({ state }) => state === 'failed')
  const errors = total(days.slice(-ERROR_DAYS).map((day) => day.errors))
  await show(page, 200, Overview, {
    days: days.map(({ day, signIns, failedSignIns, tokenErrors, errors: codes }) => ({
      day,
      signIns,
      failedSignIns,
      tokenErrors,
      errors: Object.values(codes).reduce((a, b) => a + b, 0),
    })),
    people: { count: users.length, counted: users.length < USERS_MAX ? 'all' : 'at-least' },
    failedDeliveries: { count: failed.length, counted: reachesBack(ledger.entries, recent) },
    errorsByCode: errors.map(([code, count]) => ({ code, count })),
    errorDays: ERROR_DAYS,
    topClients: await topClients(
      page,
      total(days.map((day) => day.clients)).map(([clientId]) => clientId),
    ),
    attention: await attention(page.services, failed, page.query.get('after') ?? undefined),
  })
}

const reachesBack = (all: readonly LedgerEntry[], recent: readonly LedgerEntry[]): 'all' | 'at-least' =>
  all.length < DELIVERIES_MAX || recent.length < all.length ? 'all' : 'at-least'

/** The days name who was used most; how often, the clients themselves know exactly. */
async function topClients(
  { services: { clients, uses, now } }: OperationsRequest,
  ids: readonly string[],
): Promise<readonly { readonly clientId: string; readonly name: string; readonly count: number }[]> {
  const rows = await Promise.all(
    ids.slice(0, 2 * TOP_CLIENTS).map(async (clientId) => {
      const client = await clients.find(clientId)
      if (client === undefined) return undefined
      const days = daysOf(await uses.read(client), now(), CHART_DAYS)
      return { clientId, name: client.clientName, count: days.reduce((sum, { signIns }) => sum + signIns, 0) }
    }),
  )
  return rows
    .filter((row) => row !== undefined)
    .sort((a, b) => b.count - a.count)
    .slice(0, TOP_CLIENTS)
}

/** Sums by name, the largest first. */
function total(
  counts: readonly Readonly<Record<string, number>>[],
): readonly (readonly [name: string, count: number])[] {
  const sums = new Map<string, number>()
  for (const [name, count] of counts.flatMap((each) => Object.entries(each)))
    sums.set(name, (sums.get(name) ?? 0) + count)
  return [...sums].sort(([, a], [, b]) => b - a)
}
