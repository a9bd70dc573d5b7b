import { once } from 'node:events'
import { connect } from 'node:net'
import type { SMTPPoolOptions } from 'nodemailer'
import type { ServerAddress } from './server-address.ts'

const CONNECTIONS_MAX = 4
/** Timeout from the DNS lookup to the end of STARTTLS. */
const CONNECTION_MS = 8_000
/** How long the server can stay silent during an attempt. */
const SILENCE_MS = 9_000
/** How long idle connections stay open. Short, because they delay the process's exit and servers close them anyway. */
const IDLE_MS = 5_000
/** Delay before the host's next IP address is tried in parallel (RFC 8305 s5). */
const ADDRESS_MS = 2_000
const CLOSE_MS = 1_000
/** Maximum number of retries after the server closes the connection before any part of the email was sent. */
const REQUEUES_MAX = 2
const ANSWER_BYTES_MAX = 65_536

/**
 * Options for the driver. Only values that `parseServerAddress` returned are taken from the URL.
 * @param name the name in EHLO
 */
export function poolOptions(server: ServerAddress, name: string): SMTPPoolOptions & { readonly pool: true } {
  const { host, port, tls, loopback, credentials, ca } = server
  return {
    pool: true,
    name,
    maxConnections: CONNECTIONS_MAX,
    maxRequeues: REQUEUES_MAX,
    host,
    port,
    secure: tls,
    // Otherwise a man in the middle could strip the STARTTLS offer (RFC 8314 s1) and read everything.
    requireTLS: !tls && !loopback,
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
    tls: { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) },
    ...(credentials === undefined ? {} : { auth: { user: credentials.user, pass: credentials.password } }),
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: CONNECTION_MS,
    socketTimeout: SILENCE_MS,
    idleTimeout: IDLE_MS,
    socketCloseTimeout: CLOSE_MS,
    maxResponseSize: ANSWER_BYTES_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_, done) => openSocket(server, done),
  }
}

type Opened = (error: Error | null, socket?: { readonly connection: ReturnType<typeof connect> }) => void

/** Lets the system resolve the host, because the driver ignores /etc/hosts and prints errors when offline. */
function openSocket({ host, port }: ServerAddress, done: Opened): void {
  const socket = connect({ host, port, autoSelectFamilyAttemptTimeout: ADDRESS_MS })
  once(socket, 'connect', { signal: AbortSignal.timeout(CONNECTION_MS) }).then(
    () => done(null, { connection: socket }),
    (error: Error) => {
      socket.on('error', () => undefined).destroy()
      done(error.name === 'AbortError' ? Object.assign(error, { code: 'ETIMEDOUT' }) : error)
    },
  )
}
