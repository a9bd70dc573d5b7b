/** Position of the first byte that is not valid in the text's encoding. Both numbers are 1-based. */
export class NotText extends Error {
  override readonly name = 'NotText'
  constructor(
    readonly line: number,
    readonly column: number,
  ) {
    super(`line ${line}, column ${column} is not UTF-8`)
  }
}

/** UTF-16 needs its byte order mark, because without one it is valid UTF-8 with a NUL at every second position. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/**
 * Decodes a file without its byte order mark. Never replaces an invalid byte, because the result would be stored or
 * compared as if it were what the file contains.
 * @throws NotText
 */
export function textIn(bytes: Uint8Array, encoding = encodingOf(bytes)): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    const before = validPrefix(bytes, encoding).split('\n')
    throw new NotText(before.length, (before.at(-1) ?? '').length + 1)
  }
}

/** Finds the end of the valid text by bisection: the decoder reports an error, but not where. */
function validPrefix(bytes: Uint8Array, encoding: string): string {
  const decode = (end: number): string =>
    new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, end), { stream: true })
  let [valid, invalid] = [0, bytes.length + 1]
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2)
    try {
      decode(middle)
      valid = middle
    } catch {
      invalid = middle
    }
  }
  return decode(valid)
}

/**
 * The chunks of a file in UTF-8 without its byte order mark; `textIn` checks each line. A file in UTF-16 becomes one
 * chunk, because an error in it must not be replaced.
 * @throws NotText for UTF-16
 */
export async function* utf8Chunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let beginning: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (beginning === undefined) yield chunk
    else {
      beginning = Buffer.concat([beginning, chunk])
      if (beginning.length < 3 || encodingOf(beginning) !== 'utf-8') continue
      yield beginning.subarray(beginning.indexOf('\uFEFF') === 0 ? 3 : 0)
      beginning = undefined
    }
  }
  if (beginning !== undefined) yield encodingOf(beginning) === 'utf-8' ? beginning : Buffer.from(textIn(beginning))
}
