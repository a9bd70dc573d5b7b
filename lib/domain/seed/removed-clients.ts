import type { DocumentStore } from '../../ports/documents.ts'

const COLLECTION = 'left-clients'
const LEFT = 'left'

/** Clients removed from the configuration. Nodes that still have an older configuration must not treat them as lost. */
export type RemovedClients = ReturnType<typeof removedClients>

export function removedClients(documents: DocumentStore) {
  return {
    /** Call this before the removal, so that no node treats the client as lost. */
    async note(clientId: string): Promise<void> {
      await documents.replace(COLLECTION, clientId, undefined, LEFT)
    },
    /** Call this if the client is in the configuration of a node that is starting. */
    async forget(clientId: string): Promise<void> {
      await documents.replace(COLLECTION, clientId, LEFT, undefined)
    },
    has: async (clientId: string): Promise<boolean> => (await documents.read(COLLECTION, clientId)) !== undefined,
  }
}
