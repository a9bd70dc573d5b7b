import type { DocumentStore } from '../../ports/documents.ts'
import { dayOf } from './client-use-record.ts'
import type { FinishedRequest } from './finished-request.ts'
import { mergedCounts } from './merged-counts.ts'
import { grow, growHour, summed, summedHours } from './tallies.ts'

/**
 * Maximum number of clients per day. Beyond that, all counts are reduced equally (Misra and Gries). Any client with
 * more than 1/500 of the day's sign-ins is still included. For exact counts, see client-use.ts.
 */
const CLIENTS_MAX = 500

/** Counts for one day, in UTC. */
export type DayStats = Readonly<Tally>

/** Daily counts for the panel's charts, summed over all nodes. */
export type DailyStats = ReturnType<typeof dailyStats>

/** A day's counts while they are being collected. Every request updates them in place. */
type Tally = ReturnType<typeof emptyTally>

const emptyTally = () => ({
  signIns: 0,
  failedSignIns: 0,
  /** Successful and failed sign-ins by hour of the day, from 0; trailing hours without sign-ins are omitted. */
  hours: [] as number[],
  failedHours: [] as number[],
  tokens: 0,
  /** Number of rejected requests at the token endpoint. */
  tokenErrors: 0,
  errors: {} as Record<string, number>,
  /** Approximate number of sign-ins for the most used clients. */
  clients: {} as Record<string, number>,
})

export function dailyStats(documents: DocumentStore, now: () => number) {
  const counts = mergedCounts<Tally>(documents, now, {
    collection: 'stats',
    empty: emptyTally,
    together,
    reduced: (sum) => ({ ...sum, clients: most(sum.clients) }),
  })
  return {
    count(request: FinishedRequest): void {
      if (request.event === undefined && request.refusal === undefined) return
      counts.note(dayOf(now()), (tally) => {
        countIn(tally, request, new Date(now()).getUTCHours())
        return tally
      })
    },
    /** The last `days` days, oldest first. Days without counts are filled with zeros. */
    read: (days: number): Promise<readonly (DayStats & { readonly day: string })[]> =>
      Promise.all(
        Array.from({ length: days }, async (_, index) => {
          const day = dayOf(now() - (days - 1 - index) * 86_400_000)
          return { day, ...(await counts.read(day)) }
        }),
      ),
    flush: counts.flush,
    stop: counts.stop,
  }
}

function countIn(tally: Tally, { event, refusal, client, route }: FinishedRequest, hour: number): void {
  if (event === 'sign-in.succeeded') {
    tally.signIns += 1
    growHour(tally.hours, hour)
  }
  if (event === 'sign-in.failed' || event === 'sign-in.throttled') {
    tally.failedSignIns += 1
    growHour(tally.failedHours, hour)
  }
  if (event === 'token.issued' || event === 'token.refreshed') tally.tokens += 1
  if (event === 'token.issued' && client !== undefined) grow(tally.clients, client.clientId)
  if (refusal !== undefined) grow(tally.errors, refusal.error)
  if (refusal !== undefined && route.name === 'token') tally.tokenErrors += 1
}

const together = (stored: Tally, seen: Tally): Tally => ({
  signIns: stored.signIns + seen.signIns,
  failedSignIns: stored.failedSignIns + seen.failedSignIns,
  hours: summedHours(stored.hours, seen.hours),
  failedHours: summedHours(stored.failedHours, seen.failedHours),
  tokens: stored.tokens + seen.tokens,
  tokenErrors: stored.tokenErrors + seen.tokenErrors,
  errors: summed(stored.errors, seen.errors),
  clients: summed(stored.clients, seen.clients),
})

function most(counts: Record<string, number>): Record<string, number> {
  const entries = Object.entries(counts).sort(([, a], [, b]) => b - a)
  const cut = entries[CLIENTS_MAX]?.[1] ?? 0
  if (cut === 0) return counts
  return Object.fromEntries(entries.filter(([, count]) => count > cut).map(([id, count]) => [id, count - cut]))
}
