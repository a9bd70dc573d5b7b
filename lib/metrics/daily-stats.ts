import type { Exchange } from '../http/exchange.ts'
import type { DocumentStore } from '../ports/documents.ts'

const COLLECTION = 'stats'
const FLUSH_MS = 5_000

/** Counts of one day, by UTC. */
export interface DayStats {
  readonly signIns: number
  readonly failedSignIns: number
  readonly tokens: number
  /** Errors by code. */
  readonly errors: Readonly<Record<string, number>>
  /** Sign-ins by client. */
  readonly clients: Readonly<Record<string, number>>
}

const NONE: DayStats = { signIns: 0, failedSignIns: 0, tokens: 0, errors: {}, clients: {} }

/** Counts per day for the panel's charts, summed over all nodes. */
export interface DailyStats {
  count(exchange: Exchange): void
  /** The last `days` days, oldest first; days without anything are there with zeros. */
  read(days: number): Promise<readonly (DayStats & { readonly day: string })[]>
  flush(): Promise<void>
  stop(): Promise<void>
}

export function dailyStats(documents: DocumentStore, now: () => number): DailyStats {
  let pending = new Map<string, DayStats>()
  let timer: NodeJS.Timeout | undefined
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const taken = pending
    pending = new Map()
    for (const [day, stats] of taken) {
      try {
        await merge(documents, day, stats)
      } catch (fault) {
        pending.set(day, sum(pending.get(day) ?? NONE, stats))
        throw fault
      }
    }
  }
  const later = (): void => {
    timer ??= setTimeout(() => { flush().catch(later) }, FLUSH_MS).unref()
  }

  return {
    count({ event, refusal, client }) {
      const stats: DayStats = {
        signIns: event === 'sign-in.succeeded' ? 1 : 0, failedSignIns: event === 'sign-in.failed' || event === 'sign-in.throttled' ? 1 : 0,
        tokens: event === 'token.issued' || event === 'token.refreshed' ? 1 : 0, errors: refusal === undefined ? {} : { [refusal.error]: 1 },
        clients: event === 'token.issued' && client !== undefined ? { [client.clientId]: 1 } : {},
      }
      if (event === undefined && refusal === undefined) return
      const day = dayOf(now())
      pending.set(day, sum(pending.get(day) ?? NONE, stats))
      later()
    },
    read: (days) => Promise.all(Array.from({ length: days }, async (_, index) => {
      const day = dayOf(now() - (days - 1 - index) * 86_400_000)
      const text = await documents.read(COLLECTION, day)
      return { day, ...sum(text === undefined ? NONE : JSON.parse(text) as DayStats, pending.get(day) ?? NONE) }
    })),
    flush,
    async stop() {
      clearTimeout(timer)
      await flush().catch(() => {})
    },
  }
}

async function merge(documents: DocumentStore, day: string, stats: DayStats): Promise<void> {
  for (;;) {
    const text = await documents.read(COLLECTION, day)
    const next = sum(text === undefined ? NONE : JSON.parse(text) as DayStats, stats)
    if (await documents.replace(COLLECTION, day, text, JSON.stringify(next)) === 'replaced') return
  }
}

function sum(a: DayStats, b: DayStats): DayStats {
  return {
    signIns: a.signIns + b.signIns, failedSignIns: a.failedSignIns + b.failedSignIns, tokens: a.tokens + b.tokens,
    errors: sumOf(a.errors, b.errors), clients: sumOf(a.clients, b.clients),
  }
}

function sumOf(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Record<string, number> {
  const total: Record<string, number> = { ...a }
  for (const [name, count] of Object.entries(b)) total[name] = (total[name] ?? 0) + count
  return total
}
