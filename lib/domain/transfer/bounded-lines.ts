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
