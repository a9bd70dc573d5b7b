import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import type { Email, Handover, Mailer } from '../../lib/ports/mailer.ts'
import { type MailAddress, mailAddress } from '../../policies/email-address.ts'
import { hiddenOf, serverAnswer } from './answer.ts'
import { ehloName as nameIn } from './ehlo-name.ts'
import { emailHeaders, messageId } from './email-headers.ts'
import { deferred, failedHandover, mailFact } from './handover.ts'
import { oneLine, parseSender, type Sender } from './mail-address.ts'
import { poolOptions } from './pool-options.ts'
import { parseServerAddress } from './server-address.ts'

/** Options of `smtpMailer`. */
export interface SmtpMailerOptions {
  /**
   * `smtp://user:password@host:587` (STARTTLS, optional on localhost) or `smtps://user:password@host:465`. `?ca=FILE`
   * replaces the public authorities with the certificates (PEM) in the file.
   * @example 'smtps://user:password@mail.example.com:465'
   */
  readonly url: string
  /**
   * The sender: `Name <address>` or `address`.
   * @example 'Example ID <id@example.com>'
   */
  readonly from: string
  /**
   * The display name to use instead of the one in `from`.
   * @default the name in `from`
   * @example 'Example ID'
   */
  readonly name?: string
  /**
   * Name of this client in EHLO: a full domain name or an IP address, not of loopback.
   * @default the host of `baseUrl`, this machine's name, or the sender's domain
   * @example 'id.example.com'
   */
  readonly ehloName?: string
  /**
   * Timeout for one attempt, in milliseconds, from the DNS lookup to the last response. Must be shorter than the
   * queue's lease.
   * @default 12000
   * @example 5000
   */
  readonly timeoutMs?: number
}

/**
 * Sends emails to a mail server (RFC 5321) with nodemailer, over up to four connections. Certificates are always
 * verified. `close` waits for attempts in progress, for at most `timeoutMs`.
 * @throws Error if nodemailer is not installed, or if `url` or `from` is invalid; the message contains no password
 */
export function smtpMailer({ url, from, name, ehloName = '', timeoutMs = 12_000 }: SmtpMailerOptions): Mailer {
  const server = parseServerAddress(url)
  const sender = parseSender(from, name)
  requireDriver()
  const hidden = hiddenOf(server.credentials)
  const underway = new Set<Promise<Handover>>()
  let pool: ReturnType<typeof openPool> | undefined
  let isClosed = false

  async function openPool() {
    const { createTransport } = await import('nodemailer')
    // Every attempt reports its own error. Without a listener, any other error would end the process.
    return createTransport(poolOptions(server, nameIn(ehloName, sender.domain))).on('error', () => undefined)
  }

  async function attempt(email: Email, to: MailAddress): Promise<Handover> {
    const limit = AbortSignal.timeout(timeoutMs)
    const late = once(limit, 'abort').then(() => {
      throw limit.reason
    })
    const hiddenHere = { secrets: [...hidden.secrets, email.link ?? ''], words: [...hidden.words, to.local] }
    const sent = (pool ??= openPool()).then((opened) =>
      opened.sendMail({ ...composed(email, to, sender), signal: limit }),
    )
    try {
      const { response } = await Promise.race([sent, late])
      return { outcome: 'accepted', answer: serverAnswer(response, hiddenHere) }
    } catch (error) {
      return limit.aborted ? deferred(`no response in ${timeoutMs / 1_000} s`) : failedHandover(error, hiddenHere)
    }
  }

  return {
    name: `smtp (${isIPv6(server.host) ? `[${server.host}]` : server.host}:${server.port})`,
    async send(email) {
      const to = mailAddress(email.to)
      if (to === undefined) return { outcome: 'refused', answer: 'not an address' }
      if (isClosed) return deferred('the mailer is closed')
      const handover = attempt(email, to)
      underway.add(handover)
      return handover.finally(() => underway.delete(handover))
    },
    async verify() {
      const opened = await (pool ??= openPool())
      return opened.verify().then(
        () => undefined,
        (error: unknown) => mailFact(error, hidden),
      )
    },
    async close() {
      isClosed = true
      await Promise.all(underway)
      const opened = await pool?.catch(() => undefined)
      opened?.close()
    },
  }
}

/** Checks at startup that the package is installed, without loading it. */
function requireDriver(): void {
  try {
    ;(import.meta as Partial<ImportMeta>).resolve?.('nodemailer')
  } catch {
    throw new Error('smtpMailer needs the package nodemailer: npm install nodemailer@10')
  }
}

/** Passes email addresses as objects and an explicit envelope, so that the driver does not parse any text. */
function composed(email: Email, to: MailAddress, sender: Sender) {
  const receiver = { name: '', address: to.address }
  return {
    from: { name: sender.name, address: sender.address },
    to: receiver,
    envelope: { from: { name: '', address: sender.address }, to: [receiver] },
    subject: oneLine(email.subject),
    messageId: messageId(email, sender.domain),
    headers: emailHeaders(email),
    text: email.text,
    html: email.html,
  }
}
