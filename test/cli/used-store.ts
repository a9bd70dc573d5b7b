import { storeIdentity } from '../../lib/domain/nodes/store-identity.ts'
import type { Storage } from '../../lib/index.ts'
import { SILENT } from '../../lib/ports/logger.ts'

/** An open store becomes one that a service has used, as the start of a service makes it. */
export const usedBy = (storage: Storage, issuer = 'http://localhost:3000'): Promise<void> =>
  storeIdentity(storage.documents, issuer, SILENT).enter()
