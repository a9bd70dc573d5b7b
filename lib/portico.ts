import type { IncomingMessage, ServerResponse } from 'node:http'
import { embeddedStorage } from '../adapters/embedded/index.ts'
import { releasedClaims } from '../policies/claims.ts'
import { deny } from '../policies/verdict.ts'
import { consents } from './accounts/consents.ts'
import { people } from './accounts/directory.ts'
import type { Directory, Person } from './accounts/directory.ts'
import { embeddedDirectory } from './accounts/embedded-directory.ts'
import { signInThrottle } from './accounts/throttle.ts'
import { faultFields, SILENT } from './audit/logger.ts'
import type { Logger } from './audit/logger.ts'
import { requestLog } from './audit/request-log.ts'
import type { Client } from './clients/client-record.ts'
import { adoptClients, fixedClient, fixedClientFaults } from './clients/configured-clients.ts'
import { configuredClientError } from './clients/configured-faults.ts'
import { originIndex } from './clients/origin-index.ts'
import { clientRegistry } from './clients/registry.ts'
import type { ClientRegistry } from './clients/registry.ts'
import type { Configuration, ConfigurationInput } from './config/configuration.ts'
import { deriveKey, deriveText, obtainRootSecret } from './config/root-secret.ts'
import type { SecretPurpose } from './config/root-secret.ts'
import { validateConfiguration } from './config/validate.ts'
import { assetsEndpoint } from './endpoints/assets.ts'
import { authorizeEndpoint } from './endpoints/authorize.ts'
import { discoveryEndpoint } from './endpoints/discovery.ts'
import { errorReferenceEndpoint } from './endpoints/error-reference.ts'
import { liveEndpoint, readyEndpoint } from './endpoints/health.ts'
import { interactionEndpoint } from './endpoints/interaction.ts'
import { introspectionEndpoint } from './endpoints/introspection.ts'
import { jwksEndpoint } from './endpoints/jwks.ts'
import { centralizedLogoutEndpoint } from './endpoints/logout-centralized.ts'
import { frontchannelLogoutEndpoint } from './endpoints/logout-frontchannel.ts'
import { logoutEndpoint } from './endpoints/logout.ts'
import { registerSessionEndpoint } from './endpoints/register-session.ts'
import { revocationEndpoint } from './endpoints/revocation.ts'
import { tokenEndpoint } from './endpoints/token.ts'
import { userinfoEndpoint } from './endpoints/userinfo.ts'
import { adapterBridge } from './engine/adapter-bridge.ts'
import { createEngine } from './engine/engine.ts'
import { sessionBridge } from './engine/session-bridge.ts'
import { adoptHostBody } from './http/body.ts'
import { errorPage } from './http/error-page.ts'
import { formGuard } from './http/form-guard.ts'
import { pages } from './http/pages.ts'
import { pipeline } from './http/pipeline.ts'
import { ProtocolError } from './http/protocol-error.ts'
import { ROUTES } from './http/routes.ts'
import { seal } from './keys/key-document.ts'
import { externalKeyRing } from './keys/external-signer.ts'
import type { ExternalSigner } from './keys/external-signer.ts'
import { storedKeyRing } from './keys/key-ring.ts'
import type { KeyView } from './keys/key-ring.ts'
import { keyTimes } from './keys/key-timing.ts'
import type { Storage } from './ports/storage.ts'
import { StoreUnavailable } from './ports/store-unavailable.ts'
import { preparation } from './readiness.ts'
import { addressGuard } from './sessions/address-guard.ts'
import { backchannelSender } from './sessions/backchannel.ts'
import { deliveryWorker } from './sessions/delivery-worker.ts'
import type { DeliveryWorker } from './sessions/delivery-worker.ts'
import { sessionEnding } from './sessions/ending.ts'
import { frontchannelTickets } from './sessions/frontchannel.ts'
import { sessionOf, sessionsOf } from './sessions/session-registry.ts'
import type { BrowserSession } from './sessions/session-registry.ts'
import { verifyIdTokenHint } from './tokens/id-token-hint.ts'
import type { TokenIssuer } from './tokens/issuer.ts'
import { tokenValues } from './tokens/token-values.ts'
import { accessTokens } from './tokens/verify.ts'

/** What a host gives besides settings: its own parts. Each has a default. */
export interface Dependencies {
  /** Where everything is kept; in memory by default. */
  readonly storage?: Storage
  /** The host's people; a list of accounts, or nothing, means the directory that comes with the service. */
  readonly accounts?: Directory | ConfigurationInput['accounts']
  /** Who may sign in to which client, beyond the registry's own rules. */
  readonly access?: { canSignIn?(person: Person, client: Client): boolean | Promise<boolean> }
  readonly logger?: Logger
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
  /** A signing key that stays outside. */
  readonly signer?: ExternalSigner
}

