import type { DocumentStore } from '../../ports/documents.ts'

const COLLECTION = 'left-clients'
const LEFT = 'left'

/**
 * Clients that have left the configuration. While nodes are given a newer one, those with the older still expect such a
 * client, and must not take it for lost.
 */
export type RemovedClients = ReturnType<typeof removedClients>

export function removedClients(documents: DocumentStore) {
  return {
    /** Before the client is removed, so that nobody finds it missing without a reason. */
    async note(clientId: string): Promise<void> {
      await documents.replace(COLLECTION, clientId, undefined, LEFT)
    },
    /** It is in the configuration of a node that starts. */
    async forget(clientId: string): Promise<void> {
      await documents.replace(COLLECTION, clientId, LEFT, undefined)
    },
    has: async (clientId: string): Promise<boolean> => (await documents.read(COLLECTION, clientId)) !== undefined,
  }
}
