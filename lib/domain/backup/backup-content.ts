/** The contents of a backup as lines of JSON: its metadata, the store's entries, and their counts. */
import type { StoredItem } from '../../ports/copies.ts'
import { BackupError } from './backup-error.ts'

export interface BackupAbout {
  /** Time when reading started, in milliseconds since the epoch. */
  readonly createdAt: number
  readonly issuer: string
  /** The release that wrote the backup. */
  readonly version: string
  /** Name of the store that was backed up. */
  readonly store: string
}

export type Counts = Readonly<Record<StoredItem['kind'], number>>

const LINE_FEED = 10
const CHUNK_CHARACTERS = 65_536

const noCounts = (): Record<StoredItem['kind'], number> => ({
  document: 0,
  client: 0,
  'audit-anchor': 0,
  'audit-line': 0,
  version: 0,
})

/** @param counted called with the counts after each chunk and at the end */
export async function* contentChunks(
  about: BackupAbout,
  items: AsyncIterable<StoredItem>,
  counted: (counts: Counts) => void,
): AsyncGenerator<Buffer> {
  const counts = noCounts()
  let text = `${JSON.stringify({ about })}\n`
  for await (const item of items) {
    counts[item.kind] += 1
    text += `${JSON.stringify(item)}\n`
    if (text.length < CHUNK_CHARACTERS) continue
    yield Buffer.from(text)
    text = ''
    counted(counts)
  }
  yield Buffer.from(`${text}${JSON.stringify({ end: counts })}\n`)
  counted(counts)
}

/** Yields the metadata, then the entries. @throws BackupError if the last line is missing or its counts do not match */
export async function* contentItems(chunks: AsyncIterable<Buffer>): AsyncGenerator<BackupAbout | StoredItem> {
  const counts = noCounts()
  let place: 'start' | 'entries' | 'end' = 'start'
  for await (const line of linesOf(chunks)) {
    const read = JSON.parse(line) as StoredItem | { readonly about: BackupAbout } | { readonly end: Counts }
    if (place === 'start' && 'about' in read) {
      yield read.about
      place = 'entries'
    } else if (place === 'entries' && 'kind' in read) {
      counts[read.kind] += 1
      yield read
    } else if (place === 'entries' && 'end' in read) {
      const kinds = Object.keys(counts) as StoredItem['kind'][]
      if (kinds.some((kind) => counts[kind] !== read.end[kind])) break
      place = 'end'
    } else throw new BackupError('the backup is not in the order in which one is written')
  }
  if (place !== 'end') throw new BackupError('the backup does not have as many entries as were written')
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]).toString()
      begun = []
      start = end + 1
    }
    begun.push(chunk.subarray(start))
  }
}
