import { readFileSync } from 'node:fs'
import { composeDomain, type Domain } from '../../compose/domain.ts'
import type { Configuration } from '../../config/configuration.ts'
import { readEnvironment } from '../../config/environment.ts'
import { obtainRootSecret } from '../../config/root-secret.ts'
import type { EmbeddedDirectory } from '../../domain/accounts/embedded-directory.ts'
import type { AccountOperations } from '../../domain/management/account-operations.ts'
import type { ClientOperations } from '../../domain/management/client-operations.ts'
import { SILENT } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import { storageOf } from '../../serve/deployment-storage.ts'
import type { ExitCode, Terminal } from '../terminal/command.ts'

/** The service's store and the operations on it, without the service. A command takes what it needs of it. */
export interface OpenStore
  extends Pick<Domain, 'clients' | 'clientIndexes' | 'factors' | 'audit' | 'explanations' | 'isPrivateAddress'> {
  readonly configuration: Configuration
  /** Root secrets, newest first. */
  readonly secrets: readonly [string, ...string[]]
  readonly storage: Storage
  /** Passphrase of backups. */
  readonly backupSecret: string | undefined
  readonly directory: EmbeddedDirectory
  readonly clientOperations: ClientOperations
  readonly accountOperations: AccountOperations
}

/** How the command line is called in the audit trail. */
export const CLI_ACTOR = 'command line'

/**
 * Opens the store that the variables name, the same as the service's, does the work, and closes it.
 * Notifications that the work causes are left to the service's workers.
 * @param found `empty`: no service has used it, and nothing is made for it but by the work
 */
export async function withStore(
  { env }: Terminal,
  work: (store: OpenStore) => Promise<ExitCode>,
  found: 'in-use' | 'empty' = 'in-use',
): Promise<ExitCode> {
  const { configuration, deployment } = readEnvironment(env, (path) => readFileSync(path, 'utf8'))
  const { dataFolder, redisUrl, backupSecret } = deployment
  const storage = storageOf(deployment)
  const isLocalhost = configuration.baseUrl.startsWith('http:')
  const { secrets } = await obtainRootSecret({
    configured: configuration.secret,
    dataFolder,
    isLocalhost,
    isBesideService: redisUrl !== undefined || found === 'empty',
  })
  const domain = composeDomain({
    configuration,
    storage,
    secrets,
    now: Date.now,
    logger: SILENT,
    // On localhost the reference deployment writes letters to files.
    sendsLetters: configuration.mail.url !== undefined || isLocalhost,
    wake: () => {},
  })
  const directory = domain.embeddedDirectory()
  const actor = { name: CLI_ACTOR }
  try {
    await storage.open()
    return await work({
      ...domain,
      configuration,
      secrets,
      storage,
      backupSecret,
      directory,
      clientOperations: domain.clientOperations(actor, directory.find),
      accountOperations: domain.accountOperations(directory, actor),
    })
  } finally {
    await storage.close()
  }
}
