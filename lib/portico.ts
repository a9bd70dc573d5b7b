import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HostApi } from './apps/host/host-contract.ts'
import { background } from './compose/background.ts'
import { answering, hintsOf } from './compose/handlers.ts'
import { hostPagesApi, hostParty } from './compose/host.ts'
import type { PorticoParts } from './compose/options.ts'
import { resolveOptions } from './compose/resolve-options.ts'
import { compose } from './compose/service.ts'
import { instrumented } from './compose/watching.ts'
import type { Configuration } from './config/configuration.ts'
import { OWN_VERSION } from './config/own-version.ts'
import type { EmbeddedDirectory } from './domain/accounts/embedded-directory.ts'
import type { AuditTrail } from './domain/audit/audit-trail.ts'
import type { EventListeners } from './domain/audit/event-listeners.ts'
import type { ClientRegistry } from './domain/clients/registry.ts'
import type { KeyRing } from './domain/keys/key-ring.ts'
import type { Health } from './domain/seed/readiness.ts'
import type { Deliveries } from './domain/sessions/delivery-ledger.ts'
import { type Sessions, sessionsApi } from './domain/sessions/sessions-api.ts'
import type { Metrics } from './ports/measurements.ts'
import type { Storage } from './ports/storage.ts'
import { type HostContext, koaMiddleware, type Next, nodeCallback } from './web/http/mounting.ts'

export type { Health }

/** Settings and dependencies of Portico. Only `baseUrl` is required. */
export type PorticoOptions = PorticoParts & {
  /**
   * Called as soon as Portico can handle requests, before it first accesses the store.
   * @default nothing is called
   * @example (portico) => server.on('request', portico.callback())
   */
  readonly onWired?: (portico: Portico) => void
}

/** A running Portico, mounted in a host application. */
export interface Portico extends HostApi {
  /** Koa middleware. Handles Portico's routes and passes every other request to `next`. */
  middleware(): (ctx: HostContext, next: () => Promise<unknown>) => Promise<void>
  /**
   * For frameworks that use Node.js requests and responses. Requests for other paths go to `fallback`, or to `next` if
   * the framework provides it (Express, Nest). Otherwise, they get a 404 in the standard error format.
   */
  callback(
    fallback?: (req: IncomingMessage, res: ServerResponse) => void,
  ): (req: IncomingMessage, res: ServerResponse, next?: Next) => void
  /** Registers, lists, and changes clients. */
  readonly clients: ClientRegistry
  /** Lists the signing keys and requests a rotation. */
  readonly keys: Pick<KeyRing, 'list' | 'rotate'>
  /** Lists and ends browser sessions. */
  readonly sessions: Sessions
  /** Lists and retries logout notifications. */
  readonly deliveries: Deliveries
  /** Accounts in the embedded directory; undefined if the host provides the directory. */
  readonly accounts: EmbeddedDirectory | undefined
  /** Reads and verifies the audit log. */
  readonly audit: Pick<AuditTrail, 'list' | 'verify' | 'all'>
  /** Registers a listener for events in this process, such as sign-ins, refusals, and changes by administrators. */
  readonly on: EventListeners['on']
  /** Version of Portico, such as `0.1.0`. */
  readonly version: string
  /** The settings in effect. */
  readonly configuration: Configuration
  /** The store in use. */
  readonly storage: Storage
  /** Whether this process should receive requests: the result of `/health/ready` plus the node's name. */
  health(): Promise<Health>
  /** Prepares for the process to exit: `/health/ready` returns 503, but other requests are still handled. */
  drain(): void
  /** Prometheus metrics; undefined if neither `metrics.port` nor `metrics.token` is set. */
  readonly metrics: Metrics | undefined
  /** Stops background work and closes the store. */
  close(): Promise<void>
}

/**
 * Creates Portico from settings and dependencies. While the store is unreachable, Portico returns 503 and retries.
 * @throws ConfigError with every issue
 */
export const createPortico = async (options: PorticoOptions): Promise<Portico> => (await startPortico(options)).portico

/** `createPortico`, with its background work: a test that moves the clock runs the part that is then due. */
export async function startPortico({ onWired, ...options }: PorticoOptions) {
  const resolved = await resolveOptions(options)
  const service = compose(await instrumented(resolved))
  const party = hostParty(service)
  const answer = answering(service, party)
  const hints = hintsOf(service)
  const work = background(service)
  const { configuration, domain, node } = service
  const { keys } = service.keys
  const { audit, listeners } = service.audit
  const portico: Portico = {
    middleware: () => koaMiddleware(answer, hints),
    callback: (fallback) => nodeCallback(answer, hints, fallback),
    ...hostPagesApi(service, party, answer.answer),
    clients: domain.clients,
    keys: { list: keys.list, rotate: keys.rotate },
    sessions: sessionsApi(service.storage, domain.ending),
    deliveries: service.outbox.deliveries,
    accounts: service.accounts.embedded,
    audit,
    on: listeners.on,
    version: OWN_VERSION,
    configuration,
    storage: resolved.storage,
    health: node.readiness.health,
    drain: node.readiness.drain,
    metrics: service.given.prometheus?.metrics,
    close: work.stop,
  }
  onWired?.(portico)
  await work.start()
  return { portico, runDue: work.runDue }
}
