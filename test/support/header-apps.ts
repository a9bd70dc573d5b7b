/** Apps that show the request headers that they read: `[variable, value]` pairs, named as in CGI. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stoppedAtEnd } from './at-end.ts'
import { freePort } from './free-port.ts'
import { killed } from './killed.ts'
import { answers, closed, listening } from './listening.ts'
import { until } from './until.ts'

const PHP = `<?php
$read = [];
foreach ($_SERVER as $name => $value) if (str_starts_with($name, 'HTTP_')) $read[] = [substr($name, 5), $value];
header('Content-Type: application/json');
echo json_encode($read, JSON_THROW_ON_ERROR);`
const WSGI = `import json, sys
from wsgiref.simple_server import make_server
def app(environ, respond):
    respond('200 OK', [('Content-Type', 'application/json')])
    return [json.dumps([[n[5:], v] for n, v in environ.items() if n.startswith('HTTP_')]).encode()]
make_server('127.0.0.1', int(sys.argv[1]), app).serve_forever()`

export const HEADER_APPS = ['node', 'php', 'fastcgi', 'wsgi'] as const
export type HeaderApp = (typeof HEADER_APPS)[number]

/** The folder of the PHP apps, which FastCGI requires. */
export const appFolder = mkdtempSync(join(tmpdir(), 'portico-apps-'))
writeFileSync(join(appFolder, 'index.php'), PHP)
writeFileSync(join(appFolder, 'app.py'), WSGI)

const COMMANDS: Readonly<Record<Exclude<HeaderApp, 'node'>, (port: number) => readonly [string, ...string[]]>> = {
  php: (port) => ['php', '-S', `127.0.0.1:${port}`, 'index.php'],
  fastcgi: (port) => ['php-cgi', '-b', `127.0.0.1:${port}`],
  wsgi: (port) => ['python3', 'app.py', String(port)],
}

/** @returns its port */
export async function startHeaderApp(app: HeaderApp): Promise<number> {
  if (app === 'node') return startNode()
  const port = await freePort()
  const [program, ...args] = COMMANDS[app](port)
  const child = spawn(program, args, { cwd: appFolder, stdio: 'ignore' })
  stoppedAtEnd({ stop: () => killed(child) })
  await until(() => answers(port))
  return port
}

function startNode(): Promise<number> {
  const server = createServer(({ rawHeaders }, res) => {
    const read = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1]]] : []))
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify(read.map(([name, value]) => [name?.toUpperCase().replace(/[^A-Z0-9]/g, '_'), value])))
  })
  // A WebSocket (RFC 6455 s4.2.2), up to the headers of its handshake.
  server.on('upgrade', ({ headers }, socket) => {
    const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    const lines = ['Connection: Upgrade', 'Upgrade: websocket', `Sec-WebSocket-Accept: ${accept}`]
    socket.end(`HTTP/1.1 101 Yes\r\n${lines.join('\r\n')}\r\nX-For: ${headers['remote-user']}\r\n\r\n`)
  })
  stoppedAtEnd({ close: () => closed(server) })
  return listening(server)
}
