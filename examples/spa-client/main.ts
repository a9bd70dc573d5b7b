/** Serves the expenses app: static files, the published `oidc-client-ts`, and the paths that it needs. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

const port = Number(process.env['PORT'] ?? 3001)
const issuer = process.env['OIDC_ISSUER'] ?? 'http://localhost:3000/sso'
const api = process.env['API'] ?? 'http://localhost:3002'

const library = createRequire(import.meta.url)
  .resolve('oidc-client-ts')
  .replace(/umd.*$/s, 'browser/oidc-client-ts.min.js')
const asset = (name: string): Buffer => readFileSync(new URL(`./assets/${name}`, import.meta.url))
const page = { type: 'text/html', body: asset('index.html') }
const files: Readonly<Record<string, { readonly type: string; readonly body: Buffer | string }>> = {
  '/': page,
  // The redirect URI; the page reads the response from its URL.
  '/callback': page,
  '/app.js': { type: 'text/javascript', body: asset('app.js') },
  '/style.css': { type: 'text/css', body: asset('style.css') },
  '/oidc-client-ts.js': { type: 'text/javascript', body: readFileSync(library) },
  '/settings.json': {
    type: 'application/json',
    body: JSON.stringify({
      issuer,
      clientId: process.env['OIDC_CLIENT_ID'] ?? 'expenses',
      scope: 'openid profile email offline_access',
      api,
    }),
  },
}
// This page has tokens: only our own code may run in it, and it connects to two origins only.
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  `connect-src 'self' ${new URL(issuer).origin} ${new URL(api).origin}`,
  `frame-src ${new URL(issuer).origin}`,
].join('; ')

createServer((req, res) => {
  const { pathname } = new URL(req.url ?? '/', 'http://localhost')
  const file = Object.hasOwn(files, pathname) ? files[pathname] : undefined
  if (file === undefined) res.writeHead(404).end()
  else
    res
      .writeHead(200, {
        'Content-Type': `${file.type}; charset=utf-8`,
        'Content-Security-Policy': policy,
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      })
      .end(file.body)
}).listen(port, 'localhost', () => console.log(`The app is at http://localhost:${port}/`))
