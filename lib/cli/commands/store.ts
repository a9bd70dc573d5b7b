import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Audit, composeAudit } from '../../compose/audit.ts'
import { composeDomain, type Domain } from '../../compose/domain.ts'
import { composeOffboarding, type Offboarding } from '../../compose/offboarding.ts'
import type { Configuration, Deployment } from '../../config/configuration.ts'
import { readEnvironment } from '../../config/environment.ts'
import { systemErrorCode } from '../../config/issues/system-error.ts'
import { obtainRootSecret } from '../../config/root-secret.ts'
import { undecryptableDataError } from '../../config/store-mismatch.ts'
import type { EmbeddedDirectory } from '../../domain/accounts/embedded-directory.ts'
import { serviceAddress } from '../../domain/clients/gate.ts'
import { readKeyDocument } from '../../domain/keys/key-document.ts'
import type { KeyRing } from '../../domain/keys/key-ring.ts'
import { DecryptionError, type Seal, seal } from '../../domain/keys/seal.ts'
import type { AccountOperations } from '../../domain/management/account-operations.ts'
import type { ClientOperations } from '../../domain/management/client-operations.ts'
import type { IdentityOperations } from '../../domain/management/identity-operations.ts'
import { issuerOf, storeIdentity } from '../../domain/nodes/store-identity.ts'
import { assertRestored } from '../../domain/seed/restore-marker.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { SILENT } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import { dataFileOf, serverUrlOf, storageOf } from '../../serve/deployment-storage.ts'
import { type ExitCode, Refused, type Terminal } from '../terminal/command.ts'

/** The store and the operations on it, without a running service. Each command uses only the members it needs. */
export interface OpenStore
  extends Pick<
      Domain,
      'clients' | 'clientIndexes' | 'factors' | 'identities' | 'isPrivateAddress' | 'pauses' | 'pictures'
    >,
    Pick<Audit, 'audit' | 'explanations'> {
  readonly configuration: Configuration
  /** Host and port of the service on this machine. */
  readonly service: string
  /** Root secrets, newest first. */
  readonly secrets: readonly [string, ...string[]]
  readonly storage: Storage
  /** The store's location, for messages. */
  readonly where: string
  /** Passphrase for backups. */
  readonly backupSecret: string | undefined
  readonly directory: EmbeddedDirectory
  readonly clientOperations: ClientOperations
  readonly accountOperations: AccountOperations
  readonly identityOperations: IdentityOperations
  /** @param signing undefined: a running node signs the receipts */
  readonly offboarding: (signing?: KeyRing) => Offboarding
}

/** How the command line appears as an actor in the audit log. */
export const CLI_ACTOR = 'command line'

/** Error for an unused store, usually caused by wrong environment variables. @param where the store's location */
const unused = (where: string): Refused =>
  new Refused(
    `no service has used ${where}\n` +
      '  The command line needs the same variables as the service: DATABASE_URL, REDIS_URL, or PORTICO_DATA; BASE_URL, PORTICO_SECRET.\n' +
      '  Start the service first, or use --new-store to prepare a store before the first start.',
  )

/** Ignores all other errors, because opening the file will report them. */
function isMissing(file: string): boolean {
  try {
    statSync(file)
    return false
  } catch (error) {
    return systemErrorCode(error) === 'ENOENT'
  }
}

/** The store, and its location for messages. @throws Refused if there is no file and `mayBeNew` is false */
async function placeOf(deployment: Deployment, mayBeNew: boolean) {
  const storage = await storageOf(deployment, mayBeNew ? 'create' : 'expect')
  const file = dataFileOf(deployment)
  const url = serverUrlOf(deployment)
  if (url !== undefined) {
    const { host } = new URL(url.replace(/,[^/]*/, ''))
    return { storage, where: `the store in ${deployment.redisUrl === undefined ? 'PostgreSQL' : 'Redis'} at ${host}` }
  }
  const where = file === undefined ? 'the store in memory' : `the embedded store ${resolve(file)}`
  // Opening a missing file would create it.
  if (!mayBeNew && (file === undefined || isMissing(file))) throw unused(where)
  return { storage, where }
}

/**
 * Opens the store that the environment variables configure, runs `work`, and closes the store. Sends no
 * notifications; the workers on the running nodes do.
 * @param found `empty`: the store is unused, and only `work` writes to it; `moving`: its base URL may differ
 * @throws Refused if the store is unused
 * @throws ConfigError if the store belongs to another service or uses a different root secret
 */
export async function withStore(
  { env, mayBeNew = false }: Terminal,
  work: (store: OpenStore) => Promise<ExitCode>,
  found: 'in-use' | 'moving' | 'empty' = 'in-use',
): Promise<ExitCode> {
  const { configuration, deployment } = readEnvironment(env)
  const { storage, where } = await placeOf(deployment, mayBeNew || found === 'empty')
  try {
    const base = new URL(configuration.baseUrl)
    const isLocalhost = base.protocol === 'http:'
    const { secrets } = await obtainRootSecret({
      configured: configuration.secret,
      dataFolder: deployment.dataFolder,
      isLocalhost,
      isBesideService: !mayBeNew || found === 'empty' || serverUrlOf(deployment) !== undefined,
    })
    await storage.open().catch((error: unknown) => {
      throw error instanceof StoreUnavailable && error.reason === 'UNUSED' ? unused(where) : error
    })
    const identity = storeIdentity(storage.documents, configuration.baseUrl, SILENT)
    if (found !== 'empty') {
      await assertRestored(storage.documents)
      if (!mayBeNew && (await issuerOf(storage.documents)) === undefined) throw unused(where)
      await identity.enter(found === 'moving' ? 'any' : 'own')
      await assertSameSecret(storage.documents, seal(secrets), secrets.length)
    }
    const parts = {
      configuration,
      storage,
      secrets,
      now: Date.now,
      logger: SILENT,
      // On localhost, the reference deployment writes emails to files.
      sendsEmails: configuration.mail.url !== undefined || isLocalhost,
      wake: () => {},
    }
    const audit = composeAudit(parts)
    const domain = composeDomain(parts, audit)
    const directory = domain.embeddedDirectory()
    const actor = { name: CLI_ACTOR }
    return await work({
      ...domain,
      ...audit,
      configuration,
      service: serviceAddress(deployment.host, Number((isLocalhost && base.port) || deployment.port)),
      secrets,
      storage,
      where,
      backupSecret: deployment.backupSecret,
      directory,
      clientOperations: domain.clientOperations(actor, directory.find),
      accountOperations: domain.accountOperations(directory, actor),
      identityOperations: domain.identityOperations(directory, actor),
      offboarding: (signing) =>
        composeOffboarding({ ...parts, domain, audit: audit.audit, sealer: seal(secrets), signing, users: 'embedded' }),
    })
  } finally {
    await storage.close()
  }
}

/**
 * With a different root secret, this command would write audit entries that Portico cannot verify. To check the secret,
 * it decrypts the stored signing keys or, if an external signer holds the private keys, the stored public keys.
 * @param count number of secrets to try
 * @throws ConfigError
 */
async function assertSameSecret(documents: Pick<DocumentStore, 'read'>, sealer: Seal, count: number): Promise<void> {
  const [signing, external] = await Promise.all(['signing', 'external'].map((id) => documents.read('keys', id)))
  try {
    if (signing !== undefined) await readKeyDocument(signing, sealer)
    if (external !== undefined) await sealer.open(external, 'external-keys')
  } catch (error) {
    throw error instanceof DecryptionError
      ? undecryptableDataError(count, { from: 'env', name: 'PORTICO_SECRET' })
      : error
  }
}
