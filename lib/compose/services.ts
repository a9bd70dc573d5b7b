import type { IsPrivateAddress } from '../../policies/client-registration.ts'
import { type FirstPartyApp, firstPartyApps } from '../apps/first-party/clients.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Sources } from '../config/sources/layers.ts'
import { type AccessRules, accessRule } from '../domain/accounts/access-rule.ts'
import { type Consents, consents } from '../domain/accounts/consents.ts'
import { type EmbeddedDirectory, embeddedDirectory, passwordIn } from '../domain/accounts/embedded-directory.ts'
import { challenges } from '../domain/accounts/factors/challenges.ts'
import { embeddedFactors } from '../domain/accounts/factors/embedded-factors.ts'
import { type FactorRecords, factorRecords } from '../domain/accounts/factors/factor-record.ts'
import { type PasskeyCeremonies, passkeyCeremonies } from '../domain/accounts/factors/passkey-ceremonies.ts'
import { recoveryCodes } from '../domain/accounts/factors/recovery-codes.ts'
import { asksSecondStep, secondFactorsOf } from '../domain/accounts/factors/second-factors.ts'
import { type TrustedDevices, trustedDevices } from '../domain/accounts/trusted-devices.ts'
import { type User, type UserDirectory, type Users, users } from '../domain/accounts/user-directory.ts'
import { type AuditTrail, auditTrail } from '../domain/audit/audit-trail.ts'
import { type Explanations, explanations } from '../domain/audit/explanations.ts'
import type { Client } from '../domain/clients/client-record.ts'
import { type OriginIndex, originIndex } from '../domain/clients/origin-index.ts'
import { type ClientRegistry, clientRegistry } from '../domain/clients/registry.ts'
import { deriveKeys, deriveText, type SecretPurpose } from '../domain/keys/derived-keys.ts'
import { type ExternalSigner, externalKeyRing } from '../domain/keys/external-signer.ts'
import { type Seal, seal } from '../domain/keys/key-document.ts'
import { type KeyRing, storedKeyRing } from '../domain/keys/key-ring.ts'
import { keyTimes } from '../domain/keys/key-timing.ts'
import { type ClientUses, clientUses } from '../domain/metrics/client-use.ts'
import { type DailyStats, dailyStats } from '../domain/metrics/daily-stats.ts'
import { backchannelSender } from '../domain/sessions/backchannel.ts'
import { type Deliveries, deliveryLedger } from '../domain/sessions/delivery-ledger.ts'
import { type DeliveryWorker, deliveryWorker } from '../domain/sessions/delivery-worker.ts'
import { egressGuard } from '../domain/sessions/egress-guard.ts'
import { type SessionEnding, sessionEnding } from '../domain/sessions/ending.ts'
import { type FrontchannelTickets, frontchannelTickets } from '../domain/sessions/frontchannel.ts'
import { verifyIdTokenHint } from '../domain/tokens/id-token-hint.ts'
import type { TokenIssuer } from '../domain/tokens/issuer.ts'
import { tokenHolders } from '../domain/tokens/token-holder.ts'
import { tokenValues } from '../domain/tokens/token-values.ts'
import { verifiedTokens } from '../domain/tokens/verified-tokens.ts'
import { type AccessTokens, accessTokens } from '../domain/tokens/verify.ts'
import { errorFields, type Logger } from '../ports/logger.ts'
import type { Storage } from '../ports/storage.ts'
import { adapterBridge } from '../protocol/engine/adapter-bridge.ts'
import { createEngine, type Engine } from '../protocol/engine/engine.ts'
import { sessionBridge } from '../protocol/engine/session-bridge.ts'
import { type Csrf, csrfProtection } from '../web/pages/csrf.ts'
import type { HostPages } from '../web/pages/host-pages.ts'
import { type LastClient, lastClient } from '../web/pages/last-client.ts'
import { type PageParts, type Pages, pages } from '../web/pages/pages.ts'

