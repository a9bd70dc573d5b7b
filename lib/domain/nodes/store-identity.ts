/**
 * What the store says of itself: whose it is, and in which format it is written. It is read before anything else is done with a store,
 * so that a service that is not its own writes nothing into it.
 */
import { foreignIssuerError, newerFormatError } from '../../config/foreign-data.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { Logger } from '../../ports/logger.ts'
import { changeDocument, readDocument } from '../documents.ts'
import { FORMATS, type FormatInUse, writeRecord } from '../stored-record.ts'

export interface StoreIdentity {
  /**
   * Of a store that nobody has used, makes it this service's own.
   * @param whose `anybodys`: as it is, whosever it is
   * @throws ConfigError when it is another service's, or written in a format of a later release; StoreUnavailable
   */
  enter(whose?: 'own' | 'anybodys'): Promise<void>
  /** Reads the format again: another node, or the command line, may have raised it. */
  look(): Promise<void>
  readonly format: FormatInUse
  /** `newer`: the store has been raised to a format of a later release since this process started. */
  check(): 'ok' | 'newer'
}

const COLLECTION = 'service'
const ISSUER = 'issuer'
const FORMAT = 'format'
/** A service that has run has one of these (domain/keys); releases before format 3 left no issuer. */
const KEYS = ['signing', 'external'] as const

interface Issuer {
  readonly issuer: string
}
interface Format {
  readonly format: number
}

/** The issuer whose store it is; `unsaid`: a service has used it that did not say. Undefined: none has. */
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

/** The format that a store is written in. */
export async function readFormat(documents: Pick<DocumentStore, 'read'>): Promise<number> {
  const found = await readDocument<Format>(documents, COLLECTION, FORMAT)
  return found?.format ?? FORMATS.former
}

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
export function storeIdentity(documents: DocumentStore, issuer: string, logger: Logger): StoreIdentity {
  let format: number = FORMATS.former
  let entered = false

  const claim = (): Promise<unknown> =>
    changeDocument<Issuer>(documents, COLLECTION, ISSUER, async (found) => {
      if (found !== undefined && found.issuer !== issuer) throw foreignIssuerError(issuer, found.issuer)
      if (found !== undefined) return 'keep'
      // An older release may still run on a store that it has used. One that comes back empty goes on as it was.
      if (entered || !(await hasKeys(documents))) await raiseFormat(documents, entered ? format : FORMATS.newest)
      return { issuer }
    })
  return {
    async enter(whose = 'own') {
      if (whose === 'own') await claim()
      format = await readFormat(documents)
      if (format > FORMATS.newest) throw newerFormatError(format, FORMATS)
      entered = true
    },
    async look() {
      const before = format
      format = await readFormat(documents)
      if (format === before) return
      if (format > FORMATS.newest)
        logger.error(
          { code: 'version-drift', format, reads: FORMATS.newest },
          'the store has been raised to the format of a later release: this node is not ready any more, and has to be replaced',
        )
      else logger.info({ format }, 'the store is written in another format from now on')
    },
    format: () => Math.min(format, FORMATS.newest),
    check: () => (format > FORMATS.newest ? 'newer' : 'ok'),
  }
}
