import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import { redisStorage } from '../../../adapters/redis/index.ts'
import { composeDomain, type Domain } from '../../compose/domain.ts'
import type { Configuration } from '../../config/configuration.ts'
import { readEnvironment } from '../../config/environment.ts'
import type { EmbeddedDirectory } from '../../domain/accounts/embedded-directory.ts'
import type { ClientOperations } from '../../domain/management/client-operations.ts'
import { SILENT } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import type { ExitCode, Terminal } from '../terminal/command.ts'

/** The service's store and the operations on it, without the service: what a command works with. */
export interface OpenStore extends Domain {
  readonly configuration: Configuration
  readonly storage: Storage
  /** What a command does to clients, in the audit trail under its name. */
  readonly acts: ClientOperations
  readonly directory: EmbeddedDirectory
}

/** Name under which the command line stands in the audit trail. */
export const CLI_ACTOR = 'command line'

/**
 * Opens the store that the variables name, the same as the service's, does the work, and closes it.
 * Notifications that the work causes are left to the service's workers.
 */
export async function withStore({ env }: Terminal, work: (store: OpenStore) => Promise<ExitCode>): Promise<ExitCode> {
  const { configuration, deployment } = readEnvironment(env, (path) => readFileSync(path, 'utf8'))
  const storage =
    deployment.redisUrl === undefined
      ? embeddedStorage(
          deployment.dataFolder === ':memory:' ? {} : { file: join(deployment.dataFolder, 'portico.sqlite') },
        )
      : redisStorage(deployment.redisUrl)
  const domain = composeDomain({ configuration, storage, now: Date.now, logger: SILENT, wake: () => {} })
  try {
    await storage.open()
    const acts = domain.clientOperations({ name: CLI_ACTOR })
    return await work({ ...domain, configuration, storage, acts, directory: domain.embeddedDirectory() })
  } finally {
    await storage.close()
  }
}
