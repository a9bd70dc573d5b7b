import { randomBytes } from 'node:crypto'
import type { DocumentStore } from '../../ports/documents.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import { dayOf } from './client-use-record.ts'
import type { FinishedRequest } from './finished-request.ts'

const COLLECTION = 'stats'
const FLUSH_MS = 5_000
/**
 * A day names no more clients than this, or its document would grow with the registry. With more, all counts are reduced
 * alike (Misra and Gries): a client with more than a five-hundredth of a day's sign-ins is always named. Exact counts are
 * stored per client (client-use.ts).
 */
const CLIENTS_MAX = 500

/** Counts of one day, by UTC. */
export interface DayStats {
  readonly signIns: number
  readonly failedSignIns: number
  /** Sign-ins, and those that failed, by the hour from 0; later hours without any are left out. */
  readonly hours: readonly number[]
  readonly failedHours: readonly number[]
  readonly tokens: number
  /** Refused requests at the token endpoint. */
  readonly tokenErrors: number
  /** Errors by code. */
  readonly errors: Readonly<Record<string, number>>
  /** Approximate sign-ins by client, of those with the most. */
  readonly clients: Readonly<Record<string, number>>
}

/** Counts per day for the panel's charts, summed over all nodes. */
export interface DailyStats {
  count(request: FinishedRequest): void
  /** The last `days` days, oldest first; days without anything are there with zeros. */
  read(days: number): Promise<readonly (DayStats & { readonly day: string })[]>
  flush(): Promise<void>
  stop(): Promise<void>
}

/** The same while it is being counted: every request adds to it, in place. */
interface Tally extends Omit<DayStats, 'errors' | 'clients' | 'hours' | 'failedHours'> {
  signIns: number
  failedSignIns: number
  hours: number[]
  failedHours: number[]
  tokens: number
  tokenErrors: number
  errors: Record<string, number>
  clients: Record<string, number>
}

const emptyTally = (): Tally => ({
  signIns: 0,
  failedSignIns: 0,
  hours: [],
  failedHours: [],
  tokens: 0,
  tokenErrors: 0,
  errors: {},
  clients: {},
})

export function dailyStats(documents: DocumentStore, now: () => number): DailyStats {
  let pending = new Map<string, Tally>()
  let timer: NodeJS.Timeout | undefined
  const tallyOf = (day: string): Tally => {
    const tally = pending.get(day) ?? emptyTally()
    pending.set(day, tally)
    return tally
  }

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const taken = [...pending]
    pending = new Map()
    while (taken.length > 0) {
      const [day, tally] = taken[0] as [string, Tally]
      try {
        await merge(documents, day, tally)
      } catch (error) {
        for (const [late, counts] of taken) add(tallyOf(late), counts)
        throw error
      }
      taken.shift()
    }
  }
  const later = (): void => {
    timer ??= setTimeout(() => {
      flush().catch(later)
    }, FLUSH_MS).unref()
  }

  return {
    count({ event, refusal, client, route }) {
      if (event === undefined && refusal === undefined) return
      const tally = tallyOf(dayOf(now()))
      const hour = new Date(now()).getUTCHours()
      if (event === 'sign-in.succeeded') {
        tally.signIns += 1
        addHours(tally.hours, [...Array<number>(hour).fill(0), 1])
      }
      if (event === 'sign-in.failed' || event === 'sign-in.throttled') {
        tally.failedSignIns += 1
        addHours(tally.failedHours, [...Array<number>(hour).fill(0), 1])
      }
      if (event === 'token.issued' || event === 'token.refreshed') tally.tokens += 1
      if (event === 'token.issued' && client !== undefined) grow(tally.clients, client.clientId, 1)
      if (refusal !== undefined) grow(tally.errors, refusal.error, 1)
      if (refusal !== undefined && route.name === 'token') tally.tokenErrors += 1
      later()
    },
    read: (days) =>
      Promise.all(
        Array.from({ length: days }, async (_, index) => {
          const day = dayOf(now() - (days - 1 - index) * 86_400_000)
          const tally = readDay(await documents.read(COLLECTION, day))
          add(tally, pending.get(day) ?? emptyTally())
          return { day, ...tally }
        }),
      ),
    flush,
    async stop() {
      clearTimeout(timer)
      await flush().catch(() => {})
    },
  }
}

async function merge(documents: DocumentStore, day: string, counts: DayStats): Promise<void> {
  for (;;) {
    const text = await documents.read(COLLECTION, day)
    const next = readDay(text)
    add(next, counts)
    // Two nodes that add the same must not write the same text: the store would take it for one call, sent twice.
    const stamped = { ...next, clients: most(next.clients), stamp: randomBytes(6).toString('base64url') }
    if ((await documents.replace(COLLECTION, day, text, writeRecord(stamped))) === 'replaced') return
  }
}

function readDay(text: string | undefined): Tally {
  const tally = emptyTally()
  if (text !== undefined) add(tally, readRecord<DayStats>(text))
  return tally
}

function add(tally: Tally, counts: DayStats): void {
  const { signIns, failedSignIns, hours, failedHours, tokens, tokenErrors, errors, clients } = counts
  tally.signIns += signIns
  tally.failedSignIns += failedSignIns
  addHours(tally.hours, hours)
  addHours(tally.failedHours, failedHours)
  tally.tokens += tokens
  tally.tokenErrors += tokenErrors
  for (const [code, count] of Object.entries(errors)) grow(tally.errors, code, count)
  for (const [clientId, count] of Object.entries(clients)) grow(tally.clients, clientId, count)
}

function addHours(counts: number[], more: readonly number[]): void {
  for (const [hour, count] of more.entries()) {
    while (counts.length <= hour) counts.push(0)
    counts[hour] = (counts[hour] ?? 0) + count
  }
}

function grow(counts: Record<string, number>, name: string, by: number): void {
  counts[name] = (counts[name] ?? 0) + by
}

function most(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const entries = Object.entries(counts).sort(([, a], [, b]) => b - a)
  const cut = entries[CLIENTS_MAX]?.[1] ?? 0
  if (cut === 0) return counts
  return Object.fromEntries(entries.filter(([, count]) => count > cut).map(([id, count]) => [id, count - cut]))
}
