import type { DocumentStore } from '../../ports/documents.ts'

const COLLECTION = 'left-clients'
const LEFT = 'left'

/**
 * Clients that have left the configuration. While nodes are given a newer one, those with the older still expect such a
 * client, and must not take it for lost.
 */
export interface RemovedClients {
  /** Before the client is removed, so that nobody finds it missing without a reason. */
  note(clientId: string): Promise<void>
  /** It is in the configuration of a node that starts. */
  forget(clientId: string): Promise<void>
  has(clientId: string): Promise<boolean>
}

export function removedClients(documents: DocumentStore): RemovedClients {
  return {
    async note(clientId) {
      await documents.replace(COLLECTION, clientId, undefined, LEFT)
    },
    async forget(clientId) {
      await documents.replace(COLLECTION, clientId, LEFT, undefined)
    },
    has: async (clientId) => (await documents.read(COLLECTION, clientId)) !== undefined,
  }
}
