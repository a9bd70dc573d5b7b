/** A port that forwards to another server; each test decides what happens to the bytes. */
import { connect, createServer, type Socket } from 'node:net'
import { stoppedAtEnd } from './at-end.ts'
import { closed, listening } from './listening.ts'

export interface Relay {
  readonly port: number
  /** Breaks all connections; new ones still work. */
  cut(): void
  /** Breaks all connections, and refuses new ones. */
  close(): Promise<void>
  reopen(): Promise<unknown>
}

/**
 * @param target the port, which may differ for each connection
 * @param join connects client and server, for each connection
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
  return stoppedAtEnd({ port, cut, reopen: () => listening(server, port), close: () => closed(server, sockets) })
}
