// Apache with mod_auth_openidc and the configuration of the block, in front of a page that says who is signed in.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'

const folder = import.meta.dirname
const origin = `http://127.0.0.1:${process.env.PORT}`
let before
const app = createServer((req, res) => {
  const { oidc_access_token: token, oidc_claim_name: name } = req.headers
  const { pathname, searchParams } = new URL(req.url, origin)
  if (pathname === '/refresh') {
    // Its own way: the module refreshes, and sends the browser back.
    const query = new URLSearchParams({ refresh: `${origin}/refreshed`, access_token: token })
    before = token
    return res.writeHead(302, { Location: `/callback?${query}` }).end()
  }
  if (pathname === '/refreshed')
    return res.end(searchParams.get('error_code') ?? (token === before ? 'The same token' : 'Refreshed'))
  res.end(pathname === '/signed-out' ? 'Signed out' : `Hello ${name}`)
})
app.listen(0, '127.0.0.1', () => {
  for (const name of ['logs', 'run']) mkdirSync(`${folder}/${name}`, { recursive: true })
  const modules = [
    'mpm_event',
    'authn_core',
    'authz_core',
    'authz_user',
    'proxy',
    'proxy_http',
    'auth_openidc',
    'alias',
  ]
  writeFileSync(
    `${folder}/httpd.conf`,
    [
      `ServerRoot "${folder}"`,
      `PidFile run/httpd.pid`,
      `ErrorLog logs/error.log`,
      `Listen 127.0.0.1:${process.env.PORT}`,
      `ServerName 127.0.0.1:${process.env.PORT}`,
      ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
      // Its processes give up being root.
      ...(process.getuid() === 0 ? ['User www-data', 'Group www-data'] : []),
      `<VirtualHost *:${process.env.PORT}>`,
      readFileSync(`${folder}/sso.conf`, 'utf8'),
      '<Location "/signed-out">',
      '  AuthType none',
      '  Require all granted',
      '</Location>',
      'ProxyPass "/callback" "!"',
      `ProxyPass "/" "http://127.0.0.1:${app.address().port}/"`,
      '</VirtualHost>',
    ].join('\n'),
  )
  const server = spawn('/usr/sbin/apache2', ['-D', 'FOREGROUND', '-f', `${folder}/httpd.conf`], { stdio: 'inherit' })
  server.once('exit', (code) => process.exit(code ?? 1))
  process.once('SIGTERM', () => server.kill('SIGTERM'))
})
