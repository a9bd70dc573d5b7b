import { foreignDataError } from '../../config/foreign-data.ts'
import { readKeyDocument } from '../../domain/keys/key-document.ts'
import { DecryptionError, type Seal } from '../../domain/keys/seal.ts'
import type { DocumentStore } from '../../ports/documents.ts'

/**
 * With another root secret than the service's the audit trail would be keyed by one that the service does not have. The signing keys
 * are sealed under the service's; where they are kept elsewhere, their public halves are.
 * @param count how many secrets are tried
 * @throws ConfigError
 */
export async function assertSameSecret(
  documents: Pick<DocumentStore, 'read'>,
  sealer: Seal,
  count: number,
): Promise<void> {
  const [signing, external] = await Promise.all(['signing', 'external'].map((id) => documents.read('keys', id)))
  try {
    if (signing !== undefined) await readKeyDocument(signing, sealer)
    if (external !== undefined) await sealer.open(external, 'external-keys')
  } catch (error) {
    throw error instanceof DecryptionError ? foreignDataError(count, { from: 'env', name: 'PORTICO_SECRET' }) : error
  }
}
