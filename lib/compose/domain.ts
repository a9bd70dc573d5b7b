/** The parts of the domain that the service and the command line share. They speak no HTTP. */

import type { IsPrivateAddress } from '../../policies/client-registration.ts'
import { scopeClaimsWith } from '../../policies/declared-scopes.ts'
import type { Configuration } from '../config/configuration.ts'
import type { HasConnectorTo } from '../domain/accounts/account-record.ts'
import { configuredPasswords } from '../domain/accounts/configured-passwords.ts'
import { type Consents, consents } from '../domain/accounts/consents.ts'
import { type DirectoryService, type DirectoryUsers, directoryUsers } from '../domain/accounts/directory-users.ts'
import type { AccountEffects } from '../domain/accounts/embedded-change.ts'
import { type EmbeddedDirectory, embeddedDirectory } from '../domain/accounts/embedded-directory.ts'
import { type FactorRecords, factorRecords } from '../domain/accounts/factors/factor-record.ts'
import type { SecondFactorRepositories } from '../domain/accounts/factors/second-factors.ts'
import type { HostUsers } from '../domain/accounts/host-users.ts'
import { type Identities, identities } from '../domain/accounts/identities.ts'
import { type SignInPauses, signInPauses } from '../domain/accounts/sign-in-pauses.ts'
import { usernameClaims } from '../domain/accounts/username-claims.ts'
import { auditChain } from '../domain/audit/audit-chain.ts'
import { type AuditTrail, auditTrail } from '../domain/audit/audit-trail.ts'
import { type EventListeners, eventListeners } from '../domain/audit/event-listeners.ts'
import { type Explanations, explanations } from '../domain/audit/explanations.ts'
import { announceHead } from '../domain/audit/head-log.ts'
import { type ReceivedRequests, receivedRequests } from '../domain/audit/received.ts'
import { refusalLog } from '../domain/audit/refusal-log.ts'
import { type TrailCheck, trailCheck } from '../domain/audit/trail-check.ts'
import { type BackendIndex, backendIndex } from '../domain/clients/backend-index.ts'
import { allIndexes, type ClientIndex } from '../domain/clients/client-index.ts'
import { serviceHosts } from '../domain/clients/gate.ts'
import { hasGatedApp } from '../domain/clients/gated-apps.ts'
import { type OriginIndex, originIndex } from '../domain/clients/origin-index.ts'
import { type ClientRegistry, clientRegistry } from '../domain/clients/registry.ts'
import { deriveKeys } from '../domain/keys/derived-keys.ts'
import { signer } from '../domain/keys/signer.ts'
import { type AccountOperations, accountOperations } from '../domain/management/account-operations.ts'
import type { Actor } from '../domain/management/account-result.ts'
import { type AttentionDismissals, attentionDismissals } from '../domain/management/attention-dismissals.ts'
import { changesElsewhere } from '../domain/management/changes-elsewhere.ts'
import { type ClientOperations, clientOperations } from '../domain/management/client-operations.ts'
import { hostUserChanges } from '../domain/management/host-user-changes.ts'
import { type IdentityOperations, identityOperations } from '../domain/management/identity-operations.ts'
import type { FindUser } from '../domain/management/lost-access.ts'
import { type UserOperations, userOperations } from '../domain/management/user-operations.ts'
import { type AppUses, appUses } from '../domain/metrics/app-use.ts'
import { type ClientUses, clientUses } from '../domain/metrics/client-use.ts'
import { measuredClients } from '../domain/metrics/measured-clients.ts'
import { type EgressGuard, egressGuard } from '../domain/sessions/egress-guard.ts'
import { type SessionEnding, sessionEnding } from '../domain/sessions/ending.ts'
import { errorFields, type Logger } from '../ports/logger.ts'
import { type Measurements, UNMEASURED } from '../ports/measurements.ts'
import type { Storage } from '../ports/storage.ts'
import { accountLetters, composeOutbox, type Letters } from './outbox.ts'

export interface Domain {
  readonly audit: AuditTrail
  readonly listeners: EventListeners
  /** The whole trail, verified in the background by the service. */
  readonly trail: TrailCheck
  readonly explanations: Explanations
  readonly received: ReceivedRequests
  readonly egress: EgressGuard
  readonly ending: SessionEnding
  readonly origins: OriginIndex
  readonly backends: BackendIndex
  /** All that is looked up of clients by something else than their id. */
  readonly clientIndexes: ClientIndex
  readonly uses: ClientUses
  readonly appUses: AppUses
  readonly dismissals: AttentionDismissals
  readonly clients: ClientRegistry
  readonly consents: Consents
  readonly factors: FactorRecords
  readonly pauses: SignInPauses
  readonly hasConnectorTo: HasConnectorTo
  /** The directory that comes with the service. @param repositories of second factors; without them it has passwords alone */
  embeddedDirectory(repositories?: Required<SecondFactorRepositories>): EmbeddedDirectory
  /** The users of a directory service beside it. */
  directoryUsers(embedded: EmbeddedDirectory, service: DirectoryService): DirectoryUsers
  /** Whom identities elsewhere sign in. @param isOfDirectory whether a name is that of a user of a directory service beside it */
  identities(directory: EmbeddedDirectory, isOfDirectory?: (username: string) => Promise<boolean>): Identities
  /** Undefined where no letters are sent. */
  readonly letters: Letters | undefined
  /** Where notices to an address would go. */
  readonly isPrivateAddress: IsPrivateAddress
  /** Operations of an administrator, each in the audit trail. */
  /** @param find the users that the rule of a client is about */
  clientOperations(actor: Actor, find: FindUser): ClientOperations
  accountOperations(directory: EmbeddedDirectory, actor: Actor): AccountOperations
  identityOperations(directory: EmbeddedDirectory, actor: Actor): IdentityOperations
  hostUserOperations(directory: HostUsers, actor: Actor): UserOperations
}

