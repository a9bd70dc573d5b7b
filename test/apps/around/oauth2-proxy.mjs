// An app that knows no OpenID Connect, and oauth2-proxy in front of it with the variables of the block.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, signOut] = /^# to sign out: (\S+)$/m.exec(readFileSync('.env', 'utf8'))
const seen = new Set()
const app = createServer((req, res) => {
  const { 'x-forwarded-email': email, 'x-forwarded-access-token': token } = req.headers
  if (req.url === '/signed-out') return res.end('Signed out')
  if (req.url === '/sign-out') return res.writeHead(302, { Location: signOut }).end()
  if (req.url !== '/refresh') {
    seen.add(token)
    return res.end(`Hello ${email}`)
  }
  res.end(seen.has(token) ? 'The same token' : 'Refreshed')
  seen.add(token)
})
app.listen(0, '127.0.0.1', () => {
  const proxy = spawn(process.env.OAUTH2_PROXY, [], {
    stdio: 'inherit',
    env: {
      ...process.env,
      OAUTH2_PROXY_UPSTREAMS: `http://127.0.0.1:${app.address().port}`,
      OAUTH2_PROXY_HTTP_ADDRESS: `127.0.0.1:${process.env.PORT}`,
      // So that the app can tell one token from the next.
      OAUTH2_PROXY_PASS_ACCESS_TOKEN: 'true',
      OAUTH2_PROXY_COOKIE_REFRESH: '1s',
      OAUTH2_PROXY_SKIP_AUTH_ROUTES: '^/signed-out$',
    },
  })
  proxy.once('exit', (code) => process.exit(code ?? 1))
  process.once('SIGTERM', () => proxy.kill('SIGTERM'))
})
