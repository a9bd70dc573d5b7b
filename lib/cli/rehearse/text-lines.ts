/** The lines of a log in any of its encodings: UTF-8, UTF-16 with a byte order mark, or Latin-1. */
import { isUtf8 } from 'node:buffer'
import { boundedLines } from '../../domain/transfer/bounded-lines.ts'

export interface TextLine {
  readonly text: string
  /** Whether the line is longer than the maximum. */
  readonly isCut: boolean
  readonly isUtf8: boolean
}

const UTF8_MARK = '\xef\xbb\xbf'
/** A character that a cut has divided. */
const DIVIDED = /[\xc2-\xf4][\x80-\xbf]{0,2}$/

/** Lines end at LF only, with or without CR. */
export async function* textLines(chunks: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<TextLine> {
  const decoded = { isText: false }
  let isFirst = true
  for await (const line of boundedLines(byteText(chunks, decoded), longest)) {
    const isCut = line.length > longest
    const bytes = (isFirst && line.startsWith(UTF8_MARK) ? line.slice(UTF8_MARK.length) : line).replace(/\r$/, '')
    isFirst = false
    yield { isCut, ...(decoded.isText ? { text: bytes, isUtf8: true } : fromBytes(bytes, isCut)) }
  }
}

/** The text of a whole file. */
export function wholeText(bytes: Buffer): Omit<TextLine, 'isCut'> {
  const utf16 = utf16Of(bytes)
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes), isUtf8: true }
  const isValid = isUtf8(bytes)
  return { text: bytes.toString(isValid ? 'utf8' : 'latin1').replace(/^(?:\ufeff|\xef\xbb\xbf)/, ''), isUtf8: isValid }
}

/** One character for each byte, or the text itself if the byte order mark shows UTF-16. */
async function* byteText(chunks: AsyncIterable<Uint8Array>, decoded: { isText: boolean }): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let isFirst = true
  for await (const chunk of chunks) {
    const utf16 = isFirst ? utf16Of(chunk) : undefined
    isFirst = false
    if (utf16 !== undefined) {
      decoder = new TextDecoder(utf16)
      decoded.isText = true
    }
    yield decoder?.decode(chunk, { stream: true }) ?? Buffer.from(chunk).toString('latin1')
  }
}

function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function fromBytes(line: string, isCut: boolean): Omit<TextLine, 'isCut'> {
  if (!/[\x80-\xff]/.test(line)) return { text: line, isUtf8: true }
  const undivided = line.replace(DIVIDED, '')
  for (const bytes of [line, ...(isCut || /[\x80-\xff]/.test(undivided) ? [undivided] : [])]) {
    const buffer = Buffer.from(bytes, 'latin1')
    if (isUtf8(buffer)) return { text: buffer.toString(), isUtf8: true }
  }
  return { text: line, isUtf8: false }
}
