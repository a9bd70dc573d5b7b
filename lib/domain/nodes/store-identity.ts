/** The store's issuer and format, read before any write, so that Portico never writes to another issuer's store. */
import { newerFormatError, otherIssuerError } from '../../config/store-mismatch.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { Logger } from '../../ports/logger.ts'
import { changeDocument, readDocument } from '../documents.ts'
import { STORE_FORMAT, writeRecord } from '../stored-record.ts'

export type StoreIdentity = ReturnType<typeof storeIdentity>

const COLLECTION = 'service'
const ISSUER = 'issuer'
const FORMAT = 'format'
/** A store in use contains at least one of these documents (domain/keys), even if a restore has dropped its issuer. */
const KEYS = ['signing', 'external'] as const

interface Issuer {
  readonly issuer: string
}
interface Format {
  readonly format: number
}

/** The store's issuer; undefined if the store is unused. `unsaid`: not set since the store was restored. */
export async function issuerOf(
  documents: Pick<DocumentStore, 'read'>,
): Promise<{ readonly issuer: string | 'unsaid' } | undefined> {
  const found = await readDocument<Issuer>(documents, COLLECTION, ISSUER)
  return found ?? ((await hasKeys(documents)) ? { issuer: 'unsaid' } : undefined)
}

async function hasKeys(documents: Pick<DocumentStore, 'read'>): Promise<boolean> {
  const keys = await Promise.all(KEYS.map((id) => documents.read('keys', id)))
  return keys.some((text) => text !== undefined)
}

/** The store's format; undefined if the store is unused. */
export const readFormat = async (documents: Pick<DocumentStore, 'read'>): Promise<number | undefined> =>
  (await readDocument<Format>(documents, COLLECTION, FORMAT))?.format

/** Once the format is raised, releases that do not support it will refuse to start. */
export async function raiseFormat(documents: DocumentStore, format: number): Promise<void> {
  await changeDocument<Format>(documents, COLLECTION, FORMAT, (found) =>
    found !== undefined && found.format >= format ? 'keep' : { format },
  )
}

/** Assigns the store to a different issuer URL. @returns `changed` if another process did so at the same time */
export async function moveIssuer(documents: DocumentStore, issuer: string): Promise<'replaced' | 'changed'> {
  const text = await documents.read(COLLECTION, ISSUER)
  return documents.replace(COLLECTION, ISSUER, text, writeRecord({ issuer }))
}

/** @param issuer this service's issuer */
export function storeIdentity(documents: DocumentStore, issuer: string, logger: Logger) {
  let format: number = STORE_FORMAT
  let entered = false

  const claim = (): Promise<unknown> =>
    changeDocument<Issuer>(documents, COLLECTION, ISSUER, async (found) => {
      if (found !== undefined && found.issuer !== issuer) throw otherIssuerError(issuer, found.issuer)
      if (found !== undefined) return 'keep'
      // If the store comes back empty, write the same format again. A restored store keeps the format from its backup.
      if (entered || !(await hasKeys(documents))) await raiseFormat(documents, format)
      return { issuer }
    })
  return {
    /**
     * Claims an unused store for this issuer.
     * @param whose `any` neither claims the store nor checks its issuer
     * @throws ConfigError if the store belongs to a different issuer or has a newer release's format; StoreUnavailable
     */
    async enter(whose: 'own' | 'any' = 'own'): Promise<void> {
      if (whose === 'own') await claim()
      format = (await readFormat(documents)) ?? format
      if (format > STORE_FORMAT) throw newerFormatError(format, STORE_FORMAT)
      entered = true
    },
    /** Rereads the format, because another node or the command line may have raised it. */
    async look(): Promise<void> {
      const before = format
      format = (await readFormat(documents)) ?? format
      if (format === before) return
      if (format > STORE_FORMAT)
        logger.error(
          { code: 'store-format-newer', format, reads: STORE_FORMAT },
          'store was upgraded to a newer format; this node is not ready and must be upgraded',
        )
      else logger.info({ code: 'store-format-changed', format }, 'store format changed')
    },
    /** `newer`: since this process started, the store has been upgraded to a newer release's format. */
    check: (): 'ok' | 'newer' => (format > STORE_FORMAT ? 'newer' : 'ok'),
  }
}
