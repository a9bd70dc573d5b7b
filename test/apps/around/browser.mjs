// Serves a single-page app: its page, its script, the block, and the libraries as they are published.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , library, page] = process.argv
const PACKAGES = {
  'oidc-client-ts': 'oidc-client-ts/dist/esm/oidc-client-ts.js',
  'jwt-decode': 'jwt-decode/build/esm/index.js',
  'keycloak-js': 'keycloak-js/lib/keycloak.js',
}
const imports = Object.fromEntries(Object.keys(PACKAGES).map((name) => [name, `/packages/${name}.js`]))
const HTML = `<!doctype html><html lang="en"><title>An app with ${library}</title>
<script type="importmap">${JSON.stringify({ imports })}</script>
<body><script type="module" src="/${page}"></script>`
const files = {
  '/sso.js': './sso.js',
  [`/${page}`]: page,
  ...Object.fromEntries(
    Object.entries(PACKAGES).map(([name, path]) => [`/packages/${name}.js`, `../node_modules/${path}`]),
  ),
}
createServer((req, res) => {
  const { pathname } = new URL(req.url, 'http://app')
  const found = files[pathname]
  if (found !== undefined) res.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync(found))
  else if (pathname === '/signed-out') res.end('Signed out')
  else res.writeHead(200, { 'Content-Type': 'text/html' }).end(HTML)
}).listen(process.env.PORT, '127.0.0.1')
