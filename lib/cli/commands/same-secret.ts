import { foreignDataError } from '../../config/foreign-data.ts'
import { readKeyDocument } from '../../domain/keys/key-document.ts'
import { DecryptionError, type Seal } from '../../domain/keys/seal.ts'
import type { DocumentStore } from '../../ports/documents.ts'

/**
 * With another root secret, this command would write audit entries that Portico cannot verify. The signing keys are
 * sealed under Portico's secret; with an external signer, their public halves are.
 * @param count number of secrets that are tried
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
