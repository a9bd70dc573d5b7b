// Serves the single-page app and, in place of a bundler, the library as it is published with the one that it needs.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { ISSUER, CLIENT_ID, REDIRECT_URI, PORT, FIXED } = process.env
const FIX = FIXED === '1' ? '{ nonce: crypto.randomUUID() }' : 'undefined'
const SETTINGS = `export const fix = ${FIX}
export const settings = ${JSON.stringify({ authority: ISSUER, client_id: CLIENT_ID, redirect_uri: REDIRECT_URI })}`
const HTML = `<!doctype html><html lang="en"><title>A single-page app</title><body><pre id="out"></pre>
<script type="importmap">{ "imports": { "oidc-client-ts": "/library.js", "jwt-decode": "/jwt-decode.js", "settings": "/settings.js" } }</script>
<script type="module" src="/page.js"></script>`
createServer((req, res) => {
  const scripts = {
    '/library.js': () => readFileSync('../node_modules/oidc-client-ts/dist/esm/oidc-client-ts.js'),
    '/jwt-decode.js': () => readFileSync('../node_modules/jwt-decode/build/esm/index.js'),
    '/settings.js': () => SETTINGS,
    '/page.js': () => readFileSync('page.js'),
  }
  const script = scripts[new URL(req.url, 'http://app').pathname]
  if (script === undefined) res.writeHead(200, { 'Content-Type': 'text/html' }).end(HTML)
  else res.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script())
}).listen(PORT, '127.0.0.1')
