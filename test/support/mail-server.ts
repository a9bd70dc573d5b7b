/** A mail server that stores emails, and fails as the test specifies. */
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { stoppedAtEnd } from './at-end.ts'
import { selfSigned } from './logout-certificate.ts'
import { type ParsedMessage, parseMessage } from './mime-message.ts'
import { newFolder } from './new-folder.ts'
import { HANG_MS } from './patience.ts'
import { until } from './until.ts'

export interface ReceivedEmail extends ParsedMessage {
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  readonly isEncrypted: boolean
  /** The signed-in user. */
  readonly user: string | undefined
}

/**
 * `refuse`: 550 at RCPT, repeating the recipient. `refuse-data`, `defer`: 554 or 451 after the email. `sleep`: accepts
 * the connection without a response. `stall`: accepts the email without a response. `hang-up`: closes in the middle of
 * the email. `break-tls`: no common cipher. `strange-certificate`: an untrusted one.
 */
export type Behaviour =
  | 'accept'
  | 'refuse'
  | 'refuse-data'
  | 'defer'
  | 'sleep'
  | 'stall'
  | 'hang-up'
  | 'break-tls'
  | 'strange-certificate'

export interface MailServerOptions {
  /** A local IP address. @default 127.0.0.1 */
  readonly host?: string
  /** TLS from the first byte; by default STARTTLS is offered. */
  readonly secure?: boolean
  /** `false`: STARTTLS is not offered. */
  readonly startTls?: boolean
  /** Credentials that the client must send; none by default. */
  readonly credentials?: { readonly user: string; readonly password: string }
  /** Replaces our text after the status code of an email's response. */
  readonly says?: string
}

export interface MailServer {
  /** For `smtpMailer`: with credentials and the certificate authority. */
  readonly url: string
  readonly port: number
  /** The trusted certificate, in PEM. */
  readonly ca: string
  /** A file with this certificate. */
  readonly caFile: string
  /** Accepted emails, oldest first. */
  readonly emails: readonly ReceivedEmail[]
  /** Number of connections. */
  connections(): number
  /** Number of emails without a response. */
  stalled(): number
  /** The next email that `next` has not returned yet. @param timeoutMs only a hang takes this long */
  next(timeoutMs?: number): Promise<ReceivedEmail>
  /** Takes effect at the next step. */
  behave(how: Behaviour): void
  close(): Promise<void>
}

/** Incompatible with ECDSA certificates. */
const UNFIT = { ciphers: 'ECDHE-RSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const
const FIT = { ciphers: undefined, maxVersion: undefined } as const

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { host = '127.0.0.1', secure = false, startTls = true, credentials, says } = options
  const certificate = selfSigned(host)
  const caFile = join(newFolder(), 'ca.pem')
  await writeFile(caFile, certificate.cert)

  let how: Behaviour = 'accept'
  let connections = 0
  let stalled = 0
  let taken = 0
  const emails: ReceivedEmail[] = []

  function received(stream: SMTPServerDataStream, session: SMTPServerSession, done: Answer): void {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (how === 'hang-up') for (const connection of server.connections) connection.close()
    })
    stream.on('end', () => {
      if (how === 'stall') stalled += 1
      if (how === 'stall' || how === 'hang-up') return
      if (how === 'defer') return done(reply(451, says ?? '4.3.0 not now'))
      if (how === 'refuse-data') return done(reply(554, says ?? '5.6.0 not this email'))
      emails.push(emailOf(Buffer.concat(chunks).toString('utf8'), session))
      done(null, says ?? `2.0.0 queued as ${emails.length}`)
    })
  }

  const server = new SMTPServer({
    ...certificate,
    secure,
    logger: false,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: true,
    closeTimeout: 50,
    authOptional: credentials === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(credentials ? [] : ['AUTH'])],
    onConnect(_, done) {
      connections += 1
      if (how !== 'sleep') done()
    },
    onAuth({ username, password }, _, done) {
      if (username === credentials?.user && password === credentials?.password) return done(null, { user: username })
      done(reply(535, `5.7.8 not ${username}, with ${password}`))
    },
    onRcptTo({ address }, _, done) {
      done(how === 'refuse' ? reply(550, says ?? `5.1.1 <${address}>: no such user`) : undefined)
    },
    onData: received,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.server.address() as AddressInfo
  const userInfo = credentials && [credentials.user, credentials.password].map(encodeURIComponent).join(':')
  const authority = `${userInfo === undefined ? '' : `${userInfo}@`}${host.includes(':') ? `[${host}]` : host}:${port}`

  return stoppedAtEnd({
    url: `smtp${secure ? 's' : ''}://${authority}?ca=${encodeURIComponent(caFile)}`,
    port,
    ca: certificate.cert,
    caFile,
    emails,
    connections: () => connections,
    stalled: () => stalled,
    async next(timeoutMs = HANG_MS) {
      const place = taken++
      await until(() => emails.length > place, `email ${place + 1}`, timeoutMs)
      return emails[place] as ReceivedEmail
    },
    behave(next) {
      how = next
      const shown = next === 'strange-certificate' ? selfSigned(host) : certificate
      server.updateSecureContext({ ...shown, ...(next === 'break-tls' ? UNFIT : FIT) })
    },
    async close() {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  })
}

type Answer = (error?: Error | null, message?: string) => void

const reply = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })

function emailOf(raw: string, { envelope, secure, user }: SMTPServerSession): ReceivedEmail {
  return {
    ...parseMessage(raw),
    envelope: {
      from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
      to: envelope.rcptTo.map(({ address }) => address),
    },
    isEncrypted: secure,
    user: user as string | undefined,
  }
}
