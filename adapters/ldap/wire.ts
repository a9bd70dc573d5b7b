/** Opens a socket and verifies TLS before anything except the StartTLS request is sent. */
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { failure } from './failures.ts'
import type { ServerUrl } from './server-url.ts'

/** A step that `wireTo` has completed. */
export type WireStep = 'connect' | 'tls'

export interface WireOptions {
  readonly startTls: boolean
  readonly ca: string | undefined
  /** Aborts the current step and closes the socket. */
  readonly signal: AbortSignal
  readonly done?: (step: WireStep) => void
}

/** LDAPMessage 1, ExtendedRequest 1.3.6.1.4.1.1466.20037 (RFC 4511 s4.14.1). */
const START_TLS = Buffer.concat([Buffer.from('301d02010177188016', 'hex'), Buffer.from('1.3.6.1.4.1.1466.20037')])
const KEEP_ALIVE_MS = 30_000
/** Ignores socket errors: waiting callers get them anyway. Without a listener, an error would end the process. */
const ignored = (): void => {}

/** @throws Error that contains the failed step and the reason */
export async function wireTo(server: ServerUrl, options: WireOptions): Promise<Socket> {
  const { startTls, signal, done } = options
  signal.throwIfAborted()
  const socket = connectTcp({ host: server.host, port: server.port, noDelay: true })
  socket.setKeepAlive(true, KEEP_ALIVE_MS).on('error', ignored)
  try {
    await happened(socket, 'connect', signal).catch((error: unknown) => {
      throw failure('connect', error)
    })
    done?.('connect')
    if (!server.tls && !startTls) return socket
    if (startTls) await askForTls(socket, signal)
    const encrypted = await verifiedTls(socket, server, options)
    done?.('tls')
    return encrypted
  } catch (error) {
    socket.destroy()
    throw error
  }
}

async function verifiedTls(socket: Socket, { host }: ServerUrl, { ca, signal }: WireOptions): Promise<Socket> {
  const encrypted = connectTls({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
    minVersion: 'TLSv1.2',
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
    rejectUnauthorized: true,
  }).on('error', ignored)
  try {
    await happened(encrypted, 'secureConnect', signal)
    return encrypted
  } catch (error) {
    encrypted.destroy()
    throw failure('TLS', error)
  }
}

/** Rejects data that arrives between the server's response and TLS: a man in the middle could have injected it. */
async function askForTls(socket: Socket, signal: AbortSignal): Promise<void> {
  socket.write(START_TLS)
  let answer = Buffer.alloc(0)
  try {
    do answer = Buffer.concat([answer, (await happened(socket, 'data', signal)) as Buffer])
    while (answer.length < 2 || answer.length < lengthOf(answer))
  } catch (error) {
    throw failure('StartTLS', error)
  }
  const isWhole = /^30[0-7].020101$/.test(answer.toString('hex', 0, 5)) && answer.length === lengthOf(answer)
  // Require an ExtendedResponse to message 1 that begins with result code 0 (RFC 4511 s4.12).
  if (!(isWhole && answer[5] === 0x78 && answer.toString('hex', 7, 10) === '0a0100'))
    throw failure('StartTLS: the server does not offer it')
}

/** Length of a short message, computed from its first two bytes. */
const lengthOf = (message: Buffer): number => 2 + (message[1] ?? 0)

function happened(socket: Socket, event: 'connect' | 'secureConnect' | 'data', signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      signal.removeEventListener('abort', aborted)
      socket.off(event, reached).off('error', failed).off('close', closed)
      act()
    }
    const aborted = (): void => settle(() => reject(signal.reason))
    const failed = (error: Error): void => settle(() => reject(error))
    const closed = (): void => settle(() => reject(new Error('the connection was closed')))
    const reached = (value: unknown): void => settle(() => resolve(value))
    signal.addEventListener('abort', aborted, { once: true })
    socket.on(event, reached).on('error', failed).on('close', closed)
  })
}
