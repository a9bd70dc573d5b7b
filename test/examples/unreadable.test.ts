/** The reference deployment, sent what is no HTTP request: the common shape all the same (D-G2, D-G5; RFC 9112). */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type Server, type ServerOptions } from 'node:http'
import { listen } from '../../lib/serve/index.ts'
import { answerUnreadable, type Refusal } from '../../lib/serve/unreadable.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { freePort } from '../support/free-port.ts'
import { closed, listening } from '../support/listening.ts'
import { type RawAnswer, receiveAll, sendRaw } from '../support/raw-socket.ts'

const SECRET = 'do-not-repeat-me'
const CHUNKED = 'POST /token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
const GOOD = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'

/** With the limits of Node, which no test here reaches, and with a second for what never ends. */
const reported: Refusal[] = []
const port = await opened({})

const hasty = await opened({ headersTimeout: 1_000, requestTimeout: 1_000, connectionsCheckingInterval: 50 })

async function opened(limits: ServerOptions): Promise<number> {
  const server = createServer({ requireHostHeader: false, ...limits })
  stoppedAtEnd({ stop: () => closed(server) })
  const isFit = answerUnreadable(server, (refusal) => reported.push(refusal))
  server.on('request', (req, res) => {
    if (!isFit(req, res)) return
    if (req.url === '/half') res.writeHead(200, { 'Content-Length': 10 }).write('half')
    else if (req.url === '/slow') setTimeout(() => res.end('slow'), 100)
    else if (req.url === '/token') {
      res.setHeader('X-Request-Id', 'k7m2-9qxd-4htn')
      req.resume().on('end', () => res.end('whole'))
    } else res.end('well')
  })
  return listening(server)
}

function expectRefused({ status, text }: RawAnswer, wanted: number, ref?: string): string {
  expect(`${status} ${text}`).toMatch(new RegExp(`^${wanted} HTTP/1.1 ${wanted} `))
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const fields = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(': ') as [string, string])
  const headers = new Map(fields.map(([name, value]) => [name.toLowerCase(), value]))
  const error = JSON.parse(body) as Record<string, string>
  expect(error).toEqual({
    error: 'invalid_request',
    error_description: expect.stringMatching(/^[a-z][a-z ,]+$/),
    request_id: headers.get('x-request-id'),
    ...(ref === undefined ? {} : { error_ref: ref }),
  })
  expect(error['request_id']).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    connection: 'close',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  })
  const lines = reported.filter(({ request_id }) => request_id === error['request_id'])
  expect(lines).toEqual([expect.objectContaining({ status: wanted, error: 'invalid_request' })])
  expect(text + JSON.stringify(reported)).not.toContain(SECRET)
  return error['request_id'] as string
}

it.each([
  ['headers over 16 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${SECRET}${'x'.repeat(17_000)}\r\n\r\n`, 431],
  ['an address over 16 KiB', `GET /${SECRET}${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ['an unknown expectation', `POST / HTTP/1.1\r\nHost: x\r\nExpect: ${SECRET}\r\nContent-Length: 1\r\n\r\nx`, 417],
  ['HTTP/1.1 without Host', `GET /${SECRET} HTTP/1.1\r\n\r\n`, 400],
  ['two Host lines', `GET /${SECRET} HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n`, 400],
  ['a request line of nonsense', `${SECRET}\r\n\r\n`, 400],
  ['an unknown method', `FROB /${SECRET} HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
  [
    'two ends of the body',
    `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['two lengths of the body', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`, 400],
  ['a TLS greeting', Buffer.from([0x16, 0x03, 0x01, 0x00, 0xa5, 0x01, 0x00, 0x00, 0xa1]), 400],
])('%s', async (_, bytes, status) => expectRefused(await sendRaw(port, [bytes]), status))

it('a head that never ends', async () => expectRefused(await sendRaw(hasty, ['GET / HTTP/1.1\r\nHost: x\r\n']), 408))

it.each([
  ['a chunk that is none', ['5\r\nabcde\r\nzz\r\n'], 400, 'body_malformed'],
  ['chunk extensions without end', [`1;${'x'.repeat(20_000)}\r\na\r\n`], 413, 'body_too_large'],
  ['a body that never ends', ['5\r\nab'], 408, 'body_timeout'],
])('%s: refused under the id that the request has', async (_, pieces, status, ref) => {
  const id = expectRefused(await sendRaw(status === 408 ? hasty : port, [CHUNKED, ...pieces]), status, ref)
  expect(id).toBe('k7m2-9qxd-4htn')
  reported.length = 0
})

it('the request before is answered first, and nothing is written into a half answer', async () => {
  const after = await receiveAll(port, [`${GOOD}${SECRET}\r\n\r\n`])
  expect(after.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  const half = await receiveAll(port, [CHUNKED.replace('/token', '/half'), 'zz\r\n'])
  expect(half.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  expect(half).toMatch(/\r\n\r\nhalf$/)
  const answered = await receiveAll(port, [CHUNKED.replace('/token', '/well'), 'zz\r\n'])
  expect(answered.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
})

it('what is a request goes on: HTTP/1.0 without Host, and one after the other on a connection', async () => {
  expect((await sendRaw(port, ['GET / HTTP/1.0\r\n\r\n'])).text).toMatch(/^HTTP\/1\.1 200 [^]*well$/)
  const both = await receiveAll(port, [GOOD, GOOD.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')])
  expect(both.match(/ 200 OK/g)).toHaveLength(2)
})

it('the service gives a request fifteen seconds for its head, and twenty for all of it', async () => {
  let limits: Partial<Server> = {}
  const hear = (message: unknown): void => {
    limits = (message as { readonly server: Server }).server
  }
  const at = await freePort()
  const listening = await listen((_req, res) => res.end(), { host: '127.0.0.1', port: at })
  subscribe('http.server.request.start', hear)
  await fetch(`http://127.0.0.1:${at}`)
  unsubscribe('http.server.request.start', hear)
  await listening.close()
  expect([limits.headersTimeout, limits.requestTimeout]).toEqual([15_000, 20_000])
})
