/** A provider with a mail server behind a port that can be closed, for concurrent tests. */
import { smtpMailer } from '../../adapters/smtp/index.ts'
import type { Mailer } from '../../lib/index.ts'
import { CONF } from './fixtures.ts'
import { FROM, type LetterIdp, type LetterUser, startLetterIdp } from './letters.ts'
import { logoutClient, type Sink, startSink } from './logout-sinks.ts'
import { letterWhen } from './queued-letters.ts'
import { startProxy, type TcpProxy } from './tcp-proxy.ts'

export interface LetterHouse {
  readonly idp: LetterIdp
  readonly user: LetterUser
  /** From the provider to its mail server. */
  readonly road: TcpProxy
  /** An app that receives logout notifications. */
  readonly app: ReturnType<typeof logoutClient>
  readonly sink: Sink
}

/** It has sent an email before, so that all code for email is loaded. No connection of that is left. */
export async function startLetterHouse(): Promise<LetterHouse> {
  const sink = await startSink()
  const app = logoutClient('app', { backchannel_logout_uri: sink.url })
  let onRoad: Mailer | undefined
  const mailer: Mailer = {
    name: 'smtp',
    send: async (letter) => onRoad?.send(letter) ?? { outcome: 'deferred', answer: '' },
    close: async () => onRoad?.close?.(),
  }
  const idp = await startLetterIdp({ clients: [CONF, app], mailer })
  const road = await startProxy(idp.mail.port)
  onRoad = smtpMailer({ url: idp.mail.url.replace(`:${idp.mail.port}`, `:${road.port}`), from: FROM })
  const user = await idp.addUser()
  await idp.portico.accounts?.changePassword(user.sub, user.password)
  await letterWhen(idp, ({ state }) => state === 'delivered', { kind: 'password-changed' })
  await road.close()
  await road.reopen()
  return {
    idp,
    user,
    road,
    app,
    sink,
  }
}
