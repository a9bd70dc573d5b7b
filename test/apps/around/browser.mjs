// Serves a single-page app: its page, its script, the block, and the library as it is published.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

const [, , library, file, page] = process.argv
const root = createRequire(import.meta.url)
  .resolve(`${library}/package.json`)
  .replace(/package\.json$/, '')
const HTML = `<!doctype html><html lang="en"><title>A single-page app</title>
<script type="importmap">{ "imports": { "${library}": "/library.js" } }</script>
<body><script type="module" src="/${page}"></script>`
createServer((req, res) => {
  const { pathname } = new URL(req.url, 'http://app')
  const files = { '/library.js': root + file, '/sso.js': './sso.js', [`/${page}`]: page }
  const found = files[pathname]
  if (found !== undefined) res.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync(found))
  else if (pathname === '/signed-out') res.end('Signed out')
  else res.writeHead(200, { 'Content-Type': 'text/html' }).end(HTML)
}).listen(process.env.PORT, '127.0.0.1')
