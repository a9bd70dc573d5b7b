/** Bytes on a socket, for what no HTTP client would send. */
import { connect } from 'node:net'
import { HANG_MS } from './patience.ts'

export interface RawAnswer {
  /** 0: the connection was closed without one. */
  readonly status: number
  readonly text: string
}

/**
 * Writes the pieces one after the other with a pause between them, and waits for the first answer.
 * @param end whether the sending side is closed after the last piece
 */
export function sendRaw(
  port: number,
  pieces: readonly (string | Buffer)[],
  { pauseMs = 0, end = false, patienceMs = HANG_MS } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    const done = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text })
    }
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer in ${patienceMs} ms`))
    }, patienceMs)
    socket
      .on('data', (chunk) => {
        text += chunk.toString('utf8')
        if (isWhole(text)) done()
      })
      .on('close', done)
      .on('error', done)
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

/** Whether an answer has come with its body; one that names no length ends with its connection. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const [head, body] = [text.slice(0, end), text.slice(end + 4)]
  if (/^transfer-encoding: chunked$/im.test(head)) return body.endsWith('0\r\n\r\n')
  const [, length] = /^content-length: (\d+)$/im.exec(head) ?? []
  return length !== undefined && Buffer.byteLength(body) >= Number(length)
}

/** Writes the pieces with a pause between them, and gives all that came until the other side closed. */
export function receiveAll(port: number, pieces: readonly string[], pauseMs = 50): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(
      port,
      '127.0.0.1',
      () =>
        void (async () => {
          for (const piece of pieces) {
            socket.write(piece)
            await new Promise((next) => setTimeout(next, pauseMs))
          }
        })(),
    )
    socket.setTimeout(HANG_MS, () => socket.destroy(new Error('the connection stays open')))
    socket
      .on('data', (chunk) => {
        text += chunk.toString('utf8')
      })
      .on('close', () => resolve(text))
      .on('error', reject)
  })
}

/** A request head with a form body to follow. */
export function formHead(path: string, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries({ Host: 'x', 'Content-Type': 'application/x-www-form-urlencoded', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