/** What the services are made from. */
export interface ServiceParts {
  readonly configuration: Configuration
  /** Root secrets, the one in use first. */
  readonly secrets: readonly [string, ...string[]]
  readonly storage: Storage
  /** The host's people; without one, the directory that comes with the service. */
  readonly directory: UserDirectory | undefined
  readonly access: AccessRules
  readonly logger: Logger
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly signer: ExternalSigner | undefined
  readonly sources: Sources
  readonly hostPages: HostPages
}

/** All parts of the running service, wired. */
export interface Services {
  readonly issuerUrl: string
  /** Path of `baseUrl`; empty at the root. */
  readonly mountPath: string
  readonly https: boolean
  readonly configuration: Configuration
  readonly storage: Storage
  readonly logger: Logger
  readonly now: () => number
  readonly keys: KeyRing
  /** Milliseconds between two looks at the keys. */
  readonly keyRefreshMs: number
  readonly issuer: TokenIssuer
  readonly tokens: AccessTokens
  readonly origins: OriginIndex
  readonly clients: ClientRegistry
  readonly uses: ClientUses
  readonly users: Users
  readonly embedded: EmbeddedDirectory | undefined
  /** What the directory of the service keeps of second factors; for administrators. */
  readonly factors: FactorRecords
  /** Undefined where there can be no passkeys: the directory keeps none, or the service has no host name. */
  readonly passkeys: PasskeyCeremonies | undefined
  /** The browsers that people trust; undefined where that is switched off, or the directory is the host's. */
  readonly trusted: TrustedDevices | undefined
  /** Encrypts what must come back in clear. */
  readonly sealer: Seal
  readonly consents: Consents
  readonly engine: Engine
  /** The host's rule on who may sign in to which client; true without one. */
  readonly canSignIn: (user: User, client: Client) => Promise<boolean>
  readonly pages: Pages
  /** The portal; undefined without one. */
  readonly accountHref: string | undefined
  readonly lastClient: LastClient
  readonly csrf: Csrf
  readonly ending: SessionEnding
  readonly worker: DeliveryWorker
  readonly tickets: FrontchannelTickets
  readonly deliveries: Deliveries
  /** Where each setting came from, for the settings page. */
  readonly sources: Sources
  /** False when the signing key is kept elsewhere. */
  readonly rotatableKeys: boolean
  /** The panel and the portal, each with its secret as a client of the service. */
  readonly apps: readonly { readonly app: FirstPartyApp; readonly secret: string }[]
  readonly audit: AuditTrail
  readonly explanations: Explanations
  readonly stats: DailyStats
  /** Where notices to an address would go (S8). */
  readonly isPrivateAddress: IsPrivateAddress
}

