/**
 * Sends each request immediately, over an idle connection or a new one: as many clients do, without waiting. The pool
 * is opened first and used in turn, as those of apps and proxies, because Node accepts one connection per turn of its
 * event loop: without a pool, an overload would measure only that.
 */
import { type Answer, type Connection, getRequest, openConnection } from '../connection.ts'
import { LoadFailure } from './tally.ts'

/** A client gives up after this time. */
const PATIENCE_MS = 30_000
/** The service closes idle connections after 65 s. */
const IDLE_MS = 30_000
/** More than wait at once in an overload. */
const POOL = 4_000

export interface Sender {
  /** @throws LoadFailure `late` or `cut` */
  send(request: Buffer): Promise<Answer>
  close(): void
}

export async function openSender(port: number): Promise<Sender> {
  const idle: { readonly connection: Connection; readonly since: number }[] = []
  const open = new Set<Connection>()
  const discard = (connection: Connection): void => {
    open.delete(connection)
    connection.close()
  }
  const idleOne = (): Connection | undefined => {
    for (let first = idle.shift(); first !== undefined; first = idle.shift()) {
      if (performance.now() - first.since < IDLE_MS && first.connection.isOpen()) return first.connection
      discard(first.connection)
    }
    return undefined
  }
  const patiently = async (request: Buffer): Promise<Answer> => {
    let connection = idleOne()
    const patience = new AbortController()
    const timer = setTimeout(() => {
      connection?.close()
      patience.abort()
    }, PATIENCE_MS)
    try {
      connection ??= await openConnection(port, patience.signal)
      open.add(connection)
      const answer = await connection.send(request)
      if (/\r\nconnection: close/i.test(answer.head)) discard(connection)
      else idle.push({ connection, since: performance.now() })
      return answer
    } catch (error) {
      if (connection !== undefined) discard(connection)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
  while (open.size < POOL) {
    const connection = await openConnection(port)
    open.add(connection)
    // The service closes a connection without a request sooner than an idle one.
    await connection.send(getRequest(port, '/.well-known/openid-configuration'))
    idle.push({ connection, since: performance.now() })
  }
  return {
    async send(request) {
      const at = performance.now()
      try {
        return await patiently(request)
      } catch (error) {
        throw new LoadFailure(performance.now() - at >= PATIENCE_MS ? 'late' : 'cut', (error as Error).message)
      }
    },
    close() {
      for (const connection of open) discard(connection)
    },
  }
}
