import cluster, { type Worker } from 'node:cluster'
import type { MetricsPeers, MetricsSnapshot } from '../../lib/ports/measurements.ts'
import { lastingOf, sumMetrics } from './sum-metrics.ts'

/** A process that does not answer in this time is counted by what it said last, in milliseconds. */
const PATIENCE_MS = 1_500

/** What passes between the first process and its workers; anything else is somebody else's. */
type Message =
  /** A worker is asked for its own by the first process. */
  | { readonly portico: 'metrics-asked'; readonly id: number }
  | { readonly portico: 'metrics-told'; readonly id: number; readonly snapshot: MetricsSnapshot }
  /** The first process is asked for those of all others by a worker, which tells its own. */
  | { readonly portico: 'peers-asked'; readonly id: number; readonly snapshot: MetricsSnapshot }
  | { readonly portico: 'peers-told'; readonly id: number; readonly snapshots: readonly MetricsSnapshot[] }

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'portico' in message
}

/**
 * For the first process of `node:cluster`: passes measurements between its workers, so that each can answer for all. What a worker
 * has counted stays in the sum when it ends, as far as it was told before. @returns what ends it
 */
export function relayMetrics(): () => void {
  /** What each worker said last, by its id. */
  const latest = new Map<number, MetricsSnapshot>()
  const waiting = new Map<number, () => void>()
  /** What workers that have ended had counted. */
  let lasting: MetricsSnapshot = []
  let adding = Promise.resolve()
  let last = 0

  /** Until it has told, or has had time enough. */
  const ask = (worker: Worker): Promise<void> => {
    const id = (last += 1)
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, PATIENCE_MS)
    waiting.set(id, resolve)
    tell(worker, { portico: 'metrics-asked', id })
    return promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(id)
    })
  }
  const answer = async (asking: Worker, id: number): Promise<void> => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(workers.filter((worker) => worker !== asking).map(ask))
    const others = [...latest].flatMap(([worker, snapshot]) => (worker === asking.id ? [] : [snapshot]))
    tell(asking, { portico: 'peers-told', id, snapshots: [...others, lasting] })
  }
  const onMessage = (worker: Worker, message: unknown): void => {
    if (!isMessage(message)) return
    if (message.portico === 'metrics-told' || message.portico === 'peers-asked') latest.set(worker.id, message.snapshot)
    if (message.portico === 'metrics-told') waiting.get(message.id)?.()
    if (message.portico === 'peers-asked') void answer(worker, message.id)
  }
  /** From one moment to the next it is no worker any more but a part of what lasts: never both, never neither. */
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

/** A worker that has ended meanwhile is not told anything any more. */
function tell(worker: Worker, message: Message): void {
  if (worker.isConnected()) worker.send(message, () => undefined)
}

/**
 * For a worker of `node:cluster` whose first process does `relayMetrics`: tells its own measurements, and asks for those of the others.
 * @param own snapshot of this process
 */
export function clusterPeers(own: () => Promise<MetricsSnapshot>): MetricsPeers {
  const waiting = new Map<number, (snapshots: readonly MetricsSnapshot[]) => void>()
  let last = 0
  const say = (message: Message): void => void process.send?.(message, undefined, undefined, () => undefined)
  const onMessage = (message: unknown): void => {
    if (!isMessage(message)) return
    if (message.portico === 'peers-told') waiting.get(message.id)?.(message.snapshots)
    const { id } = message
    if (message.portico === 'metrics-asked')
      own().then(
        (snapshot) => say({ portico: 'metrics-told', id, snapshot }),
        () => undefined,
      )
  }
  process.on('message', onMessage)
  return {
    async others() {
      if (process.send === undefined) return []
      const id = (last += 1)
      const { promise, resolve, reject } = Promise.withResolvers<readonly MetricsSnapshot[]>()
      // No answer is better than a sum that has fallen.
      const timer = setTimeout(
        reject,
        2 * PATIENCE_MS,
        new Error('the first process does not tell what others measured'),
      )
      waiting.set(id, resolve)
      say({ portico: 'peers-asked', id, snapshot: await own() })
      return promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(id)
      })
    },
    stop: () => void process.off('message', onMessage),
  }
}
