import { NotText, textIn, utf8Chunks } from '../../config/data/file-text.ts'

/** Maximum number of characters per line, so that an operator's file cannot use up all memory. */
export const LINE_MAX_LENGTH = 1_048_576

/** Splits text into lines. A line that is too long is truncated to one character more than the limit. */
export async function* boundedLines(chunks: AsyncIterable<unknown>, longest = LINE_MAX_LENGTH): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = String(chunk).split('\n')
    if (rest.length <= longest) rest += lines[0]
    for (const next of lines.slice(1)) {
      yield rest.slice(0, longest + 1)
      rest = next
    }
    rest = rest.slice(0, longest + 1)
  }
  if (rest !== '') yield rest
}

/** Lines of a file in UTF-8, or in UTF-16 with a byte order mark. @throws NotText with the line's number */
export async function* textLines(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const chunks = async function* (): AsyncGenerator<string> {
    // As Latin-1, so that splitting into lines leaves the bytes as they are.
    for await (const chunk of utf8Chunks(file)) yield chunk.toString('latin1')
  }
  let line = 0
  for await (const bytes of boundedLines(chunks())) {
    line += 1
    try {
      yield textIn(Buffer.from(bytes, 'latin1'), 'utf-8')
    } catch (error) {
      // A line that was cut at the limit is refused for its length.
      if (bytes.length > LINE_MAX_LENGTH) yield bytes
      else throw error instanceof NotText ? new NotText(line, error.column) : error
    }
  }
}
