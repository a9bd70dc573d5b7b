import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { embeddedStorage } from '../adapters/embedded/index.ts'
import { firstPartyClient } from './apps/first-party/clients.ts'
import { handlers } from './compose/handlers.ts'
import { wireServices } from './compose/services.ts'
import type { Configuration, ConfigurationInput } from './config/configuration.ts'
import { codeSources } from './config/environment.ts'
import { foreignDataError } from './config/foreign-data.ts'
import { ConfigError } from './config/issues/config-error.ts'
import { obtainRootSecret } from './config/root-secret.ts'
import type { Sources } from './config/sources/layers.ts'
import { checkConfiguration } from './config/validate.ts'
import type { AccessRules } from './domain/accounts/access-rule.ts'
import type { EmbeddedDirectory } from './domain/accounts/embedded-directory.ts'
import type { UserDirectory } from './domain/accounts/user-directory.ts'
import type { AuditTrail } from './domain/audit/audit-trail.ts'
import type { ClientRegistry } from './domain/clients/registry.ts'
import type { ExternalSigner } from './domain/keys/external-signer.ts'
import { DecryptionError } from './domain/keys/key-document.ts'
import type { KeyView } from './domain/keys/key-ring.ts'
import { withExpectedClients } from './domain/seed/expected-clients.ts'
import { leftClients } from './domain/seed/removed-clients.ts'
import { preparation } from './domain/seed/seeding.ts'
import { preparationMark } from './domain/seed/seeding-marker.ts'
import { configuredClientError } from './domain/seed/static-client-errors.ts'
import { adoptClients, dropLeftClients, fixedClient, fixedClientFaults } from './domain/seed/static-clients.ts'
import type { Deliveries } from './domain/sessions/delivery-ledger.ts'
import { egressGuard } from './domain/sessions/egress-guard.ts'
import { expiredSessions } from './domain/sessions/expired-sessions.ts'
import { type Sessions, sessionsApi } from './domain/sessions/sessions-api.ts'
import { errorFields, forgiving, type Logger, SILENT } from './ports/logger.ts'
import type { Storage } from './ports/storage.ts'
import { StoreUnavailable } from './ports/store-unavailable.ts'
import { type HostContext, koaMiddleware, nodeCallback } from './web/http/mounting.ts'
import { observer } from './web/http/observer.ts'
import { pipeline } from './web/http/pipeline.ts'
import { mountedApp, ROUTES } from './web/http/routes.ts'
import { errorPage } from './web/pages/error-page.ts'
import { type HostPages, hostPageFaults } from './web/pages/host-pages.ts'
import { untranslated } from './web/ui/texts/host-messages.ts'

/** What a host gives besides settings: its own parts. Each has a default. */
export interface Dependencies {
  /** Where everything is kept; in memory by default. */
  readonly storage?: Storage
  /** The host's people; a list of accounts, or nothing, means the directory that comes with the service. */
  readonly accounts?: UserDirectory | ConfigurationInput['accounts']
  readonly access?: AccessRules
  readonly logger?: Logger
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
  /** A signing key that stays outside. */
  readonly signer?: ExternalSigner
  /** Where each setting came from, as `readEnvironment` tells it; the settings page of the panel shows it. */
  readonly sources?: Sources
  /** Is given the service as soon as it can answer, before the store is asked for the first time. */
  readonly onWired?: (portico: Portico) => void
}

export type PorticoOptions = Omit<ConfigurationInput, 'accounts' | 'ui'> &
  Dependencies & {
    /** Languages and help, and pages and texts of the host's own. */
    readonly ui?: (ConfigurationInput['ui'] & Partial<HostPages>) | undefined
  }

/** The mounted service. */
export interface Portico {
  /** For Koa: answers what is ours, passes on what is not. */
  middleware(): (ctx: HostContext, next: () => Promise<unknown>) => Promise<void>
  /** For `node:http`, Express and Fastify. Without `fallback`, paths that are not ours get 404 in the common shape. */
  callback(
    fallback?: (req: IncomingMessage, res: ServerResponse) => void,
  ): (req: IncomingMessage, res: ServerResponse) => void
  readonly clients: ClientRegistry
  readonly keys: { list(): readonly KeyView[]; rotate(): Promise<void> }
  readonly sessions: Sessions
  readonly deliveries: Deliveries
  /** The people of the directory that comes with the service; undefined with a directory of the host's own. */
  readonly accounts: EmbeddedDirectory | undefined
  readonly audit: Pick<AuditTrail, 'list' | 'verify' | 'all'>
  readonly configuration: Configuration
  readonly storage: Storage
  /** Ends background work and closes the store. */
  close(): Promise<void>
}

/**
 * Builds the service from settings and dependencies. The settings are judged whole (`ConfigError` lists every fault);
 * a store that does not answer yet is tried until it does, and the service says 503 meanwhile (G9).
 */
