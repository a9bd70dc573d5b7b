/**
 * A keep-alive connection that sends prepared bytes and reads complete responses. Node's own client costs more than
 * some of the servers' responses, and the machine has few processors.
 */
import { connect } from 'node:net'

export interface Answer {
  readonly status: number
  /** Status line and headers. */
  readonly head: string
  readonly body: string
}

export interface Connection {
  /** One request at a time. */
  send(request: Buffer): Promise<Answer>
  isOpen(): boolean
  close(): void
}

const END_OF_HEAD = '\r\n\r\n'

/** @param signal closes the connection, also while it is being opened */
export async function openConnection(port: number, signal?: AbortSignal): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', ...(signal === undefined ? {} : { signal }) })
  socket.setNoDelay(true)
  let text = ''
  let waiting: PromiseWithResolvers<Answer> | undefined
  const fail = (error: Error): void => waiting?.reject(error)
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    const end = text.indexOf(END_OF_HEAD)
    if (end === -1) return
    const head = text.slice(0, end)
    const from = end + END_OF_HEAD.length
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) return fail(new Error(`an answer without a length: ${head}`))
    if (text.length < from + Number(length)) return
    const answer = { status: Number(head.slice(9, 12)), head, body: text.slice(from, from + Number(length)) }
    text = ''
    waiting?.resolve(answer)
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return {
    send(request) {
      waiting = Promise.withResolvers<Answer>()
      socket.write(request)
      return waiting.promise
    },
    isOpen: () => !socket.destroyed,
    close: () => socket.destroy(),
  }
}

/** The Location of a response, and its cookies. */
export const locationIn = (head: string): string | undefined => /\r\nlocation: ([^\r]+)/i.exec(head)?.[1]
export const cookiesIn = (head: string): readonly string[] =>
  [...head.matchAll(/\r\nset-cookie: ([^\r]+)/gi)].map(([, text = '']) => text)

export function getRequest(port: number, path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  return bytes(port, 'GET', path, headers, '')
}

export function formRequest(
  port: number,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const body = new URLSearchParams(fields).toString()
  return bytes(
    port,
    'POST',
    path,
    { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': `${body.length}`, ...headers },
    body,
  )
}

function bytes(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Buffer {
  const lines = Object.entries({ Host: `localhost:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'latin1')
}

export function basic({
  id,
  secret,
}: {
  readonly id: string
  readonly secret: string
}): Readonly<Record<string, string>> {
  return { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
}
