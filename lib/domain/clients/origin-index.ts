import { clientOrigins } from '../../../policies/cors.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { type ClientIndex, clientIndex } from './client-index.ts'

/**
 * Web origins of public clients: a preflight names no client, so only the origin can be checked. An outdated entry
 * allows nothing, because the response itself is checked against the client's list.
 */
export interface OriginIndex extends ClientIndex {
  has(origin: string): Promise<boolean>
}

export function originIndex(documents: DocumentStore): OriginIndex {
  const index = clientIndex(documents, 'origins', ({ type, redirectUris }) =>
    type === 'public' ? clientOrigins(redirectUris) : [],
  )
  return { ...index, has: async (origin) => origin.length <= 300 && (await index.has(origin)) }
}
