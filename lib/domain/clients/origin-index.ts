import { clientOrigins } from '../../../policies/cors.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { type ClientIndex, clientIndex } from './client-index.ts'

/**
 * Which web origins belong to a public client: a preflight names no client, so this is all that can be checked. An entry that
 * has outlived its client allows nothing, because the answer itself is checked against the client's own list.
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
