import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { queryObjects } from 'node:v8'
import { type Handler, listen } from '../../lib/serve/listening.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'

const CONNECTIONS = 20
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=b'

/** Those alive after a garbage collection. */
const open = () => [IncomingMessage, ServerResponse].map((kind) => queryObjects(kind, { format: 'count' }))

/** Sends one request, and keeps the connection open after the response. */
function answered(port: number, request: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('error', reject).on('data', (chunk) => {
      received += String(chunk)
      if (received.endsWith('done')) resolve(socket)
    })
    socket.write(request)
  })
}

it.each<[about: string, method: string, rest: string, handler: Handler]>([
  ['without a body', 'GET', '\r\n', (_req, res) => void res.end('done')],
  ['after its body', 'POST', FORM, (req, res) => void req.resume().once('end', () => res.end('done'))],
  ['before its body was read', 'POST', FORM, (req, res) => void res.end('done', () => req.resume())],
])(
  'an idle connection keeps nothing of its last request in memory: answered %s',
  async (_about, method, rest, handler) => {
    const port = await freePort()
    const server = await listen(handler, { host: '127.0.0.1', port })
    const before = open()
    const request = `${method} / HTTP/1.1\r\nHost: localhost\r\n${rest}`
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => answered(port, request)))
    await until(() => open().every((count, kind) => count <= before[kind]!))
    for (const socket of sockets) socket.destroy()
    expect(await server.close()).toBe('clean')
  },
)
