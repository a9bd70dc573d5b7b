/** A provider with a mail server behind a port that can be closed, for concurrent tests. */
import { smtpMailer } from '../../adapters/smtp/index.ts'
import type { Mailer } from '../../lib/index.ts'
import { type EmailIdp, type EmailUser, FROM, startEmailIdp } from './emails.ts'
import { CONF } from './fixtures.ts'
import { logoutClient, type Sink, startSink } from './logout-sinks.ts'
import { emailWhen } from './queued-emails.ts'
import { startProxy, type TcpProxy } from './tcp-proxy.ts'

export interface EmailHouse {
  readonly idp: EmailIdp
  readonly user: EmailUser
  /** From the provider to its mail server. */
  readonly road: TcpProxy
  /** An app that receives logout notifications. */
  readonly app: ReturnType<typeof logoutClient>
  readonly sink: Sink
}

/** It has sent an email before, so that all code for email is loaded. No connection of that is left. */
export async function startEmailHouse(): Promise<EmailHouse> {
  const sink = await startSink()
  const app = logoutClient('app', { backchannel_logout_uri: sink.url })
  let onRoad: Mailer | undefined
  const mailer: Mailer = {
    name: 'smtp',
    send: async (email) => onRoad?.send(email) ?? { outcome: 'deferred', answer: '' },
    close: async () => onRoad?.close?.(),
  }
  const idp = await startEmailIdp({ clients: [CONF, app], mailer })
  const road = await startProxy(idp.mail.port)
  onRoad = smtpMailer({ url: idp.mail.url.replace(`:${idp.mail.port}`, `:${road.port}`), from: FROM })
  const user = await idp.addUser()
  await idp.portico.accounts?.changePassword(user.sub, user.password)
  await emailWhen(idp, ({ state }) => state === 'delivered', { kind: 'password-changed' })
  await road.close()
  await road.reopen()
  return { idp, user, road, app, sink }
}