export function wireServices({
  configuration,
  secrets,
  storage,
  directory,
  access,
  logger,
  now,
  signer,
  sources,
  hostPages,
}: ServiceParts): Services {
  const issuerUrl = configuration.baseUrl
  const mountPath = new URL(issuerUrl).pathname.replace(/\/$/, '')
  const https = issuerUrl.startsWith('https:')
  const { lifetimes, logout } = configuration
  const derive = (purpose: SecretPurpose) => deriveKeys(secrets, purpose)
  const seconds = (): number => Math.floor(now() / 1000)

  const sealer = seal(derive('store-encryption'))
  const rotation = keyTimes(configuration.keys, lifetimes)
  const keys = signer === undefined ? storedKeyRing(storage.documents, sealer, rotation, now) : externalKeyRing(signer)
  const guard = egressGuard(logout.allowPrivateAddresses)
  const worker = deliveryWorker({
    storage,
    now,
    random: Math.random,
    pauses: logout.retryAfterSeconds,
    logger,
    send: backchannelSender({
      issuer: issuerUrl,
      keys,
      guard,
      timeoutMs: logout.deliveryTimeoutSeconds * 1000,
      seconds,
    }),
  })
  const ending = sessionEnding(storage, lifetimes, worker, now)

  const factors = factorRecords(storage.documents)
  const endAll = async (sub: string): Promise<void> => {
    await ending.endEverything(sub)
  }
  const embedded =
    directory === undefined
      ? embeddedDirectory(
          storage.documents,
          endAll,
          now,
          embeddedFactors({
            records: factors,
            sealer,
            codes: recoveryCodes(derive('recovery-codes')),
            now,
            passwordOf: (sub) => passwordIn(storage.documents, sub),
          }),
        )
      : undefined
  const known = users(directory ?? (embedded as UserDirectory), (fault) =>
    logger.error(errorFields(fault), 'the directory failed'),
  )
  const passkeys =
    known.passkeys === undefined
      ? undefined
      : passkeyCeremonies({
          keeper: known.passkeys,
          challenges: challenges(derive('challenges'), storage.records, now),
          baseUrl: issuerUrl,
          productName: configuration.theme.productName,
          now,
        })
  const trusts = embedded !== undefined && configuration.login.trustedDevices
  const trusted = trusts ? trustedDevices(storage.documents, now) : undefined
  const issuer: TokenIssuer = {
    issuer: issuerUrl,
    lifetimes,
    keys,
    storage,
    seconds,
    values: tokenValues(derive('token-tag')),
    verified: verifiedTokens(),
    holder: tokenHolders(known, configuration.idTokenClaims),
  }
  const origins = originIndex(storage.documents)
  const uses = clientUses(storage.documents, now)
  const clients = clientRegistry(storage.clients, origins, now, guard.isPrivateAddress, uses.forget)
  const remembered = consents(storage.documents, now)
  const sessions = sessionBridge(storage, lifetimes, now, known.passwordStampOf)
  const canSignIn = accessRule(access, (fault) => logger.error(errorFields(fault), 'the access rule failed'))
  const cookieKeys = secrets.map((secret) => deriveText(secret, 'cookies'))
  const engine = createEngine(
    issuerUrl,
    {
      mountPath,
      https,
      cookieKeys,
      interactionSeconds: lifetimes.interaction,
      sessionSeconds: sessions.secondsLeft,
      findUser: known.find,
      adapter: adapterBridge({
        records: storage.records,
        subjects: storage.subjects,
        sessions,
        findClient: clients.find,
        passwordStampOf: known.passwordStampOf,
      }),
      prompts: {
        rememberedScopes: remembered.scopes,
        canSignIn,
        hasSecondStep: async (subject) => asksSecondStep(await secondFactorsOf(known, subject)),
      },
    },
    issuer,
    (jwt, clientId) => verifyIdTokenHint(issuer, jwt, clientId),
  )

  const lostPage: PageParts['report'] = ({ requestId }, screen, fault) => {
    const fields = { request_id: requestId, view: screen, ...errorFields(fault) }
    logger.error(fields, 'a page of the host failed; the built-in one was shown')
  }
  const lostEntry = (fault: unknown): void => logger.warn(errorFields(fault), 'an audit entry could not be kept yet')
  return {
    issuerUrl,
    mountPath,
    https,
    configuration,
    storage,
    logger,
    now,
    keys,
    keyRefreshMs: rotation.refreshMs,
    issuer,
    tokens: accessTokens(issuer),
    origins,
    clients,
    uses,
    users: known,
    embedded,
    factors,
    passkeys,
    trusted,
    sealer,
    consents: remembered,
    engine,
    canSignIn,
    pages: pages({ configuration, mountPath, now, ...hostPages, report: lostPage }),
    csrf: csrfProtection(derive('csrf')),
    accountHref: configuration.portal.enabled ? `${configuration.portalUrl}/` : undefined,
    lastClient: lastClient({ mountPath, https, secrets: cookieKeys, seconds }),
    apps: firstPartyApps(configuration).map((app) => ({
      app,
      secret: deriveText(secrets[0], 'first-party-client', app.clientId),
    })),
    ending,
    worker,
    tickets: frontchannelTickets(storage.records),
    deliveries: deliveryLedger(storage, worker, now),
    isPrivateAddress: guard.isPrivateAddress,
    sources,
    rotatableKeys: signer === undefined,
    stats: dailyStats(storage.documents, now),
    audit: auditTrail(storage.audit, configuration.audit, now, lostEntry),
    explanations: explanations(storage.records, lostEntry),
  }
}
