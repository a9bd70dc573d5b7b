/** Reads one record of an access log: JSON, W3C columns, LTSV, logfmt, or text with a request line. */
import { isPlainObject, jsonIn } from '../../config/data/plain-data.ts'
import { readingOfBrokenJson } from './broken-json.ts'
import { type FoundRequest, readingOf, readingOfText } from './broken-request.ts'
import type { LogRecord } from './joined-lines.ts'
import { type Fields, FROM_CLIENT, requestInFields } from './named-fields.ts'
import type { Reading } from './recorded-request.ts'
import { requestLineAt, requestLineIn } from './request-line.ts'
import { requestInCells } from './separated-cells.ts'
import { w3cColumns } from './w3c-columns.ts'

const JSON_START = /(?<![^\s:|=])\[?\{\s*"/
const LOGFMT = /(?<!\S)([A-Za-z][\w.-]*)=("(?:[^"\\]|\\.)*"?|\S*)/g
/** Maximum depth of lists in a file that is one JSON value. */
const LISTS_DEPTH = 7
/** Syslog cuts a message at one of these lengths. */
const LINE_LIMITS = [1024, 2048, 8192]

/** Keeps state between records, because a W3C log names its columns only once. */
export function recordReader(): (record: LogRecord) => readonly Reading[] {
  const w3c = w3cColumns()
  const notLast = new Set<string>()
  return ({ text, isCut }) => {
    if (text.startsWith('#')) {
      w3c.header(text)
      return [undefined]
    }
    const json = text.search(JSON_START)
    const line = requestLineAt(text)
    if (json !== -1 && (line === -1 || json < line)) return fromJson(text.slice(json), isCut)
    const found =
      w3c.requestIn(text) ??
      fromLabels(text, notLast) ??
      requestLineIn(text) ??
      fromLogfmt(text, notLast) ??
      requestInCells(text)
    if (found === undefined) return [readingOfText(text, isCut ? 'cut' : 'unreadable')]
    return [readingOf(isCut ? { ...found, broken: 'cut' } : found)]
  }
}

function fromJson(text: string, isCut: boolean): readonly Reading[] {
  const value = jsonIn(text) ?? jsonIn(text.trim().replace(/^\[(?=\{)|[,\]]{1,3}$/g, ''))
  return value === undefined || isCut ? [readingOfBrokenJson(text, isCut)] : readingsOf(value)
}

/** A record, or a list of records, or an object with such a list. */
export function readingsOf(value: unknown, depth = LISTS_DEPTH): readonly Reading[] {
  if (depth === 0) return [undefined]
  if (Array.isArray(value)) return value.flatMap((one) => readingsOf(one, depth - 1))
  const found = requestInFields(value)
  if (found !== undefined) return [readingOf(found)]
  const lists = listsIn(value, depth)
  return lists.length > 0
    ? lists.flatMap((list) => readingsOf(list, depth - 1))
    : [readingOfText(textIn(value, depth), 'unreadable')]
}

function listsIn(value: unknown, depth: number): readonly (readonly unknown[])[] {
  if (depth === 0) return []
  if (Array.isArray(value)) return value.some(isPlainObject) ? [value] : []
  return isPlainObject(value) ? Object.values(value).flatMap((one) => listsIn(one, depth - 1)) : []
}

/** The members as JSON has them, without those that the client sets. */
function textIn(value: unknown, depth: number): string {
  if (!isPlainObject(value)) return `"${value}",`
  const members = Object.entries(value).filter(([name]) => depth > 1 && !FROM_CLIENT.test(name))
  return members.map(([name, member]) => `"${name}":${textIn(member, depth - 1)}`).join('')
}

/** LTSV: `method:GET`, tab, `uri:/path`. */
function fromLabels(text: string, notLast: Set<string>): FoundRequest | undefined {
  const cells = text.split('\t').map((cell) => /^([A-Za-z][\w.-]*):(.*)$/s.exec(cell))
  const pairs = cells.flatMap((cell) => (cell === null ? [] : [[cell[1] ?? '', cell[2] ?? '']]))
  return cells.length < 2 ? undefined : fromPairs(text, pairs, notLast)
}

function fromLogfmt(text: string, notLast: Set<string>): FoundRequest | undefined {
  const pairs = [...text.matchAll(LOGFMT)].map(([, name = '', value = '']) => [name, value] as const)
  const found = fromPairs(
    text,
    pairs.map(([name, value]) => [name, String(jsonIn(value) ?? value.replace(/^"|"$/g, ''))]),
    notLast,
  )
  const last = pairs.at(-1)?.[1] ?? ''
  return found && /^"(?:[^"\\]|\\.)*$/.test(last) ? { ...found, broken: 'cut', isOpen: true } : found
}

/** These formats have no end mark. A URL at the end is cut if other lines continue after it. */
function fromPairs(
  text: string,
  pairs: readonly (readonly string[])[],
  notLast: Set<string>,
): FoundRequest | undefined {
  const fields: Fields = Object.fromEntries(pairs.map(([name, value]) => [name, value]))
  const found = requestInFields(fields)
  const [lastName = '', lastValue = ''] = pairs.at(-1) ?? []
  for (const [name = ''] of pairs.slice(0, -1)) notLast.add(name)
  const isAtEnd = lastValue !== '' && found?.target.endsWith(lastValue) === true
  if (!isAtEnd || !(notLast.has(lastName) || LINE_LIMITS.includes(Buffer.byteLength(text)))) return found
  return { ...(found as FoundRequest), broken: 'cut', isOpen: true }
}
