import { createServer } from 'node:net'

/**
 * Below the ports that the system assigns itself (`ip_local_port_range`). No other program uses one of these by chance
 * before the intended process listens.
 */
const PORTS = { from: 15_000, count: 4_000 }
/** Each test process has separate ports: otherwise two could choose the same one before either listens. */
const PROCESSES = 4
const own = PORTS.from + (Number(process.env['JEST_WORKER_ID'] ?? 0) % PROCESSES) * PORTS.count
const given = new Set<number>()

export async function freePort(): Promise<number> {
  for (;;) {
    const port = own + Math.floor(Math.random() * PORTS.count)
    if (given.has(port)) continue
    given.add(port)
    const server = createServer()
    const listens = await new Promise<boolean>((resolve) =>
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
    )
    if (!listens) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
