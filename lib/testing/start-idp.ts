import { randomUUID } from 'node:crypto'
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { PasskeyRepository } from '../domain/accounts/factors/second-factors.ts'
import { type Portico, type PorticoOptions, startPortico } from '../portico.ts'
import { caller } from './browser.ts'
import { movableClock, stepsOf } from './clock.ts'
import { recordedEmails, recordedNotices, type TestEmail, type TestNotice } from './deliveries.ts'
import { type FailingEndpoint, type Failure, plannedFailures } from './failures.ts'
import { closed, listening } from './listening.ts'
import { type VirtualPasskey, virtualPasskey } from './passkey.ts'
import { NO_PROVIDER, type ProviderSettings, startProvider, type TestProvider } from './provider.ts'
import { accountsOf, clientOf, createAccounts, type TestClient, type TestUser } from './registered.ts'
import { type SignIn, signingIn } from './sign-in.ts'

/** Settings of `startIdp`: those of Portico, with users, and clients that need no more than an ID. */
export interface IdpOptions
  extends Omit<PorticoOptions, 'accounts' | 'baseUrl' | 'clients' | 'clock' | 'mailer' | 'onWired' | 'storage'> {
  /**
   * Users, stored in the directory.
   * @default none
   * @example [{ username: 'alice' }, { username: 'bob', roles: ['finance'] }]
   */
  readonly users?: readonly TestUser[]
  /**
   * Clients.
   * @default none
   * @example [{ client_id: 'billing', redirect_uris: ['http://localhost:4000/callback'] }]
   */
  readonly clients?: readonly TestClient[]
  /**
   * Starts an external provider next to this one, as `idp.provider`: settings of its entry in `login.upstreams`.
   * @default no external provider
   * @example { id: 'company', firstSignIn: 'create' }
   */
  readonly provider?: ProviderSettings
  /**
   * TCP port.
   * @default a free one
   * @example 3000
   */
  readonly port?: number
}

/** A running provider for tests. Users are named by username. */
export interface Idp {
  /** Issuer, `http://localhost:PORT`. */
  readonly issuer: string
  /** The Portico that runs. */
  readonly portico: Portico
  /** The provider's time, in milliseconds since the epoch. Pass it to code that checks tokens after `travel`. */
  now(): number
  /** Signs a user in, without pages. */
  readonly signIn: SignIn
  /**
   * Moves the provider's clock forward, not the clock of the process, and runs the work that is then due.
   * @param span such as `30s`, `5m`, `2h` or `31d` @throws TypeError for any other text
   */
  travel(span: string): Promise<void>
  /**
   * Replaces the signing key. Earlier tokens stay valid.
   * @throws if the key was replaced in the last ten minutes, while verifiers may lack the next one
   */
  rotateKeys(): Promise<void>
  /** Lets the next requests to an endpoint fail. @throws TypeError for an unknown endpoint, status or number */
  fail(endpoint: FailingEndpoint, failure?: Failure): void
  /**
   * Lets the next request succeed, and cuts the connection before its response. To the provider, the response is
   * delivered: a retry with the same code or refresh token is a replay.
   * @throws TypeError for an unknown endpoint
   */
  loseResponse(endpoint: FailingEndpoint): void
  /** Ends all sessions and tokens of the user, and notifies the clients. */
  endSession(user: string): Promise<void>
  /** Suspends the user, as an administrator does: sessions and tokens end. */
  suspend(user: string): Promise<void>
  /** Lets a suspended user sign in again. */
  reactivate(user: string): Promise<void>
  /** Registers a passkey for the user. From then on, `signIn` reaches `urn:portico:acr:2` by default. */
  passkey(user: string): Promise<VirtualPasskey>
  /** The external provider. Without the option `provider`, its functions throw. */
  readonly provider: TestProvider
  /** Emails that were sent, oldest first. Await `delivered` first. */
  readonly inbox: readonly TestEmail[]
  /** Back-channel logout notices, delivered or not, oldest first. Await `delivered` after a sign-out in the app. */
  readonly logoutNotices: readonly TestNotice[]
  /** Waits until each email and logout notice that is due has been tried. */
  delivered(): Promise<void>
  /** Stops the provider and closes all connections. */
  stop(): Promise<void>
}

