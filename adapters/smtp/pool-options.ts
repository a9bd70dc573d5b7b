import { once } from 'node:events'
import { connect } from 'node:net'
import type { SMTPPoolOptions } from 'nodemailer'
import type { ServerAddress } from './server-address.ts'

const CONNECTIONS_MAX = 4
/** From the look-up of the host to the end of STARTTLS. */
const CONNECTION_MS = 8_000
/** Without a byte from the server, while an attempt is on. */
const SILENCE_MS = 9_000
/** Between two letters. Servers close what is idle for longer, and a process that ends would wait for it. */
const IDLE_MS = 5_000
/** How long an address may take before the next one of the same host is tried beside it (RFC 8305 s5). */
const ADDRESS_MS = 2_000
const CLOSE_MS = 1_000
/** Connections that the server had closed before a byte of the letter was sent. */
const REQUEUES_MAX = 2
const ANSWER_BYTES_MAX = 65_536

/** What the driver is told. Nothing of it comes from the URL but what `parseServerAddress` has read. */
export function poolOptions(server: ServerAddress): SMTPPoolOptions & { readonly pool: true } {
  const { host, port, tls, loopback, credentials, ca } = server
  return {
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    maxRequeues: REQUEUES_MAX,
    host,
    port,
    secure: tls,
    // Otherwise whoever is on the way could strip the offer from the server's answer (RFC 8314 s1), and read everything.
    requireTLS: !tls && !loopback,
    // Said explicitly, it holds whatever NODE_TLS_REJECT_UNAUTHORIZED says.
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

/**
 * The driver would ask name servers itself, past /etc/hosts, and print on a machine without a network. Here the system
 * looks the host up, and all of its addresses are tried.
 */
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
