/** Reads a file of recorded requests: an access log, line by line and optionally compressed, or a whole HAR file. */

import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { jsonIn } from '../../config/data/plain-data.ts'
import { systemErrorCode } from '../../config/issues/system-error.ts'
import { boundedLines } from '../../domain/transfer/bounded-lines.ts'
import { lineReader } from './access-log.ts'
import { requestsOfHar } from './har.ts'
import type { RecordedRequest } from './recorded-request.ts'

export type RecordingKind = 'access-log' | 'har'

/** The file is missing, unreadable, or neither an access log nor a HAR file. */
export class UnreadableRecording extends Error {
  override readonly name = 'UnreadableRecording'
}

/** Maximum size of a HAR file. It is limited, because the whole file is parsed in memory. */
const HAR_MAX_BYTES = 256 * 1024 * 1024
/** Maximum line length. It is limited, because no provider would accept a longer request. */
const LINE_MAX_LENGTH = 128 * 1024

/**
 * @param visit called for each line or entry: with the request, or with undefined if it is not a request
 * @returns the kind of file
 * @throws UnreadableRecording
 */
export async function readRecording(
  path: string,
  visit: (request: RecordedRequest | undefined) => void,
): Promise<RecordingKind> {
  try {
    return (await readHar(path, visit)) ?? (await readLog(path, visit))
  } catch (error) {
    if (error instanceof UnreadableRecording) throw error
    const code = systemErrorCode(error)
    if (code === undefined) throw error
    throw new UnreadableRecording(`the file cannot be read (${code})`, { cause: error })
  }
}

async function readHar(path: string, visit: (request: RecordedRequest | undefined) => void) {
  if (path.endsWith('.gz') || !/^﻿?\s*\{/.test(await beginningOf(path))) return undefined
  const { size } = await stat(path)
  const isNamedHar = path.toLowerCase().endsWith('.har')
  // A large file that starts with a brace is more likely a log with JSON lines than a HAR file.
  if (!isNamedHar && size > HAR_MAX_BYTES) return undefined
  if (size > HAR_MAX_BYTES)
    throw new UnreadableRecording(`the file is larger than ${HAR_MAX_BYTES / 1024 ** 2} MiB; record fewer pages`)
  const text = await readFile(path, 'utf8')
  const value = jsonIn(text.replace(/^﻿/, ''))
  if (value === undefined && isNamedHar) throw new UnreadableRecording('the HAR file is incomplete or damaged')
  const requests = requestsOfHar(value)
  for (const request of requests ?? []) visit(request)
  return requests && 'har'
}

async function beginningOf(path: string): Promise<string> {
  let text = ''
  for await (const chunk of createReadStream(path, { end: 1023 })) text += String(chunk)
  return text
}

async function readLog(path: string, visit: (request: RecordedRequest | undefined) => void): Promise<'access-log'> {
  const file = createReadStream(path)
  const input: Readable = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  file.once('error', (error) => input.destroy(error))
  const read = lineReader()
  try {
    for await (const line of boundedLines(input.setEncoding('utf8'), LINE_MAX_LENGTH)) {
      if (line.trim() !== '') visit(line.length > LINE_MAX_LENGTH ? undefined : read(line))
    }
  } finally {
    file.destroy()
  }
  return 'access-log'
}
