import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ConfigError, configIssue } from '../config/issues/config-error.ts'
import type { Metrics } from '../ports/measurements.ts'
import { headerText } from '../web/request/received-headers.ts'

/** Only processes of this machine, or of this container, read measurements without a token. */
const HOST = '127.0.0.1'
/** No web page gets an answer here by a name of its own that resolves to this machine (DNS rebinding). */
const NAMES: readonly string[] = [HOST, 'localhost']

/** Answers `GET /metrics` at a port of its own. */
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
    /** @throws ConfigError when the port cannot be had */
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
