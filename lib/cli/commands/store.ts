import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import { redisStorage } from '../../../adapters/redis/index.ts'
import type { IsPrivateAddress } from '../../../policies/client-registration.ts'
import type { Configuration } from '../../config/configuration.ts'
import { readEnvironment } from '../../config/environment.ts'
import { type Consents, consents } from '../../domain/accounts/consents.ts'
import { type EmbeddedDirectory, embeddedDirectory } from '../../domain/accounts/embedded-directory.ts'
import { type FactorRecords, factorRecords } from '../../domain/accounts/factors/factor-record.ts'
import { type AuditTrail, auditTrail } from '../../domain/audit/audit-trail.ts'
import { type Explanations, explanations } from '../../domain/audit/explanations.ts'
import { originIndex } from '../../domain/clients/origin-index.ts'
import { type ClientRegistry, clientRegistry } from '../../domain/clients/registry.ts'
import { type ClientOperations, clientOperations } from '../../domain/management/client-operations.ts'
import { clientUses } from '../../domain/metrics/client-use.ts'
import { egressGuard } from '../../domain/sessions/egress-guard.ts'
import { type SessionEnding, sessionEnding } from '../../domain/sessions/ending.ts'
import type { Storage } from '../../ports/storage.ts'
import type { ExitCode, Terminal } from '../terminal/command.ts'

/** The service's store and the operations on it, without the service: what a command works with. */
export interface OpenStore {
  readonly configuration: Configuration
  readonly storage: Storage
  readonly clients: ClientRegistry
  /** What a command does to clients, in the audit trail under its name. */
  readonly acts: ClientOperations
  readonly directory: EmbeddedDirectory
  readonly consents: Consents
  readonly factors: FactorRecords
  readonly ending: SessionEnding
  readonly audit: AuditTrail
  readonly explanations: Explanations
  /** Where notices to an address would go (S8). */
  readonly isPrivateAddress: IsPrivateAddress
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
  const now = Date.now
  const ending = sessionEnding(storage, configuration.lifetimes, { wake: () => {} }, now)
  const audit = auditTrail(storage.audit, configuration.audit, now, () => {})
  const { forget } = clientUses(storage.documents, now)
  const { isPrivateAddress } = egressGuard(configuration.logout.allowPrivateAddresses)
  const clients = clientRegistry(storage.clients, originIndex(storage.documents), now, isPrivateAddress, forget)
  try {
    await storage.open()
    return await work({
      configuration,
      storage,
      ending,
      audit,
      isPrivateAddress,
      consents: consents(storage.documents, now),
      factors: factorRecords(storage.documents),
      clients,
      acts: clientOperations(clients, audit, { name: CLI_ACTOR }),
      directory: embeddedDirectory(
        storage.documents,
        async (sub) => {
          await ending.endEverything(sub)
        },
        now,
      ),
      explanations: explanations(storage.records, () => {}),
    })
  } finally {
    await storage.close()
  }
}
