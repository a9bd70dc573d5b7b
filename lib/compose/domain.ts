/** Domain services that the server and the command line share. They do not depend on HTTP. */
import type { HasConnectorTo } from '../domain/accounts/account-record.ts'
import { configuredPasswords } from '../domain/accounts/configured-passwords.ts'
import { consents } from '../domain/accounts/consents.ts'
import { type DirectoryService, directoryUsers } from '../domain/accounts/directory-users.ts'
import type { AccountEffects } from '../domain/accounts/embedded-change.ts'
import { type EmbeddedDirectory, embeddedDirectory } from '../domain/accounts/embedded-directory.ts'
import { factorRecords } from '../domain/accounts/factors/factor-record.ts'
import type { SecondFactorRepositories } from '../domain/accounts/factors/second-factors.ts'
import { hashForms } from '../domain/accounts/hash-forms.ts'
import type { HostUsers } from '../domain/accounts/host-users.ts'
import { identities } from '../domain/accounts/identities.ts'
import { signInLockouts } from '../domain/accounts/sign-in-lockouts.ts'
import { signInPauses } from '../domain/accounts/sign-in-pauses.ts'
import { usernameClaims } from '../domain/accounts/username-claims.ts'
import { hasGatedApp } from '../domain/clients/client-pages.ts'
import { deriveKeys } from '../domain/keys/derived-keys.ts'
import { signer } from '../domain/keys/signer.ts'
import { externalChanges } from '../domain/management/account-changes.ts'
import { accountOperations } from '../domain/management/account-operations.ts'
import type { Actor } from '../domain/management/account-result.ts'
import { attentionDismissals } from '../domain/management/attention-dismissals.ts'
import { clientOperations } from '../domain/management/client-operations.ts'
import { hostUserChanges } from '../domain/management/host-user-changes.ts'
import { identityOperations } from '../domain/management/identity-operations.ts'
import type { FindUser } from '../domain/management/lost-access.ts'
import type { Noted } from '../domain/management/offboarding-record.ts'
import { userOperations } from '../domain/management/user-operations.ts'
import { appUses } from '../domain/metrics/app-use.ts'
import { storedPictures } from '../domain/pictures.ts'
import { sessionEnding } from '../domain/sessions/ending.ts'
import { userImport } from '../domain/transfer/user-import.ts'
import type { Measurements } from '../ports/measurements.ts'
import type { Audit, AuditParts } from './audit.ts'
import { type Clients, composeClients } from './clients.ts'
import { accountEmails, composeOutbox } from './outbox.ts'

export type Domain = ReturnType<typeof composeDomain>

export interface DomainParts extends AuditParts {
  readonly measurements?: Measurements
  /** Whether emails can be sent. */
  readonly sendsEmails: boolean
  /** Wakes the delivery worker after new deliveries are stored, so that it sends them without delay. */
  readonly wake: () => void
}

export function composeDomain(parts: DomainParts, { audit }: Pick<Audit, 'audit'>) {
  const clients = composeClients(parts, parts.measurements)
  const records = composeRecords(parts)
  const directories = composeDirectories(parts, audit, clients, records)
  return {
    ...clients,
    ...records,
    ...directories,
    dismissals: attentionDismissals(parts.storage.documents, audit, parts.now),
    ...composeOperations(parts, audit, clients, records, directories),
  }
}

type Records = ReturnType<typeof composeRecords>

/** Services that store and delete data about users. */
function composeRecords(parts: DomainParts) {
  const { configuration, storage, now, wake } = parts
  const { documents } = storage
  const hasConnectorTo: HasConnectorTo = (issuer) =>
    configuration.login.upstreams.some((connector) => connector.issuer === issuer)
  const lockouts = signInLockouts(storage, now)
  return {
    ending: sessionEnding(storage, configuration.lifetimes, { wake }, now),
    /** Undefined if no emails are sent. */
    emails: parts.sendsEmails ? composeOutbox(parts, wake) : undefined,
    factors: factorRecords(documents),
    lockouts,
    pauses: signInPauses(storage, lockouts, now),
    consents: consents(documents, now),
    appUses: appUses(documents, now),
    pictures: storedPictures(documents),
    hasConnectorTo,
  }
}

/** The embedded directory and the directories used alongside it. */
function composeDirectories(
  { secrets, storage, now }: DomainParts,
  audit: Audit['audit'],
  { clients }: Clients,
  { ending, emails, factors, hasConnectorTo }: Records,
) {
  const { documents } = storage
  const passwords = configuredPasswords(signer(deriveKeys(secrets, 'configured-passwords')))
  const keepsNames = (): Promise<boolean> => hasGatedApp(clients)
  const changed = externalChanges(audit)
  const effects: Omit<AccountEffects, 'end'> = {
    rolesChanged: async (sub) => void (await storage.subjects.changeRoles(sub)),
    keepsNames,
    ...(emails === undefined ? {} : { emails: accountEmails(emails) }),
  }
  return {
    /**
     * @param repositories second-factor repositories; without them, the directory supports only passwords
     * @param noted called with the sessions that a change ends
     */
    embeddedDirectory: (repositories?: Required<SecondFactorRepositories>, noted?: Noted) => {
      const end = async (sub: string): Promise<void> => void (await ending.endEverything(sub, noted))
      return embeddedDirectory(documents, { ...effects, end }, { now, passwords, hasConnectorTo }, repositories)
    },
    /** Users from an LDAP directory used alongside the embedded one. */
    directoryUsers: (embedded: EmbeddedDirectory, service: DirectoryService) =>
      directoryUsers({ embedded, service, claims: usernameClaims(documents, keepsNames), changed, now }),
    /** Links between external identities and accounts. @param isOfDirectory whether an LDAP user has the username */
    identities: (directory: EmbeddedDirectory, isOfDirectory?: (username: string) => Promise<boolean>) =>
      identities({
        documents,
        directory,
        hasPasskey: async (sub) => ((await factors.read(sub))?.passkeys.length ?? 0) > 0,
        hasConnectorTo,
        isOfDirectory,
        changed,
        now,
      }),
  }
}

/** Operations for administrators. Each writes an audit entry. */
function composeOperations(
  { storage, now }: DomainParts,
  audit: Audit['audit'],
  { clients }: Clients,
  records: Records,
  { identities }: ReturnType<typeof composeDirectories>,
) {
  const { ending, emails, pauses, pictures } = records
  return {
    /** @param find looks up the users who are affected when a client's access rule changes */
    clientOperations: (actor: Actor, find: FindUser) =>
      clientOperations({ clients, audit, pictures, ending, storage, now }, actor, find),
    accountOperations: (directory: EmbeddedDirectory, actor: Actor) =>
      accountOperations({ ...records, directory, storage, records: storage.records, audit, now }, actor),
    userImport: (directory: EmbeddedDirectory, actor: Actor) =>
      userImport(
        {
          ...{ directory, audit, emails, now, records: storage.records },
          identities: identities(directory),
          forms: hashForms(storage.documents, now),
        },
        actor,
      ),
    identityOperations: (directory: EmbeddedDirectory, actor: Actor) =>
      identityOperations(
        {
          identities: identities(directory),
          account: directory.account,
          audit,
          ending,
          notices: emails?.notices,
        },
        actor,
      ),
    hostUserOperations: (directory: HostUsers, actor: Actor) =>
      userOperations(
        hostUserChanges(directory, { storage, ending, audit, now }, actor),
        { storage, ending, audit, pauses, now },
        actor,
      ),
  }
}
