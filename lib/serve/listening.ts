/** Starts a server that can be closed without cutting off requests in flight. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Socket, Server as SocketServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { acceptQueueDrained } from './accept-queue.ts'
import { limitConnections } from './connection-limit.ts'
import { answerUnreadable, type Refusal } from './unreadable.ts'

/** A request handler, such as the result of `portico.callback()`. */
export type Handler = (req: IncomingMessage, res: ServerResponse) => void

/** A running server. */
export interface Listening {
  /**
   * Completes requests in flight, sends `Connection: close` with each response, then closes all connections.
   * `cut` means that some requests did not finish in time.
   * @param drainMs how long new connections are still accepted. Default 0
   */
  close(drainMs?: number): Promise<'clean' | 'cut'>
}

type Report = (refusal: Refusal) => void

/** Longer than most proxies' keep-alive timeout, so that a proxy does not reuse a connection that was just closed. */
const KEEP_ALIVE_MS = 65_000
/** How long closing waits for requests in flight. Longer than any request should take. */
const PATIENCE_MS = 25_000
const IDLE_CHECK_MS = 50
/** Idle time after which a connection is closed, so that requests already in transit can still arrive. */
const LAST_CALL_MS = 500
/**
 * A proxy can send a request on a keep-alive connection just as it is closed. A request that is not safe to repeat,
 * such as a token refresh, then fails or is sent twice. So each connection stays open until a response has announced
 * that it will close, or until it has been idle for this long.
 */
const PROXY_SILENCE_MS = 5_000

/** Options of `listen`. */
export interface ListenOptions {
  /**
   * `localhost` listens on 127.0.0.1 and ::1, because clients use either.
   * @example 'localhost'
   */
  readonly host: string
  /**
   * TCP port.
   * @example 3000
   */
  readonly port: number
  /**
   * Called for malformed requests, which are rejected before they reach the handler.
   * @default nothing is reported
   * @example (refusal) => log.info(refusal, 'request refused')
   */
  readonly report?: Report
  /**
   * Whether connections come from a proxy. Proxies reuse connections, so Portico waits longer before it closes them.
   * @default false
   * @example true
   */
  readonly behindProxy?: boolean
  /**
   * Maximum number of open connections per IP address; undefined behind a proxy, whose IP address all clients share.
   * @default no limit
   * @example 256
   */
  readonly maxConnectionsPerAddress?: number | undefined
}

export async function listen(handler: Handler, options: ListenOptions): Promise<Listening> {
  const silence = options.behindProxy === true ? PROXY_SILENCE_MS : LAST_CALL_MS
  let closing: 'no' | 'yes' = 'no'
  const own: Handler = (req, res) => {
    if (closing === 'yes') res.setHeader('Connection', 'close')
    handler(req, res)
  }
  const servers = await openAll(own, options)
  return {
    async close(drainMs = 0) {
      closing = 'yes'
      if (drainMs > 0) await pause(drainMs)
      await acceptQueueDrained(() => servers.reduce((sum, { taken }) => sum + taken(), 0))
      const ends = await Promise.all(servers.map((opened) => close(opened, silence)))
      return ends.includes('cut') ? 'cut' : 'clean'
    },
  }
}

async function openAll(handler: Handler, options: ListenOptions): Promise<readonly Opened[]> {
  if (options.host !== 'localhost') return [await open(handler, options)]
  const ipv4 = await open(handler, { ...options, host: '127.0.0.1' })
  try {
    return [ipv4, await open(handler, { ...options, host: '::1' })]
  } catch (error) {
    // IPv4 alone is enough if IPv6 is unavailable, but not if another process is using the port.
    if ((error as { code?: unknown }).code !== 'EADDRINUSE') return [ipv4]
    ipv4.server.close()
    throw error
  }
}

interface Opened {
  readonly server: Server
  readonly connections: ReadonlySet<Socket>
  /** Number of connections accepted so far. */
  taken(): number
}

/** Timeouts for slow clients. Node checks them every 5 s, so an incomplete request is cut off within 25 s. */
const TIMES = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: 15_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
}

function open(
  handler: Handler,
  { host, port, report = () => {}, maxConnectionsPerAddress }: ListenOptions,
): Promise<Opened> {
  const server = createServer({ ...TIMES, requireHostHeader: false })
  const isFit = answerUnreadable(server, report)
  server.on('request', (req, res) => {
    if (isFit(req, res)) handler(req, res)
  })
  const connections = new Set<Socket>()
  let taken = 0
  if (maxConnectionsPerAddress !== undefined) limitConnections(server, maxConnectionsPerAddress)
  server.on('connection', (socket) => {
    taken += 1
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve({ server, connections, taken: () => taken }))
  })
}

function close({ server, connections }: Opened, silenceMs: number): Promise<'clean' | 'cut'> {
  return new Promise((resolve) => {
    let end: 'clean' | 'cut' = 'clean'
    let idle: NodeJS.Timeout | undefined
    const lastCall = setTimeout(() => {
      idle = setInterval(() => {
        // Repeat this, because a connection becomes idle once its response has been sent.
        server.closeIdleConnections()
        // Close connections that browsers opened in advance, which Node treats as busy until their first request.
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
      }, IDLE_CHECK_MS)
    }, silenceMs)
    const deadline = setTimeout(() => {
      end = 'cut'
      server.closeAllConnections()
    }, PATIENCE_MS)
    // Only stop listening. An HTTP server's own `close` would also drop idle connections, losing requests in transit.
    // In Bun, an HTTP server is no `net.Server`.
    const closing = server instanceof SocketServer ? SocketServer.prototype : server
    closing.close.call(server, () => {
      clearTimeout(lastCall)
      clearInterval(idle)
      clearTimeout(deadline)
      resolve(end)
    })
  })
}
