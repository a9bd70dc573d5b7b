/**
 * Reads JSON and reports the line and column of any error (RFC 8259). `JSON.parse` accepts duplicate keys, reports no
 * position for some errors, and quotes the input in its messages, which could expose secrets.
 */
export interface InvalidJson {
  readonly outcome: 'invalid'
  /** 1-based, like `column`. */
  readonly line: number
  readonly column: number
  readonly expected: string
  readonly hint: string | undefined
}

/** Matches whitespace and the token after it: a string, another scalar, a punctuator, or nothing if there is none. */
const TOKEN =
  /[ \t\n\r]*(?:("[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[^"\\\u0000-\u001f]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[\]{},:]))?/y
const DEEPEST = 100
const [VALUE, KEY, COLON, END] = ['a value', 'a key in double quotes', 'a colon', 'the end of the text']

export function readJson(source: string): InvalidJson | { readonly outcome: 'read'; readonly value: unknown } {
  // Some editors add a byte order mark, which a host's own reader may leave.
  const text = source.replace(/^\uFEFF/, '')
  const error = errorIn(text)
  if (error === undefined) return { outcome: 'read', value: JSON.parse(text) as unknown }
  const { at, expected, hint = hintAt(text, at) } = error
  const before = text.slice(0, at).split('\n')
  return { outcome: 'invalid', line: before.length, column: (before.at(-1) ?? '').length + 1, expected, hint }
}

/** Escaped control characters, except tab and line breaks. Nothing that Portico stores or shows can contain them. */
const CONTROL = /\\(?:[bf]|u00(?:0[0-8bcef]|1[0-9a-f]|7f))/i

/** Whether JavaScript reads the number as it is written. If not, two ids could become one. */
function isExact(number: string): boolean {
  const value = Number(number)
  return Number.isFinite(value) && digitsOf(number) === digitsOf(String(value))
}

/** The significant digits and the power of ten: `1200` and `1.2e3` have the same. */
function digitsOf(number: string): string {
  const [, whole = '', fraction = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  let length = digits.length
  while (digits[length - 1] === '0') length -= 1
  return length === 0 ? '0' : `${digits.slice(0, length)}e${Number(power) - fraction.length + digits.length - length}`
}

function hintAt(text: string, at: number): string | undefined {
  if (text[at] === "'") return 'texts stand in double quotes'
  if (/^(?:\/[/*]|#)/.test(text.slice(at))) return 'JSON has no comments'
  return at >= text.length ? 'the text ends too early' : undefined
}

function errorIn(text: string): { readonly at: number; readonly expected: string; readonly hint?: string } | undefined {
  const open: { readonly close: string; readonly keys: Set<unknown> }[] = []
  let [expected, previous, comma] = [VALUE, '', 0]
  const valueEnds = (): void => {
    const inner = open.at(-1)
    expected = inner === undefined ? END : `a comma or ${inner.close}`
  }
  for (TOKEN.lastIndex = 0; ; ) {
    const [, string, scalar, sign] = TOKEN.exec(text) ?? []
    const token = string ?? scalar ?? sign ?? ''
    const at = TOKEN.lastIndex - token.length
    const inner = open.at(-1)
    const isClosable = expected.startsWith('a comma') || /^[[{]/.test(previous)
    if (expected === END && token === '' && at === text.length) return undefined
    if (token === inner?.close && previous === ',') return { at: comma, expected: `no comma before ${token}` }
    if (token === inner?.close && isClosable) {
      open.pop()
      valueEnds()
    } else if (expected === VALUE && open.length > DEEPEST) return { at, expected: `no more than ${DEEPEST} levels` }
    else if (expected === VALUE && (sign === '{' || sign === '[')) {
      open.push({ close: sign === '{' ? '}' : ']', keys: new Set() })
      expected = sign === '{' ? KEY : VALUE
    } else if (string !== undefined && CONTROL.test(string.replaceAll('\\\\', ''))) {
      return { at, expected: 'a text without control characters' }
    } else if (expected === VALUE && /^-?\d/.test(scalar ?? '') && !isExact(token)) {
      return { at, expected: 'a number that JSON can carry exactly', hint: 'put an id in double quotes' }
    } else if (expected === VALUE && (string ?? scalar) !== undefined) valueEnds()
    else if (expected === KEY && string !== undefined) {
      const key: unknown = JSON.parse(string)
      if (inner?.keys.has(key)) return { at, expected: 'each key once in an object' }
      inner?.keys.add(key)
      expected = COLON
    } else if (expected === COLON && sign === ':') expected = VALUE
    else if (expected.startsWith('a comma') && sign === ',') {
      comma = at
      expected = inner?.close === '}' ? KEY : VALUE
    } else if (text[at] === '"' && (expected === VALUE || expected === KEY)) {
      const hint = 'write \\\\ for a backslash, \\n for a new line'
      return { at, expected: 'a text that ends with a double quote on the same line', hint }
    } else return { at, expected }
    previous = token
  }
}
