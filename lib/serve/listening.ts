/** Listens, and stops listening without cutting a request in flight. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Socket, Server as SocketServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { acceptQueueDrained } from './accept-queue.ts'
import { limitConnections } from './connection-limit.ts'
import { answerUnreadable, type Refusal } from './unreadable.ts'

export type Handler = (req: IncomingMessage, res: ServerResponse) => void

export interface Listening {
  /**
   * Answers what is in flight, and what still arrives on connections that are open, with `Connection: close`; then closes them.
   * `cut`: some did not end in time.
   * @param drainMs so long new connections are taken as well. Default 0
   */
  close(drainMs?: number): Promise<'clean' | 'cut'>
}

type Report = (refusal: Refusal) => void

/** Longer than proxies keep a connection, so that none of them sends into one that has just been closed. */
const KEEP_ALIVE_MS = 65_000
/** Longer than any request of ours may take. */
const PATIENCE_MS = 25_000
const IDLE_CHECK_MS = 50
/** A request that was on its way when the end began arrives within this time. */
const LAST_CALL_MS = 500
/**
 * Proxies send their next request on a connection that they hold open, at the very moment in which it is closed; one that is not
 * known to be safe to repeat (a refresh) then fails, or is sent twice. So each connection is left open until it has had an answer
 * that announces the end, or has been silent for this long.
 */
const PROXY_SILENCE_MS = 5_000

export interface ListenOptions {
  /**
   * `localhost` stands for both of its addresses, because callers choose either.
   * @default none, the key is required
   * @example 'localhost'
   */
  readonly host: string
  /**
   * TCP port.
   * @default none, the key is required
   * @example 3000
   */
  readonly port: number
  /**
   * Called with what was refused because it is no request that the handler could be given.
   * @default nothing is reported
   * @example (refusal) => log.info(refusal, 'request refused')
   */
  readonly report?: Report
  /**
   * Connections are those of proxies, which use them again and again.
   * @default false
   * @example true
   */
  readonly behindProxy?: boolean
  /**
   * Open connections of one address; undefined behind a proxy, whose address is that of all callers.
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
    // A machine without IPv6 has no second address; an address in use belongs to another process.
    if ((error as { code?: unknown }).code !== 'EADDRINUSE') return [ipv4]
    ipv4.server.close()
    throw error
  }
}

interface Opened {
  readonly server: Server
  readonly connections: ReadonlySet<Socket>
  /** How many there were so far. */
  taken(): number
}

/** A request that never becomes whole is cut off within 25 s: Node looks for such ones every five. */
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
        // A connection is idle again once its answer is out.
        server.closeIdleConnections()
        // One that browsers open ahead, and may never use, counts as busy in Node until its first request.
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
      }, IDLE_CHECK_MS)
    }, silenceMs)
    const deadline = setTimeout(() => {
      end = 'cut'
      server.closeAllConnections()
    }, PATIENCE_MS)
    // Ends the listening alone. The close of an HTTP server also cuts, at once, every connection on which it has not read a
    // request yet, though one may be on its way.
    SocketServer.prototype.close.call(server, () => {
      clearTimeout(lastCall)
      clearInterval(idle)
      clearTimeout(deadline)
      resolve(end)
    })
  })
}
