import { Overview } from '../../ui/screens/admin/operations/overview.tsx'
import type { PanelRequest } from '../panel.ts'
import { show } from '../shell.ts'

const CHART_DAYS = 30
const ERROR_DAYS = 7
const TOP_CLIENTS = 5

/** GET /: numbers of today beside yesterday's, and pictures of the days before. */
export async function showOverview(page: PanelRequest): Promise<void> {
  const { stats, clients } = page.services
  const days = await stats.read(CHART_DAYS)
  const errors = total(days.slice(-ERROR_DAYS).map((day) => day.errors))
  const used = total(days.map((day) => day.clients)).slice(0, TOP_CLIENTS)
  await show(page, 200, Overview, {
    days: days.map(({ day, signIns, failedSignIns, tokens, errors: codes }) => ({ day, signIns, failedSignIns, tokens, errors: Object.values(codes).reduce((a, b) => a + b, 0) })),
    errorsByCode: errors.map(([code, count]) => ({ code, count })), errorDays: ERROR_DAYS,
    topClients: await Promise.all(used.map(async ([clientId, count]) => ({ clientId, count, name: (await clients.find(clientId))?.clientName ?? clientId }))),
  })
}

/** Sums by name, the largest first. */
function total(counts: readonly Readonly<Record<string, number>>[]): readonly (readonly [name: string, count: number])[] {
  const sums = new Map<string, number>()
  for (const [name, count] of counts.flatMap((each) => Object.entries(each))) sums.set(name, (sums.get(name) ?? 0) + count)
  return [...sums].sort(([, a], [, b]) => b - a)
}
