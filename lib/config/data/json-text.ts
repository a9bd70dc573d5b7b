/**
 * Reads JSON and says where it fails, by line and column. The message of `JSON.parse` is of no use for that: for some
 * errors it has no place, and it quotes the text around, in which there may be secrets. A key that stands twice is an
 * error too: `JSON.parse` would drop one of the two without a word. RFC 8259.
 */
export type JsonReading =
  | { readonly outcome: 'read'; readonly value: unknown }
  | {
      readonly outcome: 'invalid'
      /** Both from 1. */
      readonly line: number
      readonly column: number
      readonly expected: string
      readonly hint: string | undefined
    }

class JsonError extends Error {
  override readonly name = 'JsonError'
  constructor(
    readonly at: number,
    readonly expected: string,
    readonly hint?: string,
  ) {
    super(expected)
  }
}

const SPACE = /[ \t\n\r]*/y
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[^"\\\u0000-\u001f]*)*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const DEEPEST = 100

export function readJson(source: string): JsonReading {
  // Editors of some systems begin a file with a byte order mark.
  const text = source.replace(/^\uFEFF/, '')
  try {
    const end = skip(text, passValue(text, skip(text, 0), 0))
    if (end < text.length) throw new JsonError(end, 'the end of the text')
    return { outcome: 'read', value: JSON.parse(text) as unknown }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    const before = text.slice(0, error.at).split('\n')
    const column = (before.at(-1) ?? '').length + 1
    return {
      outcome: 'invalid',
      line: before.length,
      column,
      expected: error.expected,
      hint: error.hint ?? hintAt(text, error.at),
    }
  }
}

function hintAt(text: string, at: number): string | undefined {
  if (text[at] === "'") return 'texts stand in double quotes'
  if (/^(?:\/[/*]|#)/.test(text.slice(at))) return 'JSON has no comments'
  return at >= text.length ? 'the text ends too early' : undefined
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function skip(text: string, at: number): number {
  return at + (match(SPACE, text, at) ?? '').length
}

/** Each `pass` function goes over one construct and returns the place after it. */
function passValue(text: string, at: number, depth: number): number {
  if (depth > DEEPEST) throw new JsonError(at, `no more than ${DEEPEST} levels`)
  if (text[at] === '{') return passMembers(text, at, depth)
  if (text[at] === '[') return passEntries(text, at, depth)
  if (text[at] === '"') return passString(text, at)
  const scalar = match(SCALAR, text, at)
  if (scalar === undefined) throw new JsonError(at, 'a value')
  return at + scalar.length
}

function passString(text: string, at: number): number {
  const string = match(STRING, text, at)
  const hint = 'write \\\\ for a backslash, \\n for a new line'
  if (string === undefined) throw new JsonError(at, 'a text that ends with a double quote on the same line', hint)
  return at + string.length
}

function passEntries(text: string, open: number, depth: number): number {
  let at = skip(text, open + 1)
  if (text[at] === ']') return at + 1
  for (;;) {
    at = skip(text, passValue(text, at, depth + 1))
    if (text[at] === ']') return at + 1
    at = passComma(text, at, ']')
  }
}

function passMembers(text: string, open: number, depth: number): number {
  const keys = new Set<unknown>()
  let at = skip(text, open + 1)
  if (text[at] === '}') return at + 1
  for (;;) {
    if (text[at] !== '"') throw new JsonError(at, 'a key in double quotes')
    const end = passString(text, at)
    const key: unknown = JSON.parse(text.slice(at, end))
    if (keys.has(key)) throw new JsonError(at, 'each key once in an object')
    keys.add(key)
    at = skip(text, end)
    if (text[at] !== ':') throw new JsonError(at, 'a colon')
    at = skip(text, passValue(text, skip(text, at + 1), depth + 1))
    if (text[at] === '}') return at + 1
    at = passComma(text, at, '}')
  }
}

function passComma(text: string, at: number, close: string): number {
  if (text[at] !== ',') throw new JsonError(at, `a comma or ${close}`)
  const next = skip(text, at + 1)
  if (text[next] === close) throw new JsonError(at, `no comma before ${close}`)
  return next
}
