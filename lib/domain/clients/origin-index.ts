import { clientOrigins } from '../../../policies/cors.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { clientIndex } from './client-index.ts'

/**
 * Web origins of public clients: a preflight names no client, so only the origin can be checked. An outdated entry
 * allows nothing, because the response itself is checked against the client's list.
 */
export function originIndex(documents: DocumentStore) {
  const index = clientIndex(documents, 'origins', ({ type, redirectUris }) =>
    type === 'public' ? clientOrigins(redirectUris) : [],
  )
  return {
    ...index,
    has: async (origin: string): Promise<boolean> => origin.length <= 300 && (await index.has(origin)),
  }
}
