/** Refreshes among a million families: each once in a closed loop, then a part of them at a fixed rate. */
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresServer } from '../../support/postgres.ts'
import { CLIENT } from '../fixtures.ts'
import { type Lane, quantile, send } from '../load.ts'
import { codes, redeem } from '../operations.ts'
import type { Party, Target } from '../parties.ts'
import { print } from '../report.ts'
import { codeOfAnswer, refreshRequest, signIn, silentRequest, tokensOf } from '../sign-in.ts'
import { refreshTokenAt } from './million-families.ts'
import { sendSteadily } from './steady-rate.ts'
import { grownTables, SAMPLE_MS, type Tables, tablesOf } from './table-sizes.ts'

const LANES = 4
const REQUESTS = 20_000
/** Until the compiler has optimized what a refresh runs. */
const WARM_UP = 20_000
/** The share of families that users refresh again and again. The others rest. */
const ACTIVE = 0.05
/** Codes in a second that no client exchanges: they expire, and are deleted. */
const CODES_PER_SECOND = 20
/** No statement reads all of these. */
const LARGE = ['families', 'audit']
/** Rows that expired before this many minutes must be gone. */
const SWEPT_MINUTES = 12

/** @returns the refresh token of a real family */
export async function takeFamily(party: Target): Promise<string> {
  const tokens: string[] = []
  await redeem(party, await codes(party, [await signIn(party, CLIENT)], 1), ({ refresh }) => tokens.push(refresh))
  return tokens[0] ?? ''
}

/** A closed loop over few connections. Each refresh is that of another family, anywhere in the table. */
export async function refreshOnce(party: Party, families: number) {
  let turn = 0
  const active = Math.round(families * ACTIVE)
  const lane: Lane = {
    next: () => refreshRequest(party, CLIENT, refreshTokenAt(active + ((turn++ * 7_919) % (families - active)))),
    take: tokensOf,
  }
  const lanes = Array<Lane>(LANES).fill(lane)
  await send(party.port, lanes, WARM_UP)
  const sorted = [...(await send(party.port, lanes, REQUESTS))].sort((a, b) => a - b)
  return { connections: LANES, requests: REQUESTS, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

/** @param minutes of refreshes at `rate` in a second, next to codes that expire */
export async function keepLevel(
  server: PostgresServer,
  party: Party,
  { families, rate, minutes }: { readonly families: number; readonly rate: number; readonly minutes: number },
) {
  const tokens = Array.from({ length: Math.round(families * ACTIVE) }, (_, index) => refreshTokenAt(index))
  let turn = 0
  const refreshing = (): Lane => {
    let index = 0
    return {
      next() {
        index = turn++ % tokens.length
        return refreshRequest(party, CLIENT, tokens[index] ?? '')
      },
      take(answer) {
        tokens[index] = tokensOf(answer).refresh
      },
    }
  }
  const code = silentRequest(party, CLIENT, await signIn(party, CLIENT))
  const asking: Lane = { next: () => code, take: codeOfAnswer }
  const over = new AbortController()
  const before = await tablesOf(server)
  const watching = watch(server, over.signal)
  const [refreshes] = await Promise.all([
    sendSteadily(party.port, Array.from({ length: 16 }, refreshing), { perSecond: rate, minutes }),
    sendSteadily(party.port, [asking, asking], { perSecond: CODES_PER_SECOND, minutes }),
  ]).finally(() => over.abort())
  const series = await watching
  const after = await tablesOf(server)
  const [left] = await server.admin(
    `SELECT count(*)::int AS rows FROM portico.families WHERE expires_at < now() - interval '${SWEPT_MINUTES} minutes'`,
  )
  return {
    rate,
    refreshes,
    grown: grownTables(series),
    scanned: LARGE.filter((name) => after[name]?.sequentialScans !== before[name]?.sequentialScans),
    expiredLeft: Number(left?.['rows']),
    series,
  }
}

/** The tables that have changed, every 30 seconds. */
async function watch(server: PostgresServer, over: AbortSignal): Promise<readonly Tables[]> {
  const series: Tables[] = []
  while (!over.aborted) {
    await pause(SAMPLE_MS, undefined, { signal: over }).catch(() => undefined)
    const tables = await tablesOf(server)
    series.push(Object.fromEntries(Object.entries(tables).filter(([, { updates, dead }]) => updates + dead > 0)))
    const { families } = tables
    if (families !== undefined && series.length % 2 === 0)
      print(
        `families: ${families.table.toFixed(1)} + ${families.indexes.toFixed(1)} MiB, ${families.rows} rows, ` +
          `${families.dead} dead, ${families.hot} of ${families.updates} updates in their page, ${families.vacuums} vacuums`,
      )
  }
  return series
}
