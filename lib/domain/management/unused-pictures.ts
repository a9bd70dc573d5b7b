import { errorFields, type Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import { storedClientPages } from '../clients/client-pages.ts'
import { repeatedJob } from '../in-time.ts'
import { documentPages, pagesOf } from '../pages-of.ts'
import { PICTURES, type StoredPicture } from '../pictures.ts'
import { readRecord, writeStamped } from '../stored-record.ts'
import { APPEARANCES } from './appearances.ts'

/** How long a picture is kept without use, in milliseconds. A form that was opened earlier may still name it. */
const KEEP_MS = 86_400_000
/** Pictures in memory at a time. */
const PAGE = 10

interface UnusedPicturesParts {
  readonly storage: Pick<Storage, 'documents' | 'clients'>
  readonly now: () => number
  readonly logger: Logger
}

/**
 * Removes pictures that no client and no appearance has named for a day. One round marks a picture, and a later one
 * removes it, unless it has been stored again or named meanwhile. Any number of nodes can do this at the same time.
 */
export function unusedPictures({ storage, now, logger }: UnusedPicturesParts) {
  const { documents, clients } = storage
  const round = async (): Promise<void> => {
    const used = new Set<string>()
    for await (const page of storedClientPages(clients)) for (const { icon } of page) used.add(icon ?? '')
    for await (const page of documentPages(documents, APPEARANCES))
      for (const { value } of page) for (const [name] of value.matchAll(/[\da-f]{32}\.[a-z]+/g)) used.add(name)
    const read = async (after: string | undefined, limit: number) =>
      (await documents.list(PICTURES, after, limit)).documents
    for await (const page of pagesOf(read, ({ id }) => id, undefined, PAGE))
      for (const { id, value } of page) {
        const { data, unusedSince } = readRecord<StoredPicture>(value)
        const next = used.has(id) ? { data } : { data, unusedSince: unusedSince ?? now() }
        const isOver = next.unusedSince !== undefined && now() - next.unusedSince >= KEEP_MS
        if (isOver || next.unusedSince !== unusedSince)
          await documents.replace(PICTURES, id, value, isOver ? undefined : writeStamped(next))
      }
  }
  return repeatedJob(round, { firstMs: 60_000, everyMs: 6 * 3_600_000 }, (error) =>
    logger.warn(
      { code: 'unused-pictures-failed', ...errorFields(error) },
      'failed to remove unused pictures; retrying',
    ),
  )
}
