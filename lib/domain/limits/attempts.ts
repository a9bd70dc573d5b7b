/** Counts attempts before checking them, so that concurrent attempts all count (D-A2). */
import { setTimeout as wait } from 'node:timers/promises'
import { type Budget, checkLimit, type Hits } from '../../../policies/budgets.ts'
import { rateAddress, rateSite, siteLimit } from '../../../policies/network-address.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { unavailable } from '../denial-error.ts'

/** A counted attempt. Callers end it by calling one of the three methods. */
export interface Attempt {
  /** The attempt succeeded and no longer counts. */
  succeeded(): Promise<void>
  /** The attempt failed, or is treated as failed. */
  failed(): Promise<void>
  /** The attempt could not be checked, so it does not count (D-G14). */
  cancelled(): Promise<void>
}

export type Quota = Omit<Budget, 'onExceeded'>
type Windows = Pick<RateCounter, 'hit' | 'refund'>
type Counters = Readonly<Record<string, readonly [budget: Quota, id: string] | undefined>>

export interface CountedAttempt<Names> extends Attempt {
  /** Number of hits in each counter's window, including this attempt. */
  readonly hits: { readonly [Name in keyof Names]: undefined extends Names[Name] ? Hits | undefined : Hits }
}

const keyOf = ({ key }: Quota, id: string): string => `${key}:${id}`
export const hit = (rates: Pick<RateCounter, 'hit'>, budget: Quota, id: string): ReturnType<RateCounter['hit']> =>
  rates.hit(keyOf(budget, id), budget.windowSeconds * 1000)

/** Counts an attempt in fixed windows with a single round trip. */
export async function begin<const Names extends Counters>(
  rates: Windows,
  counters: Names,
): Promise<CountedAttempt<Names>> {
  const named = Object.entries(counters).flatMap(([name, counter]) => (counter ? [[name, ...counter] as const] : []))
  const hits = await Promise.all(named.map(async ([name, budget, id]) => [name, await hit(rates, budget, id)] as const))
  const refund = async (): Promise<void> => {
    await Promise.all(named.map(([, budget, id]) => rates.refund(keyOf(budget, id))))
  }
  return {
    hits: Object.fromEntries(hits) as CountedAttempt<Names>['hits'],
    succeeded: refund,
    failed: async () => {},
    cancelled: refund,
  }
}

/** Checks a counted attempt. If the check throws, the attempt does not count. */
export async function checked<Result>(attempt: Attempt, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    await attempt.cancelled()
    throw error
  }
}

export interface Exceeded extends Quota {
  /** The subject or network whose requests were counted. */
  readonly counted: string
  /** Requests beyond the limit, including this one. */
  readonly over: number
  readonly retryAfterSeconds: number
}

/** Counts a request that needs no further check. Returns undefined if the budget is not exceeded. */
export async function exceededBy(rates: Windows, budget: Quota, counted: string): Promise<Exceeded | undefined> {
  const hits = await hit(rates, budget, counted)
  const verdict = checkLimit(budget, hits)
  if (verdict.allowed) return undefined
  return { ...budget, counted, over: hits.count - budget.limit, retryAfterSeconds: verdict.retryAfterSeconds }
}

/** Like `exceededBy`, but for an IP address and its /48. */
export async function exceededByNetwork(rates: Windows, budget: Quota, address: string): Promise<Exceeded | undefined> {
  const site = rateSite(address)
  const [byAddress, bySite] = await Promise.all([
    exceededBy(rates, budget, rateAddress(address)),
    site === undefined ? undefined : exceededBy(rates, siteLimit(budget), site),
  ])
  if (byAddress !== undefined && site !== undefined) await refundSite(rates, budget, site)
  return byAddress ?? bySite
}

/** Undoes the hit on the /48, so that a /64 over its own limit does not use up its neighbors' budget (D-G12). */
export const refundSite = (rates: Pick<RateCounter, 'refund'>, budget: Quota, site: string): Promise<void> =>
  rates.refund(keyOf(budget, site))

/** An attempt that has no outcome after this time counts as failed. No check takes this long. */
const CHECKED_MS = 15_000
/** Pauses between reads while other callers' attempts are being checked, in milliseconds. */
const PAUSES_MS = [50, 100, 200, 400, 800]

const slotsOf = (id: string, limit: number): readonly string[] =>
  Array.from({ length: limit }, (_, number) => `${id} ${number}`)

/**
 * Counts an attempt in a sliding window with one record per attempt, so the budget is restored gradually.
 * @returns undefined if failed attempts have used up the budget
 * @param now milliseconds since the epoch
 * @throws DenialError 503 if other attempts are not checked in time
 */
export async function beginSliding(
  records: Pick<EphemeralStore, 'claim' | 'put' | 'read' | 'remove'>,
  { key, limit, windowSeconds }: Quota,
  id: string,
  now: () => number,
): Promise<Attempt | undefined> {
  const windowMs = windowSeconds * 1000
  const slots = slotsOf(id, limit)
  for (const pause of [...PAUSES_MS, 0]) {
    for (const slot of slots) {
      if ((await records.claim(key, slot, String(now() + CHECKED_MS), windowMs)) === 'taken') continue
      const release = (): Promise<void> => records.remove(key, slot)
      return { succeeded: release, failed: () => records.put(key, slot, String(-now()), windowMs), cancelled: release }
    }
    const taken = await Promise.all(slots.map((slot) => records.read(key, slot)))
    // If not all of these attempts have failed, one is still being checked or no longer counts, so try again.
    if (taken.every((value) => value !== undefined && Number(value) <= now())) return undefined
    await wait(pause)
  }
  throw unavailable('directory_unavailable', 'other passwords of this account are being checked')
}

/** When a used-up sliding window has room again, in milliseconds since the epoch; undefined if it has room now. */
export async function slidingUntil(
  records: Pick<EphemeralStore, 'read'>,
  { key, limit, windowSeconds }: Quota,
  id: string,
): Promise<number | undefined> {
  const taken = await Promise.all(slotsOf(id, limit).map((slot) => records.read(key, slot)))
  // A slot holds the negative time of a failed attempt. An attempt that is being checked can still succeed.
  const failed = taken.map(Number).filter((value) => value < 0)
  return failed.length < limit ? undefined : windowSeconds * 1000 - Math.max(...failed)
}
