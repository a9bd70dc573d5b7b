/** A port that leads to another server; what a test does to the bytes on the way is its own. */
import { connect, createServer, type Socket } from 'node:net'
import { stoppedAtEnd } from './at-end.ts'
import { closed, listening } from './listening.ts'

export interface Relay {
  readonly port: number
  /** Breaks all connections. New ones are let through. */
  cut(): void
  /** Breaks all connections, and takes no more. */
  close(): Promise<void>
  reopen(): Promise<unknown>
}

/**
 * @param target the port, which may be another one for each connection
 * @param join leads what comes of a client to the server, and back, for each connection
 */
export async function startRelay(
  target: number | (() => number),
  join: (client: Socket, server: Socket) => void,
  { host = '127.0.0.1', allowHalfOpen = false } = {},
): Promise<Relay> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen }, (client) => {
    const far = connect({ port: typeof target === 'number' ? target : target(), host, allowHalfOpen })
    for (const socket of [client, far]) {
      sockets.add(socket.setNoDelay(true))
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
    join(client, far)
  })
  const port = await listening(server)
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return stoppedAtEnd({
    port,
    cut,
    reopen: () => listening(server, port),
    close: () => closed(server, sockets),
  })
}
