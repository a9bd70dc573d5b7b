import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { codeOf, hasResponded, isRepeatable, READ_ONLY, unavailable } from './failures.ts'

export interface PoolOptions {
  readonly pool: Pool
  /** Whether `close` ends the pool. */
  readonly isOwnPool: boolean
  readonly place: string
  /** For a connection, and for a statement. */
  readonly timeoutMs: number
}

/**
 * Borrows connections from a pool, and reports failures as StoreUnavailable.
 * @param check throws if the server behind a new connection must not be used
 */
export function poolAccess(
  { pool, isOwnPool, place, timeoutMs }: PoolOptions,
  check: (client: PoolClient, limitMs: number) => Promise<void>,
) {
  let checked = new WeakSet<PoolClient>()
  /** Work that has not ended, oldest first. */
  const pending = new Set<{ readonly since: number }>()
  let closed = false
  let backSince = -Infinity

  // Without a listener, an idle connection that ends would end the process.
  if (isOwnPool) pool.on('error', ignore)

  async function clientFor(step: string): Promise<PoolClient> {
    if (closed) throw new StoreUnavailable(`${step}: the store is closed`, false, { reason: 'CLOSED' })
    const end = performance.now() + timeoutMs
    let client: PoolClient | undefined
    try {
      client = await borrowed(pool, timeoutMs)
      client.on('error', ignore)
      if (!checked.has(client)) await check(client, Math.max(1, end - performance.now()))
      checked.add(client)
      if (backSince === Infinity) backSince = performance.now()
      return client
    } catch (error) {
      client?.off('error', ignore).release(true)
      backSince = Infinity
      throw unavailable(step, error, 'not-sent', place)
    }
  }

  /** @param effect `sent`: the work changes something, so its outcome can be unknown */
  async function run<T>(step: string, effect: 'read' | 'sent', work: (client: PoolClient) => Promise<T>): Promise<T> {
    const statement = { since: performance.now() }
    pending.add(statement)
    let client: PoolClient | undefined
    let failed: unknown
    let isWarned = false
    const warned = ({ severity }: { readonly severity?: string | undefined }): void => {
      isWarned ||= severity === 'WARNING'
    }
    try {
      client = await clientFor(step)
      client.on('notice', warned)
      const result = await work(client)
      // The only warning that these statements cause: a commit did not wait for its standby.
      if (isWarned && effect === 'sent')
        throw new StoreUnavailable(`${step}: the standby has not confirmed`, true, { reason: 'STANDBY', place })
      return result
    } catch (error) {
      failed = error
      if (client === undefined) throw error
      // After a failover, all connections lead to a standby.
      if (codeOf(error) === READ_ONLY) checked = new WeakSet()
      const known = isRepeatable(error) ? error : unavailable(step, error, effect, place)
      if (known instanceof StoreUnavailable && known.outcomeUnknown) backSince = Infinity
      throw known
    } finally {
      pending.delete(statement)
      client?.off('error', ignore)
      client?.off('notice', warned)
      // Only a connection whose last statement has a response can be used again.
      client?.release(hasResponded(failed) ? undefined : true)
    }
  }

  return {
    run,
    /** Milliseconds since the server could be reached again; Infinity if it always could, 0 while it cannot. */
    steadyMs: (): number => (backSince === Infinity ? 0 : performance.now() - backSince),
    /** When (`performance.now()`) the oldest pending work began; Infinity if there is none. */
    pendingSince: (): number => pending.values().next().value?.since ?? Infinity,
    async close(): Promise<void> {
      if (closed) return
      closed = true
      if (isOwnPool) await Promise.race([pool.end(), wait(500, undefined, { ref: false })])
    },
  }
}

/** A host's pool has no listener of ours, and a server that ends a connection in use emits an error too. */
const ignore = (): void => undefined

/** A host's pool can wait without a limit, so this one is our own. */
function borrowed(pool: Pool, timeoutMs: number): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false
    // Not a promise that a signal ends: that took a tenth of the processor time of a request.
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error('timeout'))
    }, timeoutMs)
    pool
      .connect()
      .finally(() => clearTimeout(timer))
      // A client that comes too late goes back to the pool.
      .then((client) => (isLate ? client.release() : resolve(client)), reject)
  })
}
