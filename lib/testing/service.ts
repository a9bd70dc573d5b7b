import { randomUUID } from 'node:crypto'
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { type Portico, startPortico } from '../portico.ts'
import { caller } from './browser.ts'
import { movableClock } from './clock.ts'
import { recordedEmails, recordedNotices } from './deliveries.ts'
import { plannedFailures } from './failures.ts'
import type { IdpOptions } from './idp.ts'
import { closed, listening } from './listening.ts'
import { startProvider } from './provider.ts'
import { accountsOf, clientOf, createAccounts } from './registered.ts'

/** Marks the requests of `signIn`, which no failure is meant for. */
const MARK = 'x-portico-testing'
/** More than a key is published before it signs. */
const EARLIER_SECONDS = 3_600

/** The service with its users, listening, and what a test can watch and change of it. */
export async function startService({ users = [], clients = [], port = 0, provider, ...settings }: IdpOptions) {
  const clock = movableClock()
  // The next signing key is published so early that `rotateKeys` can use it immediately.
  clock.forward(-EARLIER_SECONDS)
  const accounts = await accountsOf(users, clock.now())
  const failures = plannedFailures()
  const emails = recordedEmails()
  const recorded = recordedNotices(embeddedStorage({ now: clock.now }), clock.now)
  const mark = randomUUID()
  let handle = (_req: IncomingMessage, res: ServerResponse): void => void res.writeHead(503).end()
  const server = createServer((req, res) => {
    if (req.headers[MARK] === mark || !failures.isAnswered(req, res)) handle(req, res)
  })
  const issuer = `http://localhost:${await listening(server, port)}`
  const agent = new Agent({ keepAlive: true })
  const external = provider && (await startProvider(provider, clock.now))
  const upstreams = [...(settings.login?.upstreams ?? []), ...(external === undefined ? [] : [external.connector])]
  let portico: Portico | undefined
  const stop = async (): Promise<void> => {
    agent.destroy()
    await closed(server)
    await external?.stop()
    await portico?.close()
  }
  try {
    const started = await startPortico({
      rateLimits: false,
      ...settings,
      login: { ...settings.login, upstreams },
      baseUrl: issuer,
      clients: clients.map((client) => clientOf(client, Object.keys(settings.scopes ?? {}))),
      storage: recorded.storage,
      mailer: emails.send,
      clock: clock.now,
    })
    portico = started.portico
    handle = portico.callback()
    await createAccounts(portico.accounts as NonNullable<Portico['accounts']>, accounts)
    clock.forward(EARLIER_SECONDS)
    const call = caller(agent, { [MARK]: mark })
    return { ...started, issuer, clock, recorded, emails, failures, external, call, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