export interface DomainParts {
  readonly configuration: Configuration
  readonly storage: Storage
  /** Root secrets, newest first: the audit trail is keyed by them. */
  readonly secrets: readonly [string, ...string[]]
  /** Whether a node runs that has another one; without it, none does. */
  readonly hasOtherSecrets?: () => Promise<boolean>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly logger: Logger
  /** The command line is not measured. */
  readonly measurements?: Measurements
  /** Whether anybody hands letters over. */
  readonly sendsLetters: boolean
  /** Deliveries have been put into the store: whoever delivers them need not wait for the next round. */
  readonly wake: () => void
}

export function composeDomain(parts: DomainParts): Domain {
  const { configuration, storage, secrets, hasOtherSecrets = async () => false, now, logger, wake } = parts
  const { measurements = UNMEASURED } = parts
  const { lifetimes, logout } = configuration
  const { documents } = storage
  const lost = (error: unknown): void => logger.warn(errorFields(error), 'an audit entry could not be kept yet')
  const egress = egressGuard(logout.allowPrivateAddresses)
  const ending = sessionEnding(storage, lifetimes, { wake }, now)
  const origins = originIndex(documents)
  const backends = backendIndex(documents, storage.clients, now)
  const clientIndexes = allIndexes(origins, backends)
  const uses = clientUses(documents, now)
  const used = appUses(documents, now)
  const letters = parts.sendsLetters ? composeOutbox(parts) : undefined
  const keepsNames = (): Promise<boolean> => hasGatedApp(clients)
  const effects: AccountEffects = {
    end: async (sub) => void (await ending.endEverything(sub)),
    rolesChanged: async (sub) => void (await storage.subjects.changeRoles(sub)),
    keepsNames,
    ...(letters === undefined ? {} : { letters: accountLetters(letters) }),
  }
  const listeners = eventListeners(now, logger)
  const auditKeys = deriveKeys(secrets, 'audit')
  const auditSigner = signer(auditKeys)
  const audit = auditTrail({
    log: storage.audit,
    chain: auditChain(auditKeys),
    refusals: refusalLog(storage.bounded, auditSigner, configuration.audit, now),
    keepDays: configuration.audit.keepDays,
    now,
    report: lost,
    announce: () => void announceHead(audit, logger),
    tell: listeners.tell,
  })
  const passwords = configuredPasswords(signer(deriveKeys(secrets, 'configured-passwords')))
  const knownScopes = Object.keys(scopeClaimsWith(configuration.scopes))
  const clients = measuredClients(
    clientRegistry(
      storage.clients,
      clientIndexes,
      now,
      egress.isPrivateAddress,
      uses.forget,
      knownScopes,
      serviceHosts(configuration),
    ),
    measurements,
  )
  const remembered = consents(documents, now)
  const factors = factorRecords(documents)
  const pauses = signInPauses(storage, now)
  const changed = changesElsewhere(audit)
  const hasConnectorTo: HasConnectorTo = (issuer) =>
    configuration.login.upstreams.some((connector) => connector.issuer === issuer)
  const identitiesIn: Domain['identities'] = (directory, isOfDirectory) =>
    identities({
      documents,
      directory,
      hasPasskey: async (sub) => ((await factors.read(sub))?.passkeys.length ?? 0) > 0,
      hasConnectorTo,
      isOfDirectory,
      changed,
      now,
    })
  const failed = (error: unknown): void => logger.warn(errorFields(error), 'the audit trail could not be verified')
  return {
    audit,
    listeners,
    trail: trailCheck({ ...storage, audit, signer: auditSigner, hasOtherSecrets, now, logger, report: failed }),
    explanations: explanations(storage, now, lost),
    received: receivedRequests(storage.bounded, now, lost),
    egress,
    ending,
    origins,
    backends,
    clientIndexes,
    uses,
    appUses: used,
    dismissals: attentionDismissals(documents, audit, now),
    clients,
    consents: remembered,
    factors,
    pauses,
    hasConnectorTo,
    identities: identitiesIn,
    letters,
    embeddedDirectory: (repositories) => embeddedDirectory(documents, effects, { now, passwords }, repositories),
    directoryUsers: (embedded, service) =>
      directoryUsers({ embedded, service, claims: usernameClaims(documents, keepsNames), changed, now }),
    isPrivateAddress: egress.isPrivateAddress,
    clientOperations: (actor, find) => clientOperations({ clients, audit, ending, storage }, actor, find),
    accountOperations: (directory, actor) =>
      accountOperations(
        {
          directory,
          factors,
          records: storage.records,
          storage,
          consents: remembered,
          appUses: used,
          ending,
          pauses,
          hasConnectorTo,
          audit,
          letters,
        },
        actor,
      ),
    identityOperations: (directory, actor) =>
      identityOperations(
        {
          identities: identitiesIn(directory),
          account: directory.account,
          audit,
          ending,
          notices: letters?.notices,
        },
        actor,
      ),
    hostUserOperations: (directory, actor) => {
      const parts = { storage, ending, audit }
      return userOperations(hostUserChanges(directory, parts, actor), parts, actor)
    },
  }
}
