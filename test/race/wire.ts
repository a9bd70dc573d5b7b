/**
 * HTTP for races. All connections are open, and all requests are sent except for their last bytes. Then the last bytes
 * of all requests are sent in one turn, so network delays are over and the requests arrive together.
 */
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { RaceError } from './race-error.ts'

export interface Message {
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as a form by POST; without it, GET. */
  readonly form?: string
}

export interface WireAnswer {
  readonly status: number
  readonly text: string
  /** From the last byte of the request to the last byte of the response. */
  readonly ms: number
}

export interface HeldRequest {
  /** Sends the last byte. @throws when no complete response arrives */
  release(): Promise<WireAnswer>
}

const TIMEOUT_MS = 15_000
const ANSWER_BYTES_MAX = 1_048_576

const withTimeout = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])

export async function openConnection(url: URL, signal: AbortSignal): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isTls = url.protocol === 'https:'
  const port = Number(url.port || (isTls ? 443 : 80))
  const socket = isTls
    ? connectTls({ host, port, ALPNProtocols: ['http/1.1'], ...(isIP(host) === 0 ? { servername: host } : {}) })
    : connect({ host, port })
  // The caller that waits for the connection or a response gets the error there.
  socket.setNoDelay(true).on('error', () => undefined)
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal: withTimeout(signal) })
  } catch (error) {
    socket.destroy()
    throw error
  }
  return socket
}

/** Sends a request on an open connection, except for its last byte. */
export async function hold(socket: Socket, { url, headers, form }: Message, signal: AbortSignal): Promise<HeldRequest> {
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>()
  const bytes = Buffer.from(form ?? '')
  const outgoing = request({
    createConnection: () => socket,
    signal: withTimeout(signal),
    method: form === undefined ? 'GET' : 'POST',
    path: url.pathname + url.search,
    headers: {
      host: url.host,
      connection: 'close',
      accept: 'application/json',
      ...headers,
      ...(form === undefined
        ? {}
        : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': bytes.length }),
    },
  })
  let released = Infinity
  outgoing.on('error', reject).on('response', async (incoming) => {
    try {
      let text = ''
      for await (const chunk of incoming.setEncoding('utf8')) {
        text += chunk
        if (text.length > ANSWER_BYTES_MAX) throw new Error('the answer is too long')
      }
      resolve({ status: incoming.statusCode ?? 0, text, ms: Math.max(0, performance.now() - released) })
    } catch (error) {
      reject(error)
    } finally {
      socket.destroy()
    }
  })
  // An early hang-up is reported when the request is released.
  promise.catch(() => undefined)
  if (bytes.length > 0) {
    await new Promise((resolve) => {
      outgoing.once('close', resolve).write(bytes.subarray(0, -1), resolve)
    })
  }
  return {
    release() {
      released = performance.now()
      // Bypasses the request object, which is so slow that the first request would win before the last is sent.
      if (bytes.length > 0) socket.write(bytes.subarray(-1))
      else outgoing.end()
      return promise
    },
  }
}

export async function send(message: Message, signal: AbortSignal): Promise<WireAnswer> {
  return (await hold(await openConnection(message.url, signal), message, signal)).release()
}

/**
 * Sends a request and hangs up after the delay (`gone`), unless the response has begun by then. The connection is only
 * half closed: until the server writes, it cannot tell the difference. When it ends its half, it has noticed.
 * @returns the response, if the server sent one
 */
export async function sendAndHangUp(message: Message, signal: AbortSignal, delayMs: number) {
  const socket = await openConnection(message.url, signal)
  // A reset also ends the connection.
  const closed = once(socket, 'close', { signal: withTimeout(signal) }).catch(() => undefined)
  const held = await hold(socket, message, signal)
  let [gone, begun] = [false, false]
  socket.once('data', () => {
    begun = true
  })
  const answer = held.release().catch(() => undefined)
  const hangUpAt = performance.now() + delayMs
  // Timers are too coarse for responses of a millisecond.
  while (performance.now() < hangUpAt) await nextTurn()
  if (!begun) {
    gone = true
    socket.end()
  }
  await closed
  signal.throwIfAborted()
  return { gone, answer: await answer }
}

/** Like `send`; the error names the endpoint. @throws RaceError */
export async function ask(message: Message, signal: AbortSignal, name: string): Promise<WireAnswer> {
  try {
    return await send(message, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw new RaceError(`${name} does not answer (${causeOf(error)})`)
  }
}

/** The cause as a Node error code. */
export function causeOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout'
  if (error instanceof Error && error.name === 'AbortError' && error.cause !== undefined) return causeOf(error.cause)
  const code = (error as { readonly code?: unknown } | null)?.code
  return typeof code === 'string' && /^[A-Z0-9_]{2,50}$/.test(code) ? code : 'no answer'
}
