/**
 * Next.js 16 behind Portico, with a custom server. A route handler of the App Router cannot run Portico, because it has
 * no Node request and response. Pages call `globalThis.sso.session({ headers: { cookie } })`: a bundle with the package
 * would create a second Portico.
 */
import { createServer } from 'node:http'
import next from 'next'
import { PORT, startSso } from './sso.ts'

const sso = await startSso()
globalThis.sso = sso

const app = next({ dev: false, hostname: 'localhost', port: PORT })
await app.prepare()
const pages = app.getRequestHandler()
const guard = sso.guard()
const answer = (req, res) => {
  if (req.url === '/me') guard(req, res, () => void pages(req, res))
  else void pages(req, res)
}

const server = createServer(sso.callback(answer))
server.listen(PORT, 'localhost', () => console.log(`listening on ${PORT}`))
process.on('SIGTERM', () => server.close(() => void app.close().then(() => sso.close())))
