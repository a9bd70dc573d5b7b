/** Reads a file of recorded requests: an access log by lines, also compressed, or a whole HAR file or JSON list. */

import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { NotText, textIn } from '../../config/data/file-text.ts'
import { jsonIn, textAt } from '../../config/data/plain-data.ts'
import { systemErrorCode } from '../../config/issues/system-error.ts'
import { readingsOf, recordReader } from './access-log.ts'
import { requestsOfHar } from './har.ts'
import { type LogRecord, lineJoiner } from './joined-lines.ts'
import type { Reading } from './recorded-request.ts'
import { textLines, wholeText } from './text-lines.ts'

export type RecordingKind = 'access-log' | 'har'

/** The file is missing, unreadable, or neither an access log nor a HAR file. */
export class UnreadableRecording extends Error {
  override readonly name = 'UnreadableRecording'
}

/** Maximum size of a HAR file or JSON list. It is limited, because the whole file is parsed in memory. */
const WHOLE_MAX_BYTES = 256 * 1024 * 1024
/** Maximum line length. It is limited, because no provider would accept a longer request. */
const LINE_MAX_LENGTH = 128 * 1024

export interface RecordingSource {
  readonly kind: RecordingKind
  /** Number of lines that are not UTF-8. */
  readonly notUtf8: number
}

type Visit = (reading: Reading) => void

/**
 * @param visit called for each record or entry
 * @throws UnreadableRecording
 */
export async function readRecording(path: string, visit: Visit): Promise<RecordingSource> {
  try {
    return (await readWhole(path, visit)) ?? (await readLog(path, visit))
  } catch (error) {
    if (error instanceof UnreadableRecording) throw error
    if (error instanceof NotText) throw new UnreadableRecording(error.message, { cause: error })
    const code = systemErrorCode(error)
    if (code === undefined) throw error
    throw new UnreadableRecording(`the file cannot be read (${code})`, { cause: error })
  }
}

/** Reads a file that is one JSON value: a HAR file, or a list of records. */
async function readWhole(path: string, visit: Visit): Promise<RecordingSource | undefined> {
  if (path.endsWith('.gz') || !/^\s*[[{]/.test(wholeText(await beginningOf(path)).text)) return undefined
  const { size } = await stat(path)
  const isNamedHar = path.toLowerCase().endsWith('.har')
  // A large file that starts with a brace is more likely a log with JSON lines than a HAR file.
  if (!isNamedHar && size > WHOLE_MAX_BYTES) return undefined
  if (size > WHOLE_MAX_BYTES)
    throw new UnreadableRecording(`the file is larger than ${WHOLE_MAX_BYTES / 1024 ** 2} MiB; record fewer pages`)
  const bytes = await readFile(path)
  const { text, isUtf8 } = wholeText(bytes)
  const value = jsonIn(text)
  const har = requestsOfHar(value)
  // Browsers write HAR files in UTF-8, so other bytes are damage.
  if (isNamedHar || har !== undefined) textIn(bytes)
  if (value === undefined && isNamedHar) throw new UnreadableRecording('the HAR file is incomplete or damaged')
  // A single line of a container's log needs the reader of lines.
  if (value === undefined || (har === undefined && textAt(value, 'log') !== undefined)) return undefined
  for (const reading of har ?? readingsOf(value)) visit(reading)
  return { kind: har === undefined ? 'access-log' : 'har', notUtf8: isUtf8 ? 0 : 1 }
}

async function beginningOf(path: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(path, { end: 1023 })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function readLog(path: string, visit: Visit): Promise<RecordingSource> {
  const file = createReadStream(path)
  const input: Readable = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  file.once('error', (error) => input.destroy(error))
  const [joiner, read] = [lineJoiner(LINE_MAX_LENGTH), recordReader()]
  const visitAll = (records: readonly LogRecord[]): void => records.flatMap(read).forEach(visit)
  let notUtf8 = 0
  try {
    for await (const { text, isCut, isUtf8 } of textLines(input, LINE_MAX_LENGTH)) {
      if (!isUtf8) notUtf8 += 1
      if (text.trim() !== '') visitAll(joiner.add(text, isCut))
    }
    visitAll(joiner.rest())
  } finally {
    file.destroy()
  }
  return { kind: 'access-log', notUtf8 }
}