export type PorticoOptions = Omit<ConfigurationInput, 'accounts'> & Dependencies

/** The mounted service. */
export interface Portico {
  /** For Koa: answers what is ours, passes on what is not. */
  middleware(): (ctx: HostContext, next: () => Promise<unknown>) => Promise<void>
  /** For `node:http`, Express and Fastify. Without `fallback`, paths that are not ours get 404 in the common shape. */
  callback(fallback?: (req: IncomingMessage, res: ServerResponse) => void): (req: IncomingMessage, res: ServerResponse) => void
  readonly clients: ClientRegistry
  readonly keys: { list(): readonly KeyView[]; rotate(): Promise<void> }
  readonly sessions: Sessions
  readonly configuration: Configuration
  readonly storage: Storage
  /** Ends background work and closes the store. */
  close(): Promise<void>
}

/** Browser sessions, for the panel, the portal and the host. */
export interface Sessions {
  /** The live sessions of a subject, newest first. */
  list(subject: string): Promise<readonly BrowserSession[]>
  /** Ends one session and notifies its clients (S9). */
  end(subject: string, uid: string): Promise<'ended' | 'missing'>
  /** Ends all that the subject holds, on all devices, and notifies every client. */
  endAll(subject: string): Promise<void>
}

/** The part of Koa's context that the middleware touches. */
export interface HostContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly originalUrl: string
  readonly request: object
  respond?: boolean
}

/**
 * Builds the service from settings and dependencies. The settings are judged whole (`ConfigError` lists every fault);
 * a store that does not answer yet is tried until it does, and the service says 503 meanwhile (G9).
 */
