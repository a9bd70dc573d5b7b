/** Joins the lines of one record: partial lines of container runtimes, and JSON printed over several lines. */
import { jsonIn, textAt } from '../../config/data/plain-data.ts'

export interface LogRecord {
  readonly text: string
  /** Whether the end of the record is missing. */
  readonly isCut: boolean
}

/** Kubernetes runtimes (CRI): time, stream, and P for a partial or F for a full line. */
const CRI = /^\d{4}-\d\d-\d\dT\S+ (stdout|stderr) ([FP])(?::\S*)? (.*)$/s

export function lineJoiner(longest: number) {
  const partial = new Map<string, string>()
  let printed: { readonly indent: string; text: string } | undefined

  const joined = (stream: string, part: string, isLast: boolean): readonly LogRecord[] => {
    const text = (partial.get(stream) ?? '') + part
    partial.delete(stream)
    if (isLast || text.length > longest) return [{ text, isCut: !isLast }]
    partial.set(stream, text)
    return []
  }

  const addToPrinted = (line: string): readonly LogRecord[] => {
    const { indent, text } = printed as { readonly indent: string; text: string }
    const isEnd = /^\s*\}\s*[,\]]*\s*(?:\{\s*)?$/.test(line) && /^\s*/.exec(line)?.[0] === indent
    const whole = `${text}\n${line}`.replace(isEnd ? /\}[^}]*$/ : /$^/, '}')
    if (!isEnd && whole.length <= longest) {
      printed = { indent, text: whole }
      return []
    }
    printed = isEnd && /\{\s*$/.test(line) ? { indent, text: '{' } : undefined
    return [{ text: whole, isCut: !isEnd }]
  }

  return {
    /** @param isCut whether the line is longer than the maximum */
    add(line: string, isCut: boolean): readonly LogRecord[] {
      if (printed !== undefined) return addToPrinted(line)
      const [, stream, mark, part] = CRI.exec(line) ?? []
      if (stream !== undefined && part !== undefined && !isCut) return joined(stream, part, mark === 'F')
      if (/^\s*\[?\s*\{\s*$/.test(line)) {
        printed = { indent: /^\s*/.exec(line)?.[0] ?? '', text: '{' }
        return []
      }
      const docker = !isCut && line.startsWith('{"log":') ? jsonIn(line) : undefined
      const log = textAt(docker, 'log')
      return log === undefined
        ? [{ text: line, isCut }]
        : joined(textAt(docker, 'stream') ?? '', log.replace(/\n$/, ''), log.endsWith('\n'))
    },
    /** What remains at the end of the file. */
    rest: (): readonly LogRecord[] =>
      [...partial.values(), ...(printed === undefined ? [] : [printed.text])].map((text) => ({ text, isCut: true })),
  }
}
