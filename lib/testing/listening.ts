import type { AddressInfo, Server, Socket } from 'node:net'

/** Starts listening. @returns the port */
export async function listening(server: Server, port = 0, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return (server.address() as AddressInfo).port
}

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
