import { createServer } from 'node:net'

/**
 * Below the ports that the system gives to any program that asks for one (`ip_local_port_range`): nothing connects from one of these, or
 * listens at it by chance, before the process that it is meant for has started.
 */
const PORTS = { from: 15_000, count: 4_000 }
/** Each process that runs test files has its own ports: two would choose the same one before either listens. */
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
