/** Joins the lines of one record: partial lines of container runtimes, and JSON printed over several lines. */
import { jsonIn, textAt } from '../../config/data/plain-data.ts'

export interface LogRecord {
  readonly text: string
  /** Whether the end of the record is missing. */
  readonly isCut: boolean
}

/** Kubernetes runtimes (CRI): time, stream, and P for a partial or F for a full line. */
const CRI = /^\d{4}-\d\d-\d\dT\S+ (stdout|stderr) ([FP])(?::\S*)? (.*)$/s

const DOCKER_PART_LENGTH = 16_384

const indentOf = (line: string): string => /^\s*/.exec(line)?.[0] ?? ''

export function lineJoiner(longest: number) {
  const partial = new Map<string, string>()
  let hasEnds = false
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
    const whole = `${text}\n${line}`
    if (indentOf(line).length > indent.length && whole.length <= longest) {
      printed = { indent, text: whole }
      return []
    }
    printed = undefined
    if (!/^\}[\s,\]]*\{?$/.test(line.trim())) return [{ text, isCut: true }, ...add(line, false)]
    return [{ text: `${text}\n}`, isCut: false }, ...(line.trimEnd().endsWith('{') ? add(`${indent}{`, false) : [])]
  }

  function add(line: string, isCut: boolean): readonly LogRecord[] {
    if (printed !== undefined) return addToPrinted(line)
    const [, stream, mark, part] = CRI.exec(line) ?? []
    if (stream !== undefined && part !== undefined && !isCut) return joined(stream, part, mark === 'F')
    if (/^\[?\s*\{$/.test(line.trim())) {
      printed = { indent: indentOf(line), text: '{' }
      return []
    }
    const docker = !isCut && line.startsWith('{"log":') ? jsonIn(line) : undefined
    const [log, from] = [textAt(docker, 'log'), textAt(docker, 'stream')]
    if (log === undefined || from === undefined || Object.keys(docker as object).length > 4)
      return [{ text: line, isCut }]
    // Collectors remove the line feed, and Docker omits it after a part of 16 KiB.
    const hasEnd = log.endsWith('\n')
    hasEnds ||= hasEnd
    return joined(from, log.replace(/\n$/, ''), hasEnd || !(hasEnds || log.length >= DOCKER_PART_LENGTH))
  }

  return {
    /** @param isCut whether the line is longer than the maximum */
    add,
    /** What remains at the end of the file. */
    rest: (): readonly LogRecord[] =>
      [...partial.values(), ...(printed === undefined ? [] : [printed.text])].map((text) => ({ text, isCut: true })),
  }
}
