import { connect, type Server, type Socket } from 'node:net'

export { listening } from '../../lib/testing/listening.ts'

/** Stops a server with all its connections: HTTP servers know theirs, others pass them as `open`. */
export async function closed(
  server: Server & { closeAllConnections?(): void },
  open: Iterable<Socket> = [],
): Promise<void> {
  const ended = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections?.()
  for (const socket of open) socket.destroy()
  await ended
}

/** Whether a server of this machine accepts connections at the port. */
export const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })
