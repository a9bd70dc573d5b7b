/** A port that leads to another one of this machine: it can be closed, so that nobody listens there, and it can be slow. */

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { stoppedAtEnd } from './at-end.ts'

export interface ClosablePort {
  readonly port: number
  close(): Promise<void>
  reopen(): Promise<void>
  /** Everything takes so long, both ways, on connections from now on. */
  slow(ms: number): void
}

export async function openPort(target: number): Promise<ClosablePort> {
  const sockets = new Set<Socket>()
  let delay = 0
  const relay = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), delay))
    from.on('error', () => undefined).on('close', () => sockets.delete(from) && setTimeout(() => to.destroy(), delay))
    sockets.add(from)
  }
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    relay(near, far)
    relay(far, near)
  })
  const listen = (at: number): Promise<void> =>
    new Promise((resolve) => {
      server.listen(at, '127.0.0.1', resolve)
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return stoppedAtEnd({
    port,
    reopen: () => listen(port),
    slow(ms) {
      delay = ms
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
