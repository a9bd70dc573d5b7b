/** A provider with a real mail server, and users of the embedded directory who get its emails. */
import { emailOutbox } from '../../lib/domain/emails/email-outbox.ts'
import type { PorticoOptions } from '../../lib/index.ts'
import { type Browser, openBrowser, type Page, type Stop, titleOf } from './browser.ts'
import { type Idp, startIdp } from './idp.ts'
import { type MailServer, type ReceivedEmail, startMailServer } from './mail-server.ts'
import { HANG_MS } from './patience.ts'
import { until } from './until.ts'

export interface EmailIdp extends Idp {
  readonly mail: MailServer
  /** The next email to this email address with a link to this page; each email is returned once. */
  emailTo(
    email: string,
    page: 'recovery' | 'invitation' | 'address' | 'not-me',
    timeoutMs?: number,
  ): Promise<ReceivedEmail>
  /** Invites a user by email, as an administrator does. */
  invite(sub: string): Promise<void>
  /** Adds a user with a password and a verified email address, unless overridden. */
  addUser(person?: {
    readonly email?: string
    readonly email_verified?: boolean
    readonly locale?: string
  }): Promise<EmailUser>
}

export interface EmailUser {
  readonly sub: string
  readonly username: string
  readonly password: string
  readonly email: string
}

export const FROM = 'Example ID <id@example.com>'
let count = 0

/** @param issuer if it differs from the listening URL */
export async function startEmailIdp(options: Partial<PorticoOptions> = {}, issuer?: string): Promise<EmailIdp> {
  const mail = await startMailServer()
  const given = new Set<ReceivedEmail>()
  const idp = await startIdp({
    ...(issuer === undefined ? {} : { issuer }),
    options: { mail: { url: mail.url, from: FROM }, ...options },
  })
  return {
    ...idp,
    mail,
    async invite(sub) {
      await emailOutbox(idp.portico.storage.deliveries, { now: idp.clock.now, wake: () => {} }).queue({
        kind: 'invitation',
        subject: sub,
      })
    },
    async emailTo(email, page, timeoutMs = HANG_MS) {
      const isIt = (received: ReceivedEmail): boolean =>
        !given.has(received) && received.envelope.to[0] === email && received.text.includes(`/recovery/${page}?link=`)
      await until(() => mail.emails.some(isIt), `an email to ${email}`, timeoutMs)
      const found = mail.emails.find(isIt) as ReceivedEmail
      given.add(found)
      return found
    },
    async addUser(person = {}) {
      const username = `user-${(count += 1)}`
      const email = person.email ?? `${username}@example.com`
      const { accounts } = idp.portico
      if (accounts === undefined) throw new Error('no directory')
      const made = await accounts.invite(username, { name: `User ${count}`, email_verified: true, ...person, email })
      if (made.outcome !== 'created') throw new Error(`the user could not be added: ${made.outcome}`)
      const { sub } = made.account
      const password = `the password of ${username}`
      await accounts.changePassword(sub, password)
      return { sub, username, password, email }
    },
    async stop() {
      await idp.stop()
      await mail.close()
    },
  }
}

/** The link's URL. */
export function linkIn(email: Pick<ReceivedEmail, 'text'>): string {
  const link = /^https?:\S+[?]link=\S+$/m.exec(email.text)?.[0]
  if (link === undefined) throw new Error(`no link in the email:\n${email.text}`)
  return link
}

export const pageOf = (stop: Stop): Page => {
  if (stop.at !== 'page') throw new Error(`no page, but ${stop.url}`)
  return stop
}

/** "Forgot your password?" with a user name or an email address. */
export async function forget(
  idp: Pick<Idp, 'issuer' | 'send'>,
  username: string,
  browser: Browser = openBrowser(idp),
): Promise<Page> {
  const form = pageOf(await browser.visit('/recovery/'))
  return pageOf(await browser.submit(form, { username }))
}

/** Titles of the page behind a recovery link. */
export const WORKS = 'Choose a new password · Portico'
export const NEWER = 'There’s a newer email · Portico'

export const titleAt = async (node: Pick<Idp, 'issuer' | 'send'>, link: string, browser = openBrowser(node)) =>
  titleOf(pageOf(await browser.visit(link)).answer.text)

export const recoveryIn = ({ emails }: MailServer): readonly ReceivedEmail[] =>
  emails.filter(({ text }) => text.includes('/recovery/recovery?link='))
