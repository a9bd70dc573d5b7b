/** Parses a quoted request line (common and combined formats), a JSON object, or W3C columns (IIS). */
import { jsonIn } from '../../config/data/plain-data.ts'
import { type RecordedRequest, recordedRequest } from './recorded-request.ts'

const REQUEST_LINE = /"?\b(GET|HEAD|POST) (\S+) HTTP\/\d(?:\.\d)?/
const METHOD_KEY = /^(?:request)?_?method$/i
const TARGET_KEY = /^(?:request)?_?(?:uri|url|path|target)$/i
/** Maximum depth to search. Some loggers nest the request in other objects. */
const DEPTH = 3

/** Keeps state between lines, because a W3C log names its columns only once. Skips lines that are not requests. */
export function lineReader(): (line: string) => RecordedRequest | undefined {
  let columns: readonly string[] | undefined
  return (line) => {
    if (line.startsWith('#')) {
      columns = /^#Fields:(.*)$/i.exec(line)?.[1]?.trim().split(/\s+/) ?? columns
      return undefined
    }
    if (/^\s*\{/.test(line)) return fromJson(line)
    const [, method, target] = REQUEST_LINE.exec(line) ?? []
    if (method !== undefined && target !== undefined) return recordedRequest(method, unescaped(target))
    return columns && fromColumns(line.trim().split(/\s+/), columns)
  }
}

function fromColumns(cells: readonly string[], columns: readonly string[]): RecordedRequest | undefined {
  const cell = (name: string): string | undefined => cells[columns.indexOf(name)]
  const [method, path, query] = [cell('cs-method'), cell('cs-uri-stem'), cell('cs-uri-query')]
  if (method === undefined || path === undefined) return undefined
  return recordedRequest(method, query === undefined || query === '-' ? path : `${path}?${query}`)
}

function fromJson(line: string): RecordedRequest | undefined {
  return requestIn(jsonIn(line), DEPTH)
}

function requestIn(value: unknown, depth: number): RecordedRequest | undefined {
  if (typeof value !== 'object' || value === null || depth === 0) return undefined
  const entries = Object.entries(value)
  const textOf = (key: RegExp): string | undefined =>
    entries
      .filter(([name, text]) => key.test(name) && typeof text === 'string')
      .map(([, text]) => text as string)
      .toSorted((a, b) => b.length - a.length)[0]
  const [method, target] = [textOf(METHOD_KEY), textOf(TARGET_KEY)]
  const found = method && target && recordedRequest(method, target)
  if (found) return found
  for (const [, inner] of entries) {
    const [, lineMethod, lineTarget] = typeof inner === 'string' ? (REQUEST_LINE.exec(inner) ?? []) : []
    const request =
      lineMethod !== undefined && lineTarget !== undefined
        ? recordedRequest(lineMethod, lineTarget)
        : requestIn(inner, depth - 1)
    if (request !== undefined) return request
  }
  return undefined
}

/** nginx and Apache escape control characters and quotes as `\xHH`. */
const unescaped = (target: string): string =>
  target.replace(/\\x([0-9A-Fa-f]{2})/g, (_, hex: string) => `%${hex.toUpperCase()}`)
