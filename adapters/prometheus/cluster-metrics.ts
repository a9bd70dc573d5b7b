import cluster, { type Worker } from 'node:cluster'
import type { MetricsPeers, MetricsSnapshot } from '../../lib/ports/measurements.ts'
import { lastingOf, sumMetrics } from './sum-metrics.ts'

/** How long to wait for a worker, in milliseconds. If the worker does not respond, its last snapshot is used. */
const PATIENCE_MS = 1_500

/** Messages between the primary process and its workers. All other messages are ignored. */
type Message =
  /** The primary requests a worker's metrics. */
  | { readonly portico: 'metrics-requested'; readonly id: number }
  | { readonly portico: 'metrics-reported'; readonly id: number; readonly snapshot: MetricsSnapshot }
  /** A worker sends its metrics and requests those of all other workers. */
  | { readonly portico: 'peers-requested'; readonly id: number; readonly snapshot: MetricsSnapshot }
  | { readonly portico: 'peers-reported'; readonly id: number; readonly snapshots: readonly MetricsSnapshot[] }

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'portico' in message
}

/**
 * For the primary process of `node:cluster`. Relays metrics between workers, so that each worker can report the sum.
 * Workers that have exited still contribute the counts from their last snapshot.
 * @returns a function that stops the relay
 */
export function relayMetrics(): () => void {
  /** Each worker's last snapshot, by worker id. */
  const latest = new Map<number, MetricsSnapshot>()
  const waiting = new Map<number, () => void>()
  /** Sum of the counts from workers that have exited. */
  let lasting: MetricsSnapshot = []
  let adding = Promise.resolve()
  let last = 0

  /** Resolves when the worker responds, or after the timeout. */
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
  /** Moves the worker's counts from `latest` to `lasting` in one step, so they are never missing or counted twice. */
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

/** Sends the message, unless the worker has exited. */
function send(worker: Worker, message: Message): void {
  if (worker.isConnected()) worker.send(message, () => undefined)
}

/**
 * For a worker whose primary process runs `relayMetrics`. Sends the worker's metrics and requests those of the others.
 * @param own takes a snapshot of this process
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
      // Fail, because without the other workers the counters would appear to decrease.
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
