/** The expenses app: a page, and its server, which signs users in and calls the API. The browser has no token. */
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { ClientError, createClient } from 'portico-sso/client'

const port = Number(process.env['PORT'] ?? 3001)
const api = process.env['API'] ?? 'http://localhost:3002'
const client = createClient({
  issuer: process.env['OIDC_ISSUER'] ?? 'http://localhost:3000/sso',
  clientId: process.env['OIDC_CLIENT_ID'] ?? 'expenses',
  clientSecret: process.env['OIDC_CLIENT_SECRET'] ?? 'the-secret-of-the-expenses-app-for-trying-out',
  redirectUri: `http://localhost:${port}/callback`,
  postLogoutRedirectUri: `http://localhost:${port}/`,
})
const guard = client.guard()
const TYPES = { 'index.html': 'text/html', 'app.js': 'text/javascript', 'style.css': 'text/css' }
const files = new Map(
  Object.entries(TYPES).map(([name, type]) => {
    const body = readFileSync(new URL(`./assets/${name}`, import.meta.url))
    return [name === 'index.html' ? '/' : `/${name}`, { type, body }]
  }),
)
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'self'"

const send = (res: ServerResponse, status: number, type: string, body: string | Buffer): void => {
  const headers = {
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  }
  res.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, ...headers }).end(body)
}

const app = client.callback((req, res) => {
  const { pathname } = new URL(req.url ?? '/', 'http://localhost')
  const file = files.get(pathname)
  if (file !== undefined) return send(res, 200, file.type, file.body)
  // Scripts without a session get 401, requests of other sites 403.
  guard(req, res, async () => {
    try {
      const session = await client.session(req)
      if (session === undefined) return send(res, 401, 'text/plain', 'signed out')
      if (pathname === '/session') return send(res, 200, 'application/json', JSON.stringify(session.user))
      if (pathname === '/renew') return send(res, 200, 'text/plain', `renewed ${(await session.refresh()).expiresAt}`)
      const authorization = `Bearer ${await session.accessToken()}`
      const answer = await fetch(api + pathname.replace('/api', ''), { headers: { authorization } })
      send(res, answer.status, 'application/json', await answer.text())
    } catch (error) {
      send(res, error instanceof ClientError ? error.status : 502, 'text/plain', String(error))
    }
  })
})
createServer(app).listen(port, 'localhost', () => console.log(`The app is at http://localhost:${port}/`))
