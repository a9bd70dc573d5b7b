import cluster, { type Worker } from 'node:cluster'
import type { MetricsPeers, MetricsSnapshot } from '../../lib/ports/measurements.ts'
import { lastingOf, sumMetrics } from './sum-metrics.ts'

/** A process that does not respond in this time counts with its last snapshot, in milliseconds. */
const PATIENCE_MS = 1_500

/** Messages between the primary process and its workers; others are ignored. */
type Message =
  /** The primary requests the metrics of a worker. */
  | { readonly portico: 'metrics-requested'; readonly id: number }
  | { readonly portico: 'metrics-reported'; readonly id: number; readonly snapshot: MetricsSnapshot }
  /** A worker sends its metrics and requests those of all others. */
  | { readonly portico: 'peers-requested'; readonly id: number; readonly snapshot: MetricsSnapshot }
  | { readonly portico: 'peers-reported'; readonly id: number; readonly snapshots: readonly MetricsSnapshot[] }

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'portico' in message
}

/**
 * For the primary process of `node:cluster`: relays metrics between workers, so that each can report the sum. Counts of
 * ended workers stay in the sum, up to their last snapshot.
 * @returns a function that ends it
 */
export function relayMetrics(): () => void {
  /** The last snapshot of each worker, by its id. */
  const latest = new Map<number, MetricsSnapshot>()
  const waiting = new Map<number, () => void>()
  /** Sum of the counts of ended workers. */
  let lasting: MetricsSnapshot = []
  let adding = Promise.resolve()
  let last = 0

  /** Resolves at the response, or after the timeout. */
  const ask = (worker: Worker): Promise<void> => {
    const id = (last += 1)
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, PATIENCE_MS)
    waiting.set(id, resolve)
    send(worker, { portico: 'metrics-requested', id })
    return promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(id)
    })
  }
  const answer = async (asking: Worker, id: number): Promise<void> => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(workers.filter((worker) => worker !== asking).map(ask))
    const others = [...latest].flatMap(([worker, snapshot]) => (worker === asking.id ? [] : [snapshot]))
    send(asking, { portico: 'peers-reported', id, snapshots: [...others, lasting] })
  }
  const onMessage = (worker: Worker, message: unknown): void => {
    if (!isMessage(message)) return
    if (message.portico === 'metrics-reported' || message.portico === 'peers-requested')
      latest.set(worker.id, message.snapshot)
    if (message.portico === 'metrics-reported') waiting.get(message.id)?.()
    if (message.portico === 'peers-requested') void answer(worker, message.id)
  }
  /** In one step: the worker's counts are never in both sums, and never in neither. */
  const onExit = ({ id }: Worker): void => {
    adding = adding.then(async () => {
      lasting = await sumMetrics([lasting, lastingOf(latest.get(id) ?? [])])
      latest.delete(id)
    })
  }
  cluster.on('message', onMessage)
  cluster.on('exit', onExit)
  return () => {
    cluster.off('message', onMessage)
    cluster.off('exit', onExit)
  }
}

/** Skips workers that have ended. */
function send(worker: Worker, message: Message): void {
  if (worker.isConnected()) worker.send(message, () => undefined)
}

/**
 * For a worker whose primary runs `relayMetrics`: sends its metrics, and requests those of the others.
 * @param own snapshot of this process
 */
export function clusterPeers(own: () => Promise<MetricsSnapshot>): MetricsPeers {
  const waiting = new Map<number, (snapshots: readonly MetricsSnapshot[]) => void>()
  let last = 0
  const say = (message: Message): void => void process.send?.(message, undefined, undefined, () => undefined)
  const onMessage = (message: unknown): void => {
    if (!isMessage(message)) return
    if (message.portico === 'peers-reported') waiting.get(message.id)?.(message.snapshots)
    const { id } = message
    if (message.portico === 'metrics-requested')
      own().then(
        (snapshot) => say({ portico: 'metrics-reported', id, snapshot }),
        () => undefined,
      )
  }
  process.on('message', onMessage)
  return {
    async others() {
      if (process.send === undefined) return []
      const id = (last += 1)
      const { promise, resolve, reject } = Promise.withResolvers<readonly MetricsSnapshot[]>()
      // An error is better than a sum that decreases.
      const timer = setTimeout(
        reject,
        2 * PATIENCE_MS,
        new Error('the first process does not report the measurements of others'),
      )
      waiting.set(id, resolve)
      say({ portico: 'peers-requested', id, snapshot: await own() })
      return promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(id)
      })
    },
    stop: () => void process.off('message', onMessage),
  }
}
