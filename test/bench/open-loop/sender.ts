/** Sends each request immediately, over an idle connection or a new one: as many clients do, without waiting. */
import { type Answer, type Connection, openConnection } from '../connection.ts'
import { LoadFailure } from './tally.ts'

/** A client gives up after this time. */
const PATIENCE_MS = 30_000
/** The service closes idle connections after 65 s. */
const IDLE_MS = 30_000

export interface Sender {
  /** @throws LoadFailure `late` or `cut` */
  send(request: Buffer): Promise<Answer>
  close(): void
}

export function sender(port: number): Sender {
  const idle: { readonly connection: Connection; readonly since: number }[] = []
  const open = new Set<Connection>()
  const discard = (connection: Connection): void => {
    open.delete(connection)
    connection.close()
  }
  const idleOne = (): Connection | undefined => {
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      if (performance.now() - last.since < IDLE_MS && last.connection.isOpen()) return last.connection
      discard(last.connection)
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
