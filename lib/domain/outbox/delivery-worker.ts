import { LEASE_SECONDS } from '../../../policies/delivery-retry.ts'
import type { Delivery, DeliveryStore } from '../../ports/deliveries.ts'
import { errorFields, type Logger } from '../../ports/logger.ts'
import { inBackground } from '../in-background.ts'
import type { Attempt } from './delivery-attempt.ts'

/** Maximum number of concurrent deliveries per process. */
const CONCURRENT = 64
/** The longest pause between checks. Deliveries that other nodes queue are noticed within this time. */
const PAUSE_MAX_MS = 2_000
/** The shortest pause, used when a due delivery cannot be leased because another worker holds it. */
const PAUSE_MIN_MS = 50
/** How long the outcome of an attempt is remembered for late calls to `resolved`. */
const REMEMBERED_MS = 10_000
/** Maximum number of other workers' deliveries to look up in the store. */
const LOOKUPS_MAX = 100

export interface WorkerParts {
  readonly deliveries: DeliveryStore
  readonly attempt: Attempt
  readonly now: () => number
  readonly logger: Logger
}

/** Publishes the outcomes of attempts to callers that wait for them. */
function attemptOutcomes(deliveries: DeliveryStore, isUnderway: (id: string) => boolean) {
  const finished = new Map<string, Delivery['state']>()
  const watchers = new Set<(id: string) => void>()
  /** Reads the store only for deliveries that other workers handle. */
  const statesOf = async (ids: readonly string[]): Promise<ReadonlyMap<string, Delivery['state']>> => {
    const unknown = ids.filter((id) => !finished.has(id) && !isUnderway(id)).slice(0, LOOKUPS_MAX)
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
  return {
    publish(id: string, state: Delivery['state']): void {
      finished.set(id, state)
      setTimeout(() => finished.delete(id), REMEMBERED_MS).unref()
      for (const watcher of watchers) watcher(id)
    },
    /** Waits up to `ms` milliseconds until all of these deliveries have been attempted. Returns the known states. */
    resolved(ids: readonly string[], ms: number): Promise<ReadonlyMap<string, Delivery['state']>> {
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
  }
}

/** Leases due deliveries from the outbox and delivers them, on every node (D-S8, D-A6). */
export type DeliveryWorker = ReturnType<typeof deliveryWorker>

export function deliveryWorker({ deliveries, attempt, now, logger }: WorkerParts) {
  const underway = new Map<string, Promise<void>>()
  const { publish, resolved } = attemptOutcomes(deliveries, (id) => underway.has(id))
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let again = false
  let stopped = false

  const begin = (delivery: Delivery, leasedAt: number): void => {
    const isMine = (): boolean => performance.now() - leasedAt < LEASE_SECONDS * 1000
    const run = attempt({ delivery, isMine })
      .then((state) => {
        if (state !== undefined) publish(delivery.id, state)
      })
      .catch((error: unknown) =>
        logger.warn(
          { code: 'delivery-unwritten', ...errorFields(error) },
          'failed to write the outcome of a delivery; its lease will expire',
        ),
      )
      .finally(() => {
        underway.delete(delivery.id)
        wake()
      })
    underway.set(delivery.id, run)
  }

  /** Leases deliveries up to the concurrency limit. Returns whether more may be due. */
  const take = async (): Promise<'more' | 'no-more'> => {
    const free = CONCURRENT - underway.size
    if (free <= 0) return 'no-more'
    const leasedAt = performance.now()
    const leased = await deliveries.lease(now(), free, LEASE_SECONDS * 1000)
    if (stopped) await Promise.all(leased.map((delivery) => deliveries.complete({ ...delivery, dueAt: now() }, 0)))
    else for (const delivery of leased) begin(delivery, leasedAt)
    return leased.length === free && !stopped ? 'more' : 'no-more'
  }

  const look = async (): Promise<void> => {
    let pause = PAUSE_MAX_MS
    try {
      do {
        again = false
        if ((await take()) === 'more') again = true
      } while (again && !stopped && underway.size < CONCURRENT)
      const due = stopped || underway.size >= CONCURRENT ? undefined : await deliveries.nextDue()
      if (due !== undefined) pause = Math.max(PAUSE_MIN_MS, Math.min(PAUSE_MAX_MS, due - now()))
    } catch {
      // The store is unavailable; check again after the pause.
    }
    if (!stopped) timer = setTimeout(wake, pause).unref()
  }

  const wake = (): void => {
    if (stopped) return
    again = true
    if (looking !== undefined) return
    clearTimeout(timer)
    looking = inBackground(look).finally(() => {
      looking = undefined
      if (again) wake()
    })
  }

  wake()
  return {
    /** Checks immediately, because a delivery is due. */
    wake,
    resolved,
    /** Stops leasing, lets attempts in flight finish, and gives up all other leases. */
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await looking
      await Promise.allSettled(underway.values())
    },
  }
}
