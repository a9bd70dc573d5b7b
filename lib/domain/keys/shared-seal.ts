import { unavailable } from '../denial-error.ts'
import { DecryptionError, type Seal } from './seal.ts'
import type { SecretRegistry } from './secret-registry.ts'

/** A seal for values that other nodes may have sealed. Throws 503 if only another node's secret can open a value. */
export function sharedSeal(own: Seal, registry: Pick<SecretRegistry, 'isRunning'>): Seal {
  return {
    seal: own.seal,
    async open(sealed, purpose, about) {
      try {
        return await own.open(sealed, purpose, about)
      } catch (error) {
        const id = error instanceof DecryptionError ? error.secretId : undefined
        if (id !== undefined && (await registry.isRunning(id)))
          throw unavailable('not_ready', 'it was sealed under the root secret of another node, which this node lacks')
        throw error
      }
    },
  }
}
