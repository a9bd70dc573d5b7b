import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ConfigError, configIssue } from '../config/issues/config-error.ts'
import type { Metrics } from '../ports/measurements.ts'
import { headerText } from '../web/request/received-headers.ts'

/** Listens on loopback only, because this port serves metrics without a token. */
const HOST = '127.0.0.1'
/** Requests with any other Host header are rejected, to prevent DNS rebinding by web pages. */
const NAMES: readonly string[] = [HOST, 'localhost']

/** Serves `GET /metrics` on a separate port. */
export function metricsListener(
  metrics: Pick<Metrics, 'text'>,
  { port, hosts }: { readonly port: number; readonly hosts: readonly string[] },
) {
  const names = new Set([...NAMES, ...hosts])
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (!names.has((req.headers.host ?? '').toLowerCase().replace(/:\d+$/, ''))) return void res.writeHead(421).end()
    const path = req.url?.split('?', 1)[0]
    if (path !== '/metrics') return void res.writeHead(404).end()
    if (req.method !== 'GET' && req.method !== 'HEAD') return void res.writeHead(405, { Allow: 'GET, HEAD' }).end()
    const { contentType, body } = await metrics.text(headerText(req, 'accept'))
    res.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(body)
  }
  const server = createServer((req, res) => {
    req.resume()
    answer(req, res).catch(() => res.destroy())
  })
  return {
    /** @throws ConfigError when the port is not available */
    start: () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', (error: NodeJS.ErrnoException) =>
          reject(new ConfigError([configIssue('E1001', 'metrics.port', 'a free port', `${port} (${error.code})`)])),
        )
        server.listen(port, HOST, () => resolve())
      }),
    async stop(): Promise<void> {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