export async function createPortico(options: PorticoOptions): Promise<Portico> {
  const {
    storage = embeddedStorage(),
    accounts,
    access = {},
    logger: ownLogger = SILENT,
    clock: now = Date.now,
    signer,
    sources,
    onWired,
    ui = {},
    ...others
  } = options
  const logger = forgiving(ownLogger)
  const directory = accounts === undefined || Array.isArray(accounts) ? undefined : (accounts as UserDirectory)
  const { views = {}, messages = {}, ...pageSettings } = ui
  const settings = { ...others, ui: pageSettings }
  const given = { ...settings, ...(Array.isArray(accounts) ? { accounts } : {}) }
  const checked = checkConfiguration(given)
  const issues = [...(checked.outcome === 'invalid' ? checked.issues : []), ...hostPageFaults({ views, messages })]
  if (checked.outcome === 'invalid' || issues.length > 0) throw new ConfigError(issues)
  const configuration = checked.settings
  const fixed = configuration.clients.map(fixedClient)
  const judged = fixed.flatMap((client) =>
    fixedClientFaults(client, egressGuard(configuration.logout.allowPrivateAddresses).isPrivateAddress),
  )
  // That one keeps no deployment from starting: the notice is refused when it is sent, as it always was.
  const faults = judged.filter(({ fault }) => fault.fault !== 'inside')
  for (const { clientId, fault } of judged)
    if (fault.fault === 'inside')
      logger.warn(
        { client: clientId },
        'no sign-out will be told to this client: its backchannel_logout_uri leads inside',
      )
  if (faults.length > 0) throw configuredClientError(configuration.clients, faults)
  const { secrets } = await obtainRootSecret({
    configured: configuration.secret,
    dataFolder: undefined,
    isLocalhost: configuration.baseUrl.startsWith('http:'),
  })

  const expected = new Set<string>()
  const left = leftClients(storage.documents)
  /** The store has lost the client; or another node, with a newer configuration, has removed it. */
  const missed = async (clientId: string): Promise<void> => {
    if ((await ready.look()) === 'gone' || (await storage.clients.find(clientId)) !== undefined) return
    if (!(await left.has(clientId))) ready.refill()
    else if (expected.delete(clientId))
      logger.warn({ client: clientId }, 'a client of this configuration was removed by another node')
  }
  const services = wireServices({
    configuration,
    secrets,
    directory,
    access,
    logger,
    now,
    signer,
    sources: sources ?? codeSources(given),
    hostPages: { views, messages },
    storage: withExpectedClients(storage, {
      isExpected: (clientId) => expected.has(clientId),
      // With the store away there is nothing to find out; whoever asks for the client next asks again.
      missed: (clientId) => void missed(clientId).catch(() => {}),
    }),
  })
  const { keys, origins, worker } = services
  for (const lacking of untranslated(messages))
    logger.warn(lacking, 'a language of ui.messages lacks texts; English stands in')
  const own = [...fixed, ...services.apps.map(({ app, secret }) => firstPartyClient(app, secret))]
  const ready = preparation({
    storage,
    keys,
    logger,
    mark: preparationMark(storage.documents, [own, configuration.accounts.map(({ sub }) => sub)], randomUUID),
    async fill(when) {
      await keys.refresh().catch((fault: unknown) => {
        throw fault instanceof DecryptionError ? foreignDataError(secrets.length, sources?.['secret']) : fault
      })
      // What is not ours in a store that was emptied has been put there since by a node that may have a newer configuration.
      if (when === 'first') await dropLeftClients(storage.clients, origins, left, own)
      const gone = await Promise.all(own.map(({ clientId }) => left.has(clientId)))
      const wanted = own.filter((_, place) => gone[place] === false)
      const conflicts = await adoptClients(storage.clients, origins, wanted, now)
      const fault = conflicts.length > 0 ? configuredClientError(configuration.clients, conflicts) : undefined
      if (fault !== undefined && when === 'first') throw fault
      if (fault !== undefined)
        logger.error(errorFields(fault), 'a client of the configuration cannot be registered again')
      await services.embedded?.adopt(configuration.accounts)
      expected.clear()
      for (const { clientId } of wanted)
        if (!conflicts.some((conflict) => conflict.clientId === clientId)) expected.add(clientId)
    },
  })
  const apps = services.apps.map(({ app }) =>
    mountedApp(app.clientId === 'sso-admin' ? 'admin' : 'portal', app.url, configuration.baseUrl),
  )
  const answer = pipeline({
    mountPath: services.mountPath,
    https: services.https,
    trustProxy: configuration.trustProxy,
    routes: ROUTES,
    apps,
    rates: storage.rates,
    rateLimits: configuration.rateLimits,
    now,
    isClientOrigin: origins.has,
    errorPage: errorPage(services.pages, services.issuerUrl, now, services.accountHref),
    handlers: handlers(services, ready),
    ...observer(services),
  })

  const refreshKeys = (): void => {
    keys
      .refresh()
      .catch((fault: unknown) => logger.warn(errorFields(fault), 'the signing keys could not be looked after'))
  }
  const keyTimer = setInterval(refreshKeys, services.keyRefreshMs).unref()
  const expired = expiredSessions({ storage, ending: services.ending, lifetimes: configuration.lifetimes, now, logger })

  const quiet = async (): Promise<void> => {
    clearInterval(keyTimer)
    ready.stop()
    await expired.stop()
  }

  const portico: Portico = {
    middleware: () => koaMiddleware(answer),
    callback: (fallback) => nodeCallback(answer, fallback),
    clients: services.clients,
    keys: { list: keys.list, rotate: keys.rotate },
    sessions: sessionsApi(storage, services.ending),
    deliveries: services.deliveries,
    accounts: services.embedded,
    audit: services.audit,
    configuration,
    storage,
    async close() {
      await quiet()
      await worker.stop()
      await services.audit.stop()
      await services.stats.stop()
      await services.uses.stop()
      await storage.close()
    },
  }
  onWired?.(portico)
  await ready.prepare().catch(async (fault: unknown) => {
    if (fault instanceof StoreUnavailable) return logger.warn({}, 'the store does not answer; trying until it does')
    await quiet()
    throw fault
  })
  ready.watch()
  return portico
}
