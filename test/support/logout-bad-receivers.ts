/** Broken receivers of notifications: each is a way in which an app can fail. */
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { stoppedAtEnd } from './at-end.ts'
import { closed, listening } from './listening.ts'
import { selfSigned } from './logout-certificate.ts'

export interface BadReceiver {
  readonly name: string
  /** The expected ledger entry of an attempt. */
  readonly says: { readonly lastStatus: number } | { readonly lastError: string | RegExp }
  readonly url: string
  /** Connections so far. */
  readonly calls: number
  readonly open: ReadonlySet<Socket>
  /** Bytes that reached the other side. */
  readonly written: number
  close(): Promise<void>
}

type Behaviour = (socket: Socket) => void

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'
const onRequest =
  (then: Behaviour): Behaviour =>
  (socket) => {
    socket.once('data', () => then(socket))
  }
const answer = (text: string): Behaviour => onRequest((socket) => socket.end(text))

function drip(socket: Socket, text: string): void {
  let place = 0
  const timer = setInterval(() => {
    if (socket.writable && place < text.length) socket.write(text[place++] as string)
  }, 1_000)
  socket.on('close', () => clearInterval(timer))
}

function flood(socket: Socket, head: string, bytes: number): void {
  socket.write(head)
  const chunk = Buffer.alloc(64 * 1024, 120)
  let left = bytes
  const more = (): void => {
    while (left > 0 && socket.writable) {
      left -= chunk.length
      if (!socket.write(chunk)) return
    }
    if (left <= 0) socket.end()
  }
  socket.on('drain', more)
  more()
}

const TEN_MB = 10 * 1024 * 1024

const WAYS: readonly (readonly [name: string, says: BadReceiver['says'], behaviour: Behaviour])[] = [
  ['takes the request and says nothing', { lastError: 'timeout' }, onRequest(() => {})],
  ['drips its headers', { lastError: 'timeout' }, onRequest((socket) => drip(socket, `${HEAD}\r\n`))],
  ['closes without an answer', { lastError: 'ECONNRESET' }, onRequest((socket) => socket.end())],
  ['resets the connection', { lastError: 'ECONNRESET' }, onRequest((socket) => socket.resetAndDestroy())],
  ['resets before it reads', { lastError: /ECONNRESET|EPIPE/ }, (socket) => socket.resetAndDestroy()],
  ['is no web server', { lastError: /^HPE_/ }, answer('220 smtp.example ready\r\n')],
  [
    'has endless headers',
    { lastError: 'HPE_HEADER_OVERFLOW' },
    onRequest((socket) => flood(socket, `${HEAD}X-Long: `, TEN_MB)),
  ],
  ['fails', { lastStatus: 500 }, answer('HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n')],
  [
    'sends 10 MB with its failure',
    { lastStatus: 500 },
    onRequest((socket) => flood(socket, `HTTP/1.1 500 No\r\nContent-Length: ${TEN_MB}\r\n\r\n`, TEN_MB)),
  ],
  [
    'drips its failure',
    { lastStatus: 503 },
    onRequest((socket) => {
      socket.write('HTTP/1.1 503 No\r\nContent-Length: 100\r\n\r\n')
      drip(socket, 'x'.repeat(100))
    }),
  ],
]

/** One of each kind. */
export function badReceivers(): Promise<readonly BadReceiver[]> {
  return Promise.all([
    ...WAYS.map(([name, says, behaviour]) => receiver(name, says, 'http', behaviour)),
    receiver('has a certificate of its own making', { lastError: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'https', () => {}),
    receiver(
      'speaks no TLS',
      { lastError: /^(?:EPROTO|ERR_SSL_.*)$/ },
      'http as https',
      answer('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
    ),
  ])
}

/** Receivers that accept the request and never respond. */
export function hangingReceivers(count: number): Promise<readonly BadReceiver[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      receiver(
        `hangs ${index}`,
        { lastError: 'timeout' },
        'http',
        onRequest(() => {}),
      ),
    ),
  )
}

export async function receiver(
  name: string,
  says: BadReceiver['says'],
  speaks: 'http' | 'https' | 'http as https',
  behaviour: Behaviour,
): Promise<BadReceiver> {
  const open = new Set<Socket>()
  let calls = 0
  let written = 0
  const taken = (socket: Socket): void => {
    calls += 1
    open.add(socket)
    socket
      .on('error', () => {})
      .on('close', () => {
        written += socket.bytesWritten
        open.delete(socket)
      })
    behaviour(socket)
  }
  const server =
    speaks === 'https'
      ? createTlsServer(selfSigned('127.0.0.1'), taken).on('tlsClientError', () => {
          calls += 1
        })
      : createServer(taken)
  const port = await listening(server)
  return stoppedAtEnd({
    name,
    says,
    url: `${speaks === 'http' ? 'http' : 'https'}://127.0.0.1:${port}/backchannel`,
    open,
    get calls() {
      return calls
    },
    get written() {
      return written
    },
    close: () => closed(server, open),
  })
}
