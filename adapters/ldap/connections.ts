import { type BoundedQueue, boundedQueue } from './bounded-queue.ts'
import { type Connection, openConnection } from './connection.ts'
import { failure, isLate, isOfServer } from './failures.ts'
import type { ServerUrl } from './server-url.ts'
import type { Servers } from './servers.ts'
import type { DirectoryPlan } from './settings.ts'

const CONNECTIONS_MAX = 64
const QUEUE_MAX = 512
/** Idle time after which a connection is closed, because firewalls drop idle connections. */
const IDLE_MS = 60_000

interface Idle {
  readonly connection: Connection
  readonly since: number
}

type Plan = Pick<DirectoryPlan, 'account' | 'startTls' | 'ca' | 'timeoutMs' | 'pool'>

type Ask<T> = (connection: Connection) => Promise<T>

/** Manages all connections to one directory, at most 64. Connections in the pool stay open for reuse. */
export function connections(plan: Plan, servers: Servers) {
  const refused = (reason: unknown): Error => failure('ldap: too many ask at once', reason)
  const searchers = boundedQueue(plan.pool, QUEUE_MAX, refused)
  const singles = boundedQueue(CONNECTIONS_MAX - plan.pool, QUEUE_MAX, refused)
  const open = new Set<Connection>()
  let idle: readonly Idle[] = []
  let isClosed = false

  /** Opens a connection. The timeout for one operation also limits this attempt. */
  async function opened(server: ServerUrl, signal: AbortSignal): Promise<Connection> {
    if (isClosed) throw failure('the directory is closed')
    const opening = AbortSignal.any([signal, AbortSignal.timeout(plan.timeoutMs)])
    const connection = await openConnection(server, { ...plan, signal: opening })
    open.add(connection)
    return connection
  }

  async function ended(connection: Connection): Promise<void> {
    await connection.close()
    open.delete(connection)
  }

  async function during<T>(connection: Connection, signal: AbortSignal, ask: Ask<T>): Promise<T> {
    const cut = (): void => connection.cut()
    signal.addEventListener('abort', cut, { once: true })
    try {
      signal.throwIfAborted()
      return await ask(connection)
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    } finally {
      signal.removeEventListener('abort', cut)
    }
  }

  /** Closes the idle connections that match, and waits until they are closed. */
  async function endIdle(isSo: (one: Idle) => boolean): Promise<void> {
    const [out, rest] = [idle.filter(isSo), idle.filter((one) => !isSo(one))]
    idle = rest
    await Promise.all(out.map(({ connection }) => ended(connection)))
  }

  async function takeIdle(): Promise<Connection | undefined> {
    const oldest = performance.now() - IDLE_MS
    await endIdle(({ connection, since }) => since < oldest || !connection.isOpen())
    const [newest, ...others] = idle
    idle = others
    newest?.connection.wake()
    return newest?.connection
  }

  async function keep(connection: Connection): Promise<void> {
    if (isClosed || !connection.isOpen()) return ended(connection)
    connection.rest()
    idle = [{ connection, since: performance.now() }, ...idle]
  }

  async function searcher(server: ServerUrl, signal: AbortSignal): Promise<Connection> {
    const connection = await opened(server, signal)
    try {
      await during(connection, signal, ({ bind }) => bind(plan.account.dn, plan.account.password))
      return connection
    } catch (error) {
      await ended(connection)
      throw failure('the account that searches (bindDn)', error)
    }
  }

  /** Runs an operation. If the server responded, even with an error, the connection is kept for reuse. */
  async function asked<T>(connection: Connection, signal: AbortSignal, ask: Ask<T>): Promise<T> {
    try {
      const answer = await during(connection, signal, ask)
      await keep(connection)
      return answer
    } catch (error) {
      await (isOfServer(error) ? ended(connection) : keep(connection))
      throw error
    }
  }

  async function inPlace<T>(queue: BoundedQueue, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (isClosed) throw failure('ldap: the directory is closed')
    return queue.run(work, signal)
  }

  return {
    /** Runs `ask` on a connection bound as the search account. If an idle connection fails, retries on a new one. */
    searching: <T>(ask: Ask<T>, signal: AbortSignal): Promise<T> =>
      inPlace(searchers, signal, async () => {
        const kept = await takeIdle()
        if (kept !== undefined) {
          try {
            return await asked(kept, signal, ask)
          } catch (error) {
            if (!isOfServer(error) || signal.aborted) throw failure(`ldap: ${kept.server.place}`, error)
            if (isLate(error)) servers.avoid(kept.server, error)
            // The server's other idle connections are probably dead too. Close them, or each would cost a timeout.
            await endIdle(({ connection }) => connection.server === kept.server)
          }
        }
        return servers.first(async (server) => asked(await searcher(server, signal), signal, ask), signal)
      }),
    /** Runs `ask` on a new, unbound connection, and closes that connection afterward. */
    alone: <T>(ask: Ask<T>, signal: AbortSignal): Promise<T> =>
      inPlace(singles, signal, () =>
        servers.first(async (server) => {
          const connection = await opened(server, signal)
          try {
            return await during(connection, signal, ask)
          } finally {
            await ended(connection)
          }
        }, signal),
      ),
    async close(): Promise<void> {
      isClosed = true
      await endIdle(() => true)
      for (const connection of open) connection.cut()
    },
  }
}