export async function createPortico(options: PorticoOptions): Promise<Portico> {
  const { storage: givenStorage, accounts, access = {}, logger = SILENT, clock: now = Date.now, signer, ...settings } = options
  const hostDirectory = accounts === undefined || Array.isArray(accounts) ? undefined : accounts as Directory
  const configuration = validateConfiguration({ ...settings, ...(Array.isArray(accounts) ? { accounts } : {}) })
  const fixed = configuration.clients.map(fixedClient)
  const faults = fixed.flatMap(fixedClientFaults)
  if (faults.length > 0) throw configuredClientError(configuration.clients, faults)

  const storage = givenStorage ?? embeddedStorage()
  const issuerUrl = configuration.baseUrl
  const mountPath = new URL(issuerUrl).pathname.replace(/\/$/, '')
  const https = issuerUrl.startsWith('https:')
  const { lifetimes } = configuration
  const { secrets } = await obtainRootSecret({ configured: configuration.secret, dataFolder: undefined, isLocalhost: !https })
  const derive = (purpose: SecretPurpose): [Buffer, ...Buffer[]] => {
    const [first, ...others] = secrets
    return [deriveKey(first, purpose, 32), ...others.map((secret) => deriveKey(secret, purpose, 32))]
  }

  const rotation = keyTimes(configuration.keys, lifetimes)
  const keys = signer === undefined ? storedKeyRing(storage.documents, seal(derive('store-encryption')), rotation, now) : externalKeyRing(signer)
  const running: { worker?: DeliveryWorker } = {}
  const worker = (): DeliveryWorker => running.worker as DeliveryWorker
  const ending = sessionEnding(storage, lifetimes, worker, now)
  const endAll = async (sub: string): Promise<void> => { await ending.endEverything(sub) }
  const embedded = hostDirectory === undefined ? embeddedDirectory(storage.documents, endAll, now) : undefined
  const directory = people(hostDirectory ?? embedded as Directory, (fault) => logger.error(faultFields(fault), 'the directory failed'))
  const issuer: TokenIssuer = {
    issuer: issuerUrl, lifetimes, keys, storage, values: tokenValues(derive('token-tag')), seconds: () => Math.floor(now() / 1000),
    async assertPerson(subject, scopes) {
      const wanted = configuration.idTokenClaims === 'scopes'
      // The directory that comes with the service ends all tokens in the step that suspends a person.
      if (directory.endsTokens && !wanted) return undefined
      const person = await directory.find(subject)
      if (person === undefined) throw new ProtocolError(deny('invalid_grant', 'account_inactive'))
      return wanted ? releasedClaims(scopes, { ...person }) : undefined
    },
  }
  const tokens = accessTokens(issuer)
  const origins = originIndex(storage.documents)
  const clients = clientRegistry(storage.clients, origins, now)
  const remembered = consents(storage.documents, now)
  const sessions = sessionBridge(storage, lifetimes, now)
  const engine = createEngine(issuerUrl, {
    mountPath, https, cookieKeys: secrets.map((secret) => deriveText(secret, 'cookies', 32)), interactionSeconds: lifetimes.interaction,
    sessionSeconds: sessions.secondsLeft, adapter: adapterBridge({ records: storage.records, sessions, findClient: clients.find }), findPerson: directory.find,
    prompts: { rememberedScopes: remembered.scopes, canSignIn: async (person, client) => await access.canSignIn?.(person, client) ?? true },
  }, issuer, (jwt, clientId) => verifyIdTokenHint(issuer, jwt, clientId))
  const guard = formGuard(derive('csrf'))
  const tickets = frontchannelTickets(storage.records)
  const logoutPath = `${mountPath}/connect/logout`
  const { logout } = configuration
  running.worker = deliveryWorker({
    storage, now, random: Math.random, pauses: logout.retryAfterSeconds, logger,
    send: backchannelSender({ issuer: issuerUrl, keys, guard: addressGuard(logout.allowPrivateAddresses), timeoutMs: logout.deliveryTimeoutSeconds * 1000, seconds: issuer.seconds }),
  })
  const screens = pages(configuration, mountPath, https, now)

  const ready = preparation(storage, keys, async () => {
    for (const warning of await storage.open()) logger.warn({}, warning)
    await keys.refresh()
    const conflicts = await adoptClients(storage.clients, origins, fixed, now)
    if (conflicts.length > 0) throw configuredClientError(configuration.clients, conflicts)
    await embedded?.adopt(configuration.accounts)
  })
  const { handle, notFound } = pipeline({
    mountPath, https, trustProxy: configuration.trustProxy, routes: ROUTES, rates: storage.rates, rateLimits: configuration.rateLimits, now,
    isClientOrigin: origins.has, errorPage: errorPage(screens, issuerUrl, now), ...requestLog(logger),
    handlers: {
      discovery: discoveryEndpoint(issuerUrl, configuration.ui.locales, keys, ready.prepare),
      jwks: jwksEndpoint(keys, ready.prepare),
      authorize: authorizeEndpoint(issuerUrl, `${mountPath}/authorize`, storage.clients, engine),
      resume: engine.resume,
      token: tokenEndpoint(issuer),
      userinfo: userinfoEndpoint(tokens, directory),
      revocation: revocationEndpoint(issuer, tokens),
      introspection: introspectionEndpoint(issuer, tokens),
      interaction: interactionEndpoint({
        mountPath, engine, pages: screens, guard, people: directory, consents: remembered,
        throttle: signInThrottle(storage.rates, configuration.login.throttle), clients: storage.clients, remember: configuration.login.remember, seconds: issuer.seconds,
        endSession: async ({ accountId, uid }) => {
          const session = await sessionOf(storage, accountId, uid)
          if (session !== undefined) await ending.endSession(session)
        },
      }),
      errorReference: errorReferenceEndpoint(screens),
      assets: assetsEndpoint(screens.assets, mountPath),
      live: liveEndpoint,
      ready: readyEndpoint(ready),
      logout: logoutEndpoint({
        logoutPath, issuer, engine, pages: screens, guard, people: directory, ending, confirm: logout.confirm,
        centralized: centralizedLogoutEndpoint({ issuerUrl, tokens, ending, worker: running.worker, tickets, waitMs: logout.waitSeconds * 1000 }),
      }),
      frontchannelLogout: frontchannelLogoutEndpoint(screens, logoutPath, tokens, tickets),
      registerSession: registerSessionEndpoint(storage, tokens, now),
    },
  })

  await ready.prepare().catch((fault: unknown) => {
    if (!(fault instanceof StoreUnavailable)) throw fault
    logger.warn({}, 'the store does not answer; trying until it does')
    ready.keepTrying((later) => logger.error(faultFields(later), 'the service cannot be prepared'))
  })
  const keyTimer = setInterval(() => { keys.refresh().catch((fault: unknown) => logger.warn(faultFields(fault), 'the signing keys could not be looked after')) }, rotation.refreshMs).unref()

  return {
    middleware: () => async (ctx, next) => {
      adoptHostBody(ctx.req, ctx.request)
      if (await handle(ctx.req, ctx.res, ctx.originalUrl)) ctx.respond = false
      else await next()
    },
    callback: (fallback = notFound) => (req, res) => {
      adoptHostBody(req, req as object)
      handle(req, res).then((ours) => { if (!ours) fallback(req, res) }, () => res.destroy())
    },
    clients,
    keys: { list: keys.list, rotate: keys.rotate },
    sessions: {
      list: (subject) => sessionsOf(storage, subject),
      async end(subject, uid) {
        const session = await sessionOf(storage, subject, uid)
        if (session === undefined) return 'missing'
        await ending.endSession(session)
        return 'ended'
      },
      endAll,
    },
    configuration,
    storage,
    async close() {
      clearInterval(keyTimer)
      ready.stop()
      await worker().stop()
      await storage.close()
    },
  }
}

