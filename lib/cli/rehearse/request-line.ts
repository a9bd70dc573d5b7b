/** Finds a request line in text: quoted, in brackets, or plain; `GET "/path"`; or path and query in two columns. */
import type { FoundRequest } from './broken-request.ts'

const START =
  /(?<![\w./-])(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|PROPFIND) +(["'])?(?=\/|\*|[a-z][a-z0-9+.-]*:\/\/)/
const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '[': ']', '(': ')', '<': '>' }
/** The rest of a quoted field, with escaped quotes. */
const FIELDS: Readonly<Record<string, RegExp>> = {
  '"': /^(?:\\.|[^\\"])*(?=")/s,
  "'": /^(?:\\.|[^\\'])*(?=')/s,
  '`': /^(?:\\.|[^\\`])*(?=`)/s,
}

/** Position of the first request line; -1 if there is none. */
export const requestLineAt = (text: string): number => text.search(START)

/** The first request line. A later one can be in a field that the client sets, such as the user agent. */
export function requestLineIn(text: string): FoundRequest | undefined {
  const start = START.exec(text)
  if (start === null) return undefined
  const [all, method = '', ownQuote] = start
  const rest = text.slice(start.index + all.length)
  const { target, ...state } = ownQuote
    ? quotedTarget(rest, ownQuote)
    : targetIn(rest, CLOSING[text[start.index - 1] ?? ''])
  return { method, target: unescaped(target), ...state }
}

type Target = Omit<FoundRequest, 'method'>

function quotedTarget(rest: string, quote: string): Target {
  const end = rest.indexOf(quote)
  return end === -1 ? { target: rest, broken: 'cut', isOpen: true } : { target: rest.slice(0, end) }
}

function targetIn(rest: string, closing: string | undefined): Target {
  const word = /^\S+/.exec(rest)?.[0] ?? ''
  const after = rest.slice(word.length)
  if (/^ HTTP\/\d/.test(after)) {
    const isUnclosed = closing !== undefined && /^ HTTP\/[\d.]*$/.test(after)
    return isUnclosed ? { target: word, broken: 'cut' } : { target: word }
  }
  const field = closing === undefined ? undefined : FIELDS[closing]
  if (field !== undefined) {
    const inside = field.exec(rest)?.[0]
    // A URL contains no space, so the end of this one is not known.
    if (inside !== undefined && /\s/.test(inside)) return { target: word, broken: 'unreadable', isOpen: true }
    return { target: inside ?? word, broken: 'cut', isOpen: true }
  }
  const columns = word.includes('?') ? null : /^[ \t](\S*=\S*|-)(\s|$)/.exec(after)
  if (columns !== null) {
    const target = columns[1] === '-' ? word : `${word}?${columns[1]}`
    return columns[2] === '' ? { target, broken: 'cut', isOpen: true } : { target }
  }
  if (/^ \d{3}(?!\S)/.test(after)) return { target: word }
  return after.trim() === ''
    ? { target: word, broken: 'cut', isOpen: true }
    : { target: word, broken: 'unreadable', isOpen: true }
}

/** Servers escape control characters and quotes as `\xHH` (nginx, Apache), `\"` (Apache), or `#HH` (HAProxy). */
const unescaped = (target: string): string =>
  target
    .replace(/\\x([0-9A-Fa-f]{2})|#([0-9A-F]{2})/g, (_, hex?: string, other?: string) => `%${hex ?? other}`)
    .replaceAll('\\"', '%22')
    .replaceAll('\\\\', '%5C')
