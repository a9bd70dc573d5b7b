import type { Redis } from 'ioredis'

/** How many replicas must have a change before it is acknowledged, and how long to wait for them. */
export interface ReplicaWait {
  /**
   * Number of replicas that must have the change.
   * @example 1
   */
  readonly replicas: number
  /**
   * Milliseconds to wait for the replicas. Must be less than `commandTimeoutMs`.
   * @example 500
   */
  readonly timeoutMs: number
}

/** Counts replicas that have all of a connection's writes. WAIT blocks the connection, so writes share one WAIT. */
export function replicaWait({ replicas, timeoutMs }: ReplicaWait): (node: Redis) => Promise<number> {
  const turns = new WeakMap<Redis, { running?: Promise<number>; next?: Promise<number> }>()

  return (node) => {
    const turn = turns.get(node) ?? {}
    turns.set(node, turn)
    const start = () => {
      turn.running = node.wait(replicas, timeoutMs).finally(() => {
        delete turn.running
      })
      return turn.running
    }
    if (!turn.running) return start()
    turn.next ??= turn.running
      .catch(() => 0)
      .then(() => {
        delete turn.next
        return start()
      })
    return turn.next
  }
}
