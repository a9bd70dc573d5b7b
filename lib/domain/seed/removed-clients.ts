import type { DocumentStore } from '../../ports/documents.ts'

const COLLECTION = 'left-clients'
const LEFT = 'left'

/** Clients removed from the configuration: nodes with the older configuration must not treat them as lost. */
export type RemovedClients = ReturnType<typeof removedClients>

export function removedClients(documents: DocumentStore) {
  return {
    /** Must precede the removal, so that no node treats the client as lost. */
    async note(clientId: string): Promise<void> {
      await documents.replace(COLLECTION, clientId, undefined, LEFT)
    },
    /** The client is in the configuration of a starting node. */
    async forget(clientId: string): Promise<void> {
      await documents.replace(COLLECTION, clientId, LEFT, undefined)
    },
    has: async (clientId: string): Promise<boolean> => (await documents.read(COLLECTION, clientId)) !== undefined,
  }
}
