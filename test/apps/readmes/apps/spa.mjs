// Bundles the script of a single-page app and serves it at every path.

import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { build } from 'esbuild'

const { ISSUER, CLIENT_ID, REDIRECT_URI, PORT, FIXED } = process.env
const settings = { issuer: ISSUER, clientId: CLIENT_ID, redirectUri: REDIRECT_URI, fixed: FIXED === '1' }
const { outputFiles } = await build({
  entryPoints: [readdirSync('.').find((name) => name.startsWith('page.')) ?? ''],
  bundle: true,
  write: false,
  format: 'esm',
  jsx: 'automatic',
  tsconfigRaw: '{}',
  define: { SETTINGS: JSON.stringify(settings), 'process.env.NODE_ENV': '"production"' },
})
createServer((req, res) => {
  const [type, body] = req.url?.startsWith('/page.js')
    ? ['text/javascript', outputFiles[0].text]
    : [
        'text/html',
        '<!doctype html><html lang="en"><body><div id="root"></div><script type="module" src="/page.js"></script>',
      ]
  res.writeHead(200, { 'Content-Type': type }).end(body)
}).listen(PORT, '127.0.0.1')
