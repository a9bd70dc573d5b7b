import { decideDelivery, LEASE_SECONDS } from '../../policies/delivery-retry.ts'
import type { TryOutcome } from '../../policies/delivery-retry.ts'
import { readClient } from '../clients/client-record.ts'
import { faultFields } from '../audit/logger.ts'
import type { Logger } from '../audit/logger.ts'
import type { Delivery } from '../ports/deliveries.ts'
import type { Storage } from '../ports/storage.ts'
import { hasEnded } from './delivery-condition.ts'
import type { SendNotification } from './backchannel.ts'

/** How many notifications are on their way at once, per process. */
const CONCURRENT = 64
/** How long to rest when nothing is due; another node's deliveries are found no later than this. */
const REST_MS = 2_000
/** How long a finished delivery stays in the ledger. */
export const LEDGER_MS = 30 * 86_400_000

export interface DeliveryWorker {
  /** Something is due: look now. */
  wake(): void
  /** Resolves when these are delivered or failed, or after `ms`; gives each one's state. */
  settled(ids: readonly string[], ms: number): Promise<ReadonlyMap<string, Delivery['state']>>
  /** Takes no more, and lets what is on its way finish. */
  stop(): Promise<void>
}

export interface WorkerParts {
  readonly storage: Storage
  readonly send: SendNotification
  readonly now: () => number
  readonly random: () => number
  readonly pauses: readonly number[]
  readonly logger: Logger
}

/** Takes due deliveries from the outbox, on every node, and sees them through (S8). */
export function deliveryWorker({ storage, send, now, random, pauses, logger }: WorkerParts): DeliveryWorker {
  const { deliveries } = storage
  const underway = new Map<string, Promise<void>>()
  const finished = new Map<string, Delivery['state']>()
  const watchers = new Set<(id: string) => void>()
  let timer: NodeJS.Timeout | undefined
  let looking = false
  let again = false
  let stopped = false

  const conclude = async (delivery: Delivery, outcome: TryOutcome, startedAt: number): Promise<void> => {
    const tries = delivery.tries + 1
    const verdict = decideDelivery(outcome, tries, random(), pauses)
    const dueAt = verdict.state === 'due' ? now() + verdict.afterSeconds * 1000 : now()
    const { lastStatus: _status, lastError: _error, ...rest } = delivery
    await deliveries.settle({
      ...rest, state: verdict.state, tries, dueAt, lastAt: now(), lastMs: Math.round(performance.now() - startedAt),
      ...(outcome.kind === 'answered' ? { lastStatus: outcome.status } : { lastError: outcome.why }),
    }, LEDGER_MS)
    const fields = { client_id: delivery.clientId, sid: delivery.sid, tries, ...(outcome.kind === 'answered' ? { status: outcome.status } : { why: outcome.why }) }
    if (verdict.state === 'delivered') logger.info(fields, 'logout notification delivered')
    else logger.warn(fields, verdict.state === 'failed' ? 'logout notification given up' : 'logout notification will be tried again')
    tell(delivery.id, verdict.state)
  }

  const tell = (id: string, state: Delivery['state']): void => {
    finished.set(id, state)
    // Whoever waits has been told; the map only bridges the moment until they look.
    setTimeout(() => finished.delete(id), 10_000).unref()
    for (const watcher of watchers) watcher(id)
  }

  const work = async (delivery: Delivery): Promise<void> => {
    // Held since a node died before it could say whether the session ended: the store says it.
    if (delivery.state === 'held' && !await hasEnded(storage, delivery)) {
      await deliveries.settle({ ...delivery, state: 'dropped', dueAt: now(), lastAt: now(), lastError: 'the session did not end' }, LEDGER_MS)
      return tell(delivery.id, 'dropped')
    }
    const record = await storage.clients.find(delivery.clientId)
    const client = record === undefined ? undefined : readClient(record)
    if (client === undefined) {
      await deliveries.settle({ ...delivery, state: 'dropped', dueAt: now(), lastAt: now(), lastError: 'the client was removed' }, LEDGER_MS)
      return tell(delivery.id, 'dropped')
    }
    const startedAt = performance.now()
    await conclude(delivery, await send(delivery, client.environment), startedAt)
  }

  const look = async (): Promise<void> => {
    if (looking) { again = true; return }
    looking = true
    clearTimeout(timer)
    try {
      do {
        again = false
        const free = CONCURRENT - underway.size
        const leased = stopped || free <= 0 ? [] : await deliveries.lease(now(), free, LEASE_SECONDS * 1000)
        for (const delivery of leased) {
          const run = work(delivery).catch((fault: unknown) => logger.warn(faultFields(fault), 'a delivery could not be settled; its lease will run out'))
            .finally(() => { underway.delete(delivery.id); if (!stopped) void look() })
          underway.set(delivery.id, run)
        }
        if (leased.length === free && free > 0) again = true
      } while (again && underway.size < CONCURRENT && !stopped)
    } catch {
      // The store is away; it is asked again after the rest.
    } finally {
      looking = false
      if (!stopped) timer = setTimeout(() => void look(), REST_MS).unref()
    }
  }

  void look()
  return {
    wake: () => void look(),
    settled(ids, ms) {
      return new Promise((resolve) => {
        const open = new Set(ids.filter((id) => !finished.has(id)))
        const done = (): void => {
          clearTimeout(limit)
          watchers.delete(watch)
          resolve(new Map(ids.flatMap((id) => { const state = finished.get(id); return state === undefined ? [] : [[id, state] as const] })))
        }
        const watch = (id: string): void => { if (open.delete(id) && open.size === 0) done() }
        const limit = setTimeout(done, ms)
        watchers.add(watch)
        if (open.size === 0) done()
      })
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await Promise.allSettled(underway.values())
    },
  }
}
