import type { AccountSettings } from '../../config/configuration.ts'
import { ConfigError, type ConfigIssue } from '../../config/issues/config-error.ts'
import { errorFields, type Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { ClientIndex } from '../clients/client-index.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import { DecryptionError } from '../keys/seal.ts'
import type { RemovedClients } from './removed-clients.ts'
import { removeFormerClients, type StaticClient, type StaticClientIssue, upsertClients } from './static-clients.ts'

export interface FillParts {
  readonly storage: Storage
  readonly keys: KeyRing
  readonly indexes: ClientIndex
  readonly removed: RemovedClients
  /** Clients from the configuration, plus Portico's own. */
  readonly staticClients: readonly StaticClient[]
  /** Adds to each client issue the place in the configuration that it refers to. */
  readonly configIssues: (issues: readonly StaticClientIssue[]) => readonly ConfigIssue[]
  readonly accounts: readonly AccountSettings[]
  readonly embedded: EmbeddedDirectory | undefined
  readonly now: () => number
  readonly logger: Logger
  /** Announces the root secrets to other nodes once they are known to match the store. */
  readonly announce: () => Promise<void>
  /** The error to throw if the keys in the store were sealed with a different root secret. */
  readonly notDecrypted: () => Error
  /** Called with the clients that must be in the store from now on. */
  readonly expect: (clientIds: readonly string[]) => void
}

/** Writes keys, clients and accounts to the store. `again`: the store has lost its data. */
export function fillStore(parts: FillParts): (when: 'first' | 'again') => Promise<void> {
  const { storage, keys, indexes, removed, staticClients, accounts, embedded, now, logger } = parts
  return async (when) => {
    await keys.refresh().catch((error: unknown) => {
      throw error instanceof DecryptionError ? parts.notDecrypted() : error
    })
    await parts.announce()
    // After data loss, any other clients were added by a node that may have a newer configuration, so keep them.
    if (when === 'first') await removeFormerClients(storage.clients, indexes, removed, staticClients)
    const gone = await Promise.all(staticClients.map(({ clientId }) => removed.has(clientId)))
    const wanted = staticClients.filter((_, index) => gone[index] === false)
    const conflicts = await upsertClients(storage.clients, indexes, wanted, now)
    if (conflicts.length > 0) {
      const error = new ConfigError(parts.configIssues(conflicts))
      if (when === 'first') throw error
      logger.error({ code: 'client-conflict', ...errorFields(error) }, 'failed to re-register a configured client')
    }
    await embedded?.adopt(accounts)
    const refused = new Set(conflicts.map(({ clientId }) => clientId))
    parts.expect(wanted.map(({ clientId }) => clientId).filter((clientId) => !refused.has(clientId)))
  }
}
