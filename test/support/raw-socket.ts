/** Bytes on a socket, for requests that no HTTP client would send. */
import { connect, type Socket } from 'node:net'
import { HANG_MS } from './patience.ts'

interface Conversation {
  /** Milliseconds between two pieces. */
  readonly pauseMs?: number
  /** Whether to close the sending side after the last piece. */
  readonly end?: boolean
  /** Ends the conversation; without it, the other side does. */
  readonly isWhole?: (received: Buffer) => boolean
  readonly silentMs?: number
}

interface Heard {
  readonly received: Buffer
  readonly endedBy: 'whole' | 'close' | 'error' | 'silence'
  readonly error?: NodeJS.ErrnoException
}

/** Writes the pieces one by one. @returns all received bytes, and the reason for the end */
export function converse(
  to: number | (() => Socket),
  pieces: readonly (string | Buffer)[],
  { pauseMs = 0, end = false, isWhole = () => false, silentMs = HANG_MS }: Conversation = {},
): Promise<Heard> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0)
    const socket = typeof to === 'number' ? connect(to, '127.0.0.1') : to()
    const done = (endedBy: Heard['endedBy'], error?: Error): void => {
      socket.destroy()
      resolve({ received, endedBy, ...(error === undefined ? {} : { error }) })
    }
    socket.setTimeout(silentMs, () => done('silence'))
    socket
      .on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk])
        if (isWhole(received)) done('whole')
      })
      .on('close', () => done('close'))
      .on('error', (error) => done('error', error))
    void (async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return
        socket.write(piece)
        if (pauseMs > 0) await new Promise((next) => setTimeout(next, pauseMs))
      }
      if (end) socket.end()
    })()
  })
}

export interface RawAnswer {
  /** 0: the connection was closed without a response. */
  readonly status: number
  readonly text: string
}

/** Writes the pieces, and waits for the first response. */
export async function sendRaw(
  port: number,
  pieces: readonly (string | Buffer)[],
  { patienceMs = HANG_MS, ...options }: Pick<Conversation, 'pauseMs' | 'end'> & { readonly patienceMs?: number } = {},
): Promise<RawAnswer> {
  const { received, endedBy } = await converse(port, pieces, { ...options, silentMs: patienceMs, isWhole: isAnswer })
  if (endedBy === 'silence') throw new Error(`no answer in ${patienceMs} ms`)
  const text = received.toString('utf8')
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text }
}

/** Whether a response is complete; without a length, it ends with its connection. */
function isAnswer(received: Buffer): boolean {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return false
  const head = received.toString('latin1', 0, end)
  const body = received.subarray(end + 4)
  if (/^transfer-encoding: chunked$/im.test(head)) return body.toString('latin1').endsWith('0\r\n\r\n')
  const [, length] = /^content-length: (\d+)$/im.exec(head) ?? []
  return length !== undefined && body.length >= Number(length)
}

/** Writes the pieces with pauses, and returns everything until the other side closes. */
export async function receiveAll(port: number, pieces: readonly string[]): Promise<string> {
  const { received, endedBy, error } = await converse(port, pieces, { pauseMs: 50 })
  if (endedBy !== 'close') throw error ?? new Error('the connection stays open')
  return received.toString('utf8')
}

/** The head of a request with a form body. */
export function formHead(path: string, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries({ Host: 'x', 'Content-Type': 'application/x-www-form-urlencoded', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