/**
 * Starts Portico for a test: in memory, at a free port of this machine, with its own clock and without rate limits.
 * @throws ConfigError with every issue; Error if `NODE_ENV` is `production`
 * @example const idp = await startIdp({ users: [{ username: 'alice' }], clients: [{ client_id: 'billing' }] })
 */
export async function startIdp(options: IdpOptions = {}): Promise<Idp> {
  const { users = [], clients = [], port = 0, provider, ...settings } = options
  const { login } = settings
  if (process.env.NODE_ENV === 'production')
    throw new Error('startIdp signs users in without a password, so it does not run with NODE_ENV=production')
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
  const external = provider && (await startProvider(provider, clock.now))
  const closeAll = async (): Promise<void> => {
    await closed(server)
    await external?.stop()
  }
  const { portico, runDue } = await startPortico({
    rateLimits: false,
    ...settings,
    ...(external && { login: { ...login, upstreams: [...(login?.upstreams ?? []), external.connector] } }),
    baseUrl: issuer,
    clients: clients.map((client) => clientOf(client, Object.keys(settings.scopes ?? {}))),
    storage: recorded.storage,
    mailer: emails.send,
    clock: clock.now,
  }).catch(async (error: unknown) => {
    await closeAll()
    throw error
  })
  handle = portico.callback()
  const directory = portico.accounts as NonNullable<Portico['accounts']>
  const agent = new Agent({ keepAlive: true })
  const stop = async (): Promise<void> => {
    agent.destroy()
    await closeAll()
    await portico.close()
  }
  await createAccounts(directory, accounts).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  clock.forward(EARLIER_SECONDS)

  const subjectOf = async (username: string): Promise<string> => {
    const account = await directory.accountByUsername(username)
    if (account === undefined) throw new TypeError(`there is no user ${JSON.stringify(username)}`)
    return account.sub
  }
  const setStatus = async (user: string, status: 'active' | 'suspended'): Promise<void> => {
    await directory.change(await subjectOf(user), (account) => ({ ...account, status }))
    await recorded.allTried()
  }
  const secrets = new Map(clients.map(({ client_id, client_secret }) => [client_id, client_secret]))
  let stopped: Promise<void> | undefined
  return {
    issuer,
    portico,
    now: clock.now,
    signIn: signingIn({ portico, issuer, now: clock.now, call: caller(agent, { [MARK]: mark }), secrets, subjectOf }),
    async travel(span) {
      for (const seconds of stepsOf(span)) {
        clock.forward(seconds)
        await runDue()
        await recorded.allTried()
      }
    },
    rotateKeys: () => rotate(portico, clock.now),
    ...failures,
    async endSession(user) {
      await portico.sessions.endAll(await subjectOf(user))
      await recorded.allTried()
    },
    suspend: (user) => setStatus(user, 'suspended'),
    reactivate: (user) => setStatus(user, 'active'),
    async passkey(user) {
      const sub = await subjectOf(user)
      return virtualPasskey(directory.passkeys as PasskeyRepository, sub, new URL(issuer), clock.now())
    },
    provider: external?.provider ?? NO_PROVIDER,
    inbox: emails.inbox,
    get logoutNotices() {
      return recorded.notices()
    },
    delivered: recorded.allTried,
    stop: () => (stopped ??= stop()),
  }
}

/** Marks the requests of `signIn`, which no failure is meant for. */
const MARK = 'x-portico-testing'
/** More than a key is published before it signs. */
const EARLIER_SECONDS = 3_600

async function rotate({ keys }: Portico, now: () => number): Promise<void> {
  const current = (): string | undefined => keys.list().find(({ state }) => state === 'current')?.kid
  const before = current()
  await keys.rotate()
  if (current() === before)
    throw new Error("rotateKeys: verifiers may not have the next key yet; call travel('11m') first", {
      cause: { now: now(), keys: keys.list() },
    })
}
