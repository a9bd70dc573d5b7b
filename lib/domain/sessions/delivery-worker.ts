import { LEASE_SECONDS } from '../../../policies/delivery-retry.ts'
import type { Delivery } from '../../ports/deliveries.ts'
import { errorFields } from '../../ports/logger.ts'
import { type AttemptParts, deliveryAttempt } from './delivery-attempt.ts'

/** How many notifications are on their way at once, per process. */
const CONCURRENT = 64
/** The longest rest: another node's deliveries are found no later than this. */
const REST_MS = 2_000
/** The shortest: what is due and cannot be had belongs to another worker. */
const REST_LEAST_MS = 50
/** How long the outcome of a try is remembered for somebody who asks late. */
const REMEMBERED_MS = 10_000
/** How many deliveries of other workers are asked after. */
const ASKED_MAX = 100

export interface DeliveryWorker {
  /** Something is due: look now. */
  wake(): void
  /** Resolves when each of these has been tried, or after `ms`; gives the states that are known. */
  settled(ids: readonly string[], ms: number): Promise<ReadonlyMap<string, Delivery['state']>>
  /** Takes no more, lets what is on its way finish, and gives the rest back. */
  stop(): Promise<void>
}

/** Takes due deliveries from the outbox, on every node, and sees them through (S8). */
export function deliveryWorker(parts: AttemptParts): DeliveryWorker {
  const {
    storage: { deliveries },
    now,
    logger,
  } = parts
  const attempt = deliveryAttempt(parts)
  const underway = new Map<string, Promise<void>>()
  const finished = new Map<string, Delivery['state']>()
  const watchers = new Set<(id: string) => void>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let again = false
  let stopped = false

  const tell = (id: string, state: Delivery['state']): void => {
    finished.set(id, state)
    setTimeout(() => finished.delete(id), REMEMBERED_MS).unref()
    for (const watcher of watchers) watcher(id)
  }

  /** What this process has seen, and what the store says of those that another worker has taken. */
  const statesOf = async (ids: readonly string[]): Promise<ReadonlyMap<string, Delivery['state']>> => {
    const unknown = ids.filter((id) => !finished.has(id) && !underway.has(id)).slice(0, ASKED_MAX)
    const found = await Promise.all(unknown.map((id) => deliveries.find(id).catch(() => undefined)))
    const known = new Map(
      found.flatMap((delivery) => (delivery === undefined ? [] : [[delivery.id, delivery.state] as const])),
    )
    return new Map(
      ids.flatMap((id) => {
        const state = finished.get(id) ?? known.get(id)
        return state === undefined ? [] : [[id, state] as const]
      }),
    )
  }

  const begin = (delivery: Delivery, leasedAt: number): void => {
    const isMine = (): boolean => performance.now() - leasedAt < LEASE_SECONDS * 1000
    const run = attempt({ delivery, isMine })
      .then((state) => {
        if (state !== undefined) tell(delivery.id, state)
      })
      .catch((fault: unknown) =>
        logger.warn(errorFields(fault), 'a delivery could not be settled; its lease will run out'),
      )
      .finally(() => {
        underway.delete(delivery.id)
        wake()
      })
    underway.set(delivery.id, run)
  }

  /** Leases as many as there are places for; says whether there may be more. */
  const take = async (): Promise<'more' | 'no-more'> => {
    const free = CONCURRENT - underway.size
    if (free <= 0) return 'no-more'
    const leasedAt = performance.now()
    const leased = await deliveries.lease(now(), free, LEASE_SECONDS * 1000)
    if (stopped) await Promise.all(leased.map((delivery) => deliveries.settle({ ...delivery, dueAt: now() }, 0)))
    else for (const delivery of leased) begin(delivery, leasedAt)
    return leased.length === free && !stopped ? 'more' : 'no-more'
  }

  const look = async (): Promise<void> => {
    let rest = REST_MS
    try {
      do {
        again = false
        if ((await take()) === 'more') again = true
      } while (again && !stopped && underway.size < CONCURRENT)
      const due = stopped || underway.size >= CONCURRENT ? undefined : await deliveries.nextDue()
      if (due !== undefined) rest = Math.max(REST_LEAST_MS, Math.min(REST_MS, due - now()))
    } catch {
      // The store is away; it is asked again after the rest.
    }
    if (!stopped) timer = setTimeout(wake, rest).unref()
  }

  const wake = (): void => {
    if (stopped) return
    again = true
    if (looking !== undefined) return
    clearTimeout(timer)
    looking = look().finally(() => {
      looking = undefined
      if (again) wake()
    })
  }

  wake()
  return {
    wake,
    settled(ids, ms) {
      return new Promise((resolve) => {
        const open = new Set(ids.filter((id) => !finished.has(id)))
        const done = (): void => {
          clearTimeout(limit)
          watchers.delete(watch)
          void statesOf(ids).then(resolve)
        }
        const watch = (id: string): void => {
          if (open.delete(id) && open.size === 0) done()
        }
        const limit = setTimeout(done, ms)
        watchers.add(watch)
        if (open.size === 0) done()
      })
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
      await Promise.allSettled(underway.values())
    },
  }
}
