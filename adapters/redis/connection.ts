import { setTimeout } from 'node:timers/promises'
import { type Cluster, Command, type Redis } from 'ioredis'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { defineScripts } from './commands.ts'
import { makeDriver } from './driver.ts'
import { causeOf, codeOf, isDemotion, isNoRoom, isRefusal, reasonOf, unavailable } from './failures.ts'
import { type ReplicaWait, replicaWait } from './replica-wait.ts'

export type Connection = ReturnType<typeof connect>

type Send<T> = (redis: Redis) => Promise<T>

export interface ConnectionOptions {
  readonly commandTimeoutMs: number
  readonly wait?: ReplicaWait | undefined
}

/** One connection to Redis, or one per master of a cluster. All store commands go through `read` and `write`. */
export function connect(source: string | Redis | Cluster, { commandTimeoutMs, wait }: ConnectionOptions) {
  const { client, kind, place } = makeDriver(source, commandTimeoutMs)
  // A cluster client has the same commands, so `Redis` serves as the type for both.
  const redis = client as Redis
  const cluster = 'nodes' in client ? client : undefined
  const reached = wait && replicaWait(wait)
  /** Commands that have not received a response, oldest first. */
  const pending = new Set<{ readonly since: number }>()
  let closed = false
  let lastError: unknown
  /** The error for rejected credentials. Kept until a connection is ready, because later errors omit the reason. */
  let refusal: unknown
  let backSince = -Infinity
  let isCorked = false
  let full: (() => void) | undefined

  defineScripts(client)
  const remember = (error: unknown) => {
    lastError = causeOf(error)
    if (isRefusal(lastError)) refusal = lastError
  }
  // Without a listener, the driver would print errors. Each failed command already reports its own error.
  redis.on('error', remember)
  redis.on('node error', remember)
  redis.on('close', () => {
    backSince = Infinity
  })
  redis.on('-node', () => {
    backSince = performance.now()
  })
  redis.on('ready', () => {
    lastError = refusal = undefined
    if (backSince === Infinity) backSince = performance.now()
  })
  // Connect early. Otherwise, the driver connects only on a node's first command, and other commands fail meanwhile.
  redis.on('+node', (node: Redis) => {
    if (!node.options.readOnly) node.connect().catch(remember)
  })

  /** Combines socket writes, because under load they cost more than commands. Cluster clients do not combine writes. */
  function cork(): void {
    const stream = cluster ? undefined : redis.stream
    if (isCorked || !stream) return
    isCorked = true
    stream.cork()
    setImmediate(() => {
      isCorked = false
      stream.uncork()
    })
  }

  async function ask<T>(step: string, effect: 'none' | 'possible', send: Send<T>): Promise<T> {
    if (closed) throw new StoreUnavailable(`${step}: the store is closed`)
    const command = { since: performance.now() }
    pending.add(command)
    cork()
    try {
      return await send(redis)
    } catch (error) {
      if (isNoRoom(error)) full?.()
      // The driver leaves the server, and commands fail meanwhile for this reason.
      if (isDemotion(error as Error)) lastError = error
      throw unavailable(step, error, effect, { lastError, place })
    } finally {
      pending.delete(command)
    }
  }

  function masterOf(key: string): Redis | undefined {
    if (!cluster) return redis
    const slot = new Command('get', [key]).getSlot()
    const address = slot === null ? undefined : cluster.slots[slot]?.[0]
    return cluster.nodes('master').find(({ options: { host, port } }) => `${host}:${port}` === address)
  }

  async function writeThrough<T>(step: string, key: string, send: Send<T>): Promise<T> {
    const [master, stream] = [masterOf(key), masterOf(key)?.stream]
    const answer = await ask(step, 'possible', send)
    const count = master && (await reached?.(master).catch(() => undefined))
    // If the connection was replaced, WAIT would count every replica, because the new connection has no writes.
    if (count === undefined || master !== masterOf(key) || master?.stream !== stream) {
      throw new StoreUnavailable(`${step}: the replicas did not respond`, true)
    }
    if (wait && count < wait.replicas) {
      throw new StoreUnavailable(`${step}: ${count} of ${wait.replicas} replicas have the change`, true)
    }
    return answer
  }

  return {
    kind,
    place,
    /** Sends a command that changes nothing. @throws StoreUnavailable on failure */
    read: <T>(step: string, send: Send<T>): Promise<T> => ask(step, 'none', send),
    /**
     * Changes data at `key`. Resolves when Redis and as many replicas as `wait` requires have the change.
     * @throws StoreUnavailable, with `outcomeUnknown` unless Redis rejected the command or it was never sent
     */
    write: <T>(step: string, key: string, send: Send<T>): Promise<T> =>
      reached ? writeThrough(step, key, send) : ask(step, 'possible', send),
    /** Calls the listener when Redis has no memory left for a write. */
    whenFull(listener: () => void): void {
      full = listener
    },
    /** Every server that accepts writes. */
    masters: (): readonly Redis[] => (cluster ? cluster.nodes('master') : [redis]),
    /** Milliseconds since the connection was last restored; Infinity if it was never lost, 0 while it is down. */
    steadyMs: (): number => (backSince === Infinity ? 0 : performance.now() - backSince),
    /** When (`performance.now()`) the oldest pending command was sent; Infinity if no command is pending. */
    pendingSince(): number {
      const [oldest] = pending
      return oldest?.since ?? Infinity
    },

    /** Resolves when commands can be sent. Throws StoreUnavailable with the reason after `ms` milliseconds. */
    async ready(ms: number): Promise<void> {
      if (closed) throw new StoreUnavailable('the store is closed')
      const until = performance.now() + ms
      for (const node of [redis, ...(cluster?.nodes('master') ?? [])]) {
        if (node.status === 'wait') node.connect().catch(remember)
      }
      while ([redis, ...(cluster?.nodes('master') ?? [])].some((node) => node.status !== 'ready')) {
        if (refusal !== undefined || performance.now() > until)
          throw notReached(refusal ?? lastError ?? new Error(), place)
        await setTimeout(10)
      }
    },

    async close(): Promise<void> {
      if (closed) return
      closed = true
      if (redis.status === 'ready')
        await Promise.race([redis.quit().catch(() => undefined), setTimeout(500, undefined, { ref: false })])
      redis.disconnect()
    },
  }
}

function notReached(error: unknown, place: string): StoreUnavailable {
  const isPermanent = isRefusal(error)
  const message = `${reasonOf(error)} at ${place}`
  return new StoreUnavailable(message, false, { reason: codeOf(error), place, isPermanent })
}
