/**
 * What the store says of itself: whose it is, and in which format it is written. It is read before anything else is done with a store,
 * so that a service that is not its own writes nothing into it.
 */
import { foreignIssuerError, newerFormatError } from '../../config/foreign-data.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { Logger } from '../../ports/logger.ts'
import { changeDocument, readDocument } from '../documents.ts'
import { STORE_FORMAT, writeRecord } from '../stored-record.ts'

export type StoreIdentity = ReturnType<typeof storeIdentity>

const COLLECTION = 'service'
const ISSUER = 'issuer'
const FORMAT = 'format'
/** A service that has run has one of these (domain/keys). A restore with a new issuer leaves them, and no issuer. */
const KEYS = ['signing', 'external'] as const

interface Issuer {
  readonly issuer: string
}
interface Format {
  readonly format: number
}

/** The issuer that the store belongs to; `unsaid`: it was restored for a service that has not started yet. Undefined: none has used it. */
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

/** The format of the store; undefined for a store that no service has used. */
export const readFormat = async (documents: Pick<DocumentStore, 'read'>): Promise<number | undefined> =>
  (await readDocument<Format>(documents, COLLECTION, FORMAT))?.format

/** From then on releases that do not read this format are refused. */
export async function raiseFormat(documents: DocumentStore, format: number): Promise<void> {
  await changeDocument<Format>(documents, COLLECTION, FORMAT, (found) =>
    found !== undefined && found.format >= format ? 'keep' : { format },
  )
}

/** Gives the store to the service at another address. @returns `changed` when somebody else did so at the same moment */
export async function moveIssuer(documents: DocumentStore, issuer: string): Promise<'replaced' | 'changed'> {
  const text = await documents.read(COLLECTION, ISSUER)
  return documents.replace(COLLECTION, ISSUER, text, writeRecord({ issuer }))
}

/** @param issuer of this service */
export function storeIdentity(documents: DocumentStore, issuer: string, logger: Logger) {
  let format: number = STORE_FORMAT
  let entered = false

  const claim = (): Promise<unknown> =>
    changeDocument<Issuer>(documents, COLLECTION, ISSUER, async (found) => {
      if (found !== undefined && found.issuer !== issuer) throw foreignIssuerError(issuer, found.issuer)
      if (found !== undefined) return 'keep'
      // A store that comes back empty goes on as it was, and one that was restored as it was backed up.
      if (entered || !(await hasKeys(documents))) await raiseFormat(documents, format)
      return { issuer }
    })
  return {
    /**
     * Of a store that nobody has used, makes it this service's own.
     * @param whose `anybodys`: as it is, whosever it is
     * @throws ConfigError when it is another service's, or written in a format of a later release; StoreUnavailable
     */
    async enter(whose: 'own' | 'anybodys' = 'own'): Promise<void> {
      if (whose === 'own') await claim()
      format = (await readFormat(documents)) ?? format
      if (format > STORE_FORMAT) throw newerFormatError(format, STORE_FORMAT)
      entered = true
    },
    /** Reads the format again: another node, or the command line, may have raised it. */
    async look(): Promise<void> {
      const before = format
      format = (await readFormat(documents)) ?? format
      if (format === before) return
      if (format > STORE_FORMAT)
        logger.error(
          { code: 'version-drift', format, reads: STORE_FORMAT },
          'the store has been raised to the format of a later release: this node is not ready any more, and has to be replaced',
        )
      else logger.info({ format }, 'the store is written in another format from now on')
    },
    /** `newer`: the store has been raised to a format of a later release since this process started. */
    check: (): 'ok' | 'newer' => (format > STORE_FORMAT ? 'newer' : 'ok'),
  }
}
