/** A complete provider on a free port of this machine, started as a host starts it. */
import { createServer } from 'node:http'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { ClientInput } from '../../lib/config/configuration.ts'
import { HASHING } from '../../lib/domain/accounts/factors/hashing-queue.ts'
import { createPortico, type Portico, type PorticoOptions, type Storage } from '../../lib/index.ts'
import { type Credentials, type Person, person } from './actors.ts'
import { type Addressed, addressed } from './addressed.ts'
import { stoppedAtEnd } from './at-end.ts'
import type { Browser } from './browser.ts'
import { type Clock, movableClock } from './clock.ts'
import { filled } from './filled.ts'
import { ACCOUNTS, CLIENTS, CONF, ROOT_SECRET } from './fixtures.ts'
import { house, MOUNT_PATHS, type Mount, type RequestHandler } from './hosts.ts'
import { closed, listening } from './listening.ts'
import { type LogRecorder, logRecorder } from './log-recorder.ts'
import { GENEROUS_MS } from './patience.ts'
import { patientRedis } from './patient-redis.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

// The hashing queue's limit depends on the machine's speed.
Object.assign(HASHING, { longestMs: GENEROUS_MS })

/** URL of a Redis, and the prefix of this provider's keys. */
export interface Redis {
  readonly redis: string
  readonly keyPrefix: string
}

/** URL of a PostgreSQL server, and the schema of this provider's tables. */
export interface Postgres {
  readonly postgres: string
  readonly schema: string
}

/** The store at a server, with a generous timeout. */
export async function storageAt(store: Redis | Postgres, now?: () => number): Promise<Storage> {
  if ('redis' in store) return patientRedis(store.redis, { keyPrefix: store.keyPrefix, ...(now && { now }) })
  const { postgresStorage } = await import('../../adapters/postgres/index.ts')
  return postgresStorage(store.postgres, { schema: store.schema, timeoutMs: GENEROUS_MS })
}

/** Settings and dependencies that extend or replace those of the tests. */
export type Options = Partial<PorticoOptions>

export interface IdpOptions {
  /** `embedded`, the default: in memory. */
  readonly store?: 'embedded' | Redis | Postgres
  readonly mount?: Mount
  /** The host that mounts Portico, if it is not one of the usual ones. */
  readonly site?: (portico: Portico) => RequestHandler
  /** The issuer, if it differs from the listening URL. */
  readonly issuer?: string
  readonly options?: Options
}

/** One process of Portico. */
export interface Node extends Addressed {
  readonly portico: Portico
  readonly clock: Clock
  readonly log: LogRecorder
}

/** A node with its apps and users. Tests can create these before it runs. */
const VISITED = {
  /** An app; CONF by default. */
  party(this: Node, client: ClientInput = CONF): RelyingParty {
    return relyingParty(this, client)
  },
  /** A user with a browser; Alice by default. */
  user(this: Node, credentials?: Credentials, browser?: Browser): Person {
    return person(this, credentials, browser)
  },
}
export type VisitedNode = Node & typeof VISITED

export interface Idp extends VisitedNode {
  /** Another node of the same provider, which stops with this one. */
  anotherNode(): Promise<VisitedNode>
  stop(): Promise<void>
}

/** A provider that a hook starts for the tests of a block. */
export const sharedIdp = (start: Options | (() => Promise<Idp>) = {}, hook: typeof beforeAll = beforeAll): Idp =>
  filled(hook, typeof start === 'function' ? start : () => runningIdp(start), { ...VISITED } as Idp)

export const runningIdp = (options: Options = {}): Promise<Idp> => startIdp({ options })

export async function startIdp(options: IdpOptions = {}): Promise<Idp> {
  const clock = movableClock()
  const { store = 'embedded' } = options
  const shared = options.options?.storage ?? (store === 'embedded' ? embeddedStorage({ now: clock.now }) : undefined)
  const storage = async (): Promise<Storage> => shared ?? (await storageAt(store as Redis | Postgres, clock.now))
  const first = await startNode(options, await storage(), clock)
  const nodes = [first]
  let stopped: Promise<void> | undefined
  const stopNodes = async (): Promise<void> => {
    for (const node of nodes) await node.stop()
  }
  return stoppedAtEnd({
    ...first,
    async anotherNode() {
      const node = await startNode({ ...options, issuer: first.issuer }, await storage(), clock)
      nodes.push(node)
      return node
    },
    stop: () => (stopped ??= stopNodes()),
  })
}

async function startNode(
  options: IdpOptions,
  storage: Storage,
  clock: Clock,
): Promise<VisitedNode & { stop(): Promise<void> }> {
  const mount = options.mount ?? 'root'
  let handler: RequestHandler = (_req, res) => res.writeHead(503).end()
  const server = createServer((req, res) => handler(req, res))
  server.keepAliveTimeout = 120_000
  const port = await listening(server)
  const issuer = options.issuer ?? `http://localhost:${port}${MOUNT_PATHS[mount]}`
  const log = logRecorder()
  const portico = await createPortico({
    baseUrl: issuer,
    secret: ROOT_SECRET,
    clients: CLIENTS,
    accounts: ACCOUNTS,
    rateLimits: false,
    host: { timeoutSeconds: GENEROUS_MS / 1_000 },
    clock: clock.now,
    logger: log.logger,
    ...options.options,
    storage,
  }).catch(async (error: unknown) => {
    await closed(server)
    throw error
  })
  handler = options.site?.(portico) ?? house(mount, portico)
  return {
    ...VISITED,
    ...addressed(issuer, { host: '127.0.0.1', port }),
    portico,
    clock,
    log,
    async stop() {
      await closed(server)
      await portico.close()
    },
  }
}
