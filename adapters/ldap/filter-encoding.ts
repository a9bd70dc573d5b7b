/** Encodes filters (RFC 4515, RFC 4511 s4.5.1.7). The driver's parser is not used: it misreads escaped bytes. */
const TAG = { and: 0xa0, or: 0xa1, not: 0xa2, equal: 0xa3, substrings: 0xa4, present: 0x87, extensible: 0xa9 }
const ORDERINGS: Readonly<Record<string, number>> = { '=': TAG.equal, '>=': 0xa5, '<=': 0xa6, '~=': 0xa8 }
const OCTETS = 0x04
const SEQUENCE = 0x30
const PART = { initial: 0x80, any: 0x81, final: 0x82 }
const MATCH = { rule: 0x81, type: 0x82, value: 0x83, dnAttributes: 0x84 }
const DEPTH_MAX = 20

export interface Element {
  readonly tag: number
  readonly content: Buffer
}

const ATTRIBUTE = String.raw`(?:[A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)+)(?:;[A-Za-z0-9-]+)*`
const COMPARISON = new RegExp(`^(${ATTRIBUTE})(=|>=|<=|~=)(.*)$`, 's')
const EXTENSIBLE = new RegExp(`^(${ATTRIBUTE})?(:dn)?(?::([A-Za-z0-9.-]+))?:=(.*)$`, 's')

/** @throws Error that contains the reason but no part of the filter */
export function encodeFilter(text: string): Element {
  const { element, end } = readFilter(text, 0, 0)
  if (end !== text.length) throw malformed('something follows its last parenthesis')
  return element
}

/** @returns the element, and the position after the closing parenthesis */
function readFilter(text: string, start: number, depth: number): { readonly element: Element; readonly end: number } {
  if (text[start] !== '(') throw malformed('a parenthesis is missing')
  if (depth > DEPTH_MAX) throw malformed('it is too deep')
  const sign = text[start + 1]
  if (sign === '&' || sign === '|') {
    const { parts, end } = readList(text, start + 2, depth)
    return { element: { tag: sign === '&' ? TAG.and : TAG.or, content: Buffer.concat(parts.map(encoded)) }, end }
  }
  if (sign === '!') {
    const { parts, end } = readList(text, start + 2, depth)
    if (parts.length !== 1) throw malformed('a negation is of one filter')
    return { element: { tag: TAG.not, content: Buffer.concat(parts.map(encoded)) }, end }
  }
  const close = text.indexOf(')', start)
  if (close === -1) throw malformed('a parenthesis is missing')
  return { element: readItem(text.slice(start + 1, close)), end: close + 1 }
}

function readList(text: string, start: number, depth: number): { parts: readonly Element[]; end: number } {
  const parts: Element[] = []
  let at = start
  while (text[at] !== ')') {
    const { element, end } = readFilter(text, at, depth + 1)
    parts.push(element)
    at = end
  }
  return { parts, end: at + 1 }
}

function readItem(item: string): Element {
  const [, attribute, sign, value = ''] = COMPARISON.exec(item) ?? []
  if (attribute === undefined || sign === undefined) return readExtensible(item)
  if (sign === '=' && value === '*') return { tag: TAG.present, content: Buffer.from(attribute) }
  if (sign === '=' && value.includes('*')) return substrings(attribute, value.split('*'))
  return { tag: ORDERINGS[sign] ?? TAG.equal, content: Buffer.concat([octets(attribute), octets(bytesOf(value))]) }
}

function substrings(attribute: string, texts: readonly string[]): Element {
  const parts = texts.flatMap((text, index): Buffer[] => {
    const tag = index === 0 ? PART.initial : index === texts.length - 1 ? PART.final : PART.any
    return text === '' ? [] : [encoded({ tag, content: bytesOf(text) })]
  })
  if (parts.length === 0) throw malformed('a pattern has nothing but asterisks')
  const list = encoded({ tag: SEQUENCE, content: Buffer.concat(parts) })
  return { tag: TAG.substrings, content: Buffer.concat([octets(attribute), list]) }
}

function readExtensible(item: string): Element {
  const [, attribute, dn, rule, value] = EXTENSIBLE.exec(item) ?? []
  if (value === undefined || (attribute === undefined && rule === undefined))
    throw malformed('a part of it compares nothing')
  const content = [
    ...(rule === undefined ? [] : [encoded({ tag: MATCH.rule, content: Buffer.from(rule) })]),
    ...(attribute === undefined ? [] : [encoded({ tag: MATCH.type, content: Buffer.from(attribute) })]),
    encoded({ tag: MATCH.value, content: bytesOf(value) }),
    ...(dn === undefined ? [] : [encoded({ tag: MATCH.dnAttributes, content: Buffer.from([0xff]) })]),
  ]
  return { tag: TAG.extensible, content: Buffer.concat(content) }
}

/** An escape such as `\2a` is one byte. All other characters are literal and must not be syntax characters. */
function bytesOf(value: string): Buffer {
  const parts = value.match(/\\[0-9a-f]{2}|[^\\*()\0]+|./gis) ?? []
  return Buffer.concat(
    parts.map((part) => {
      if (/^\\[0-9a-f]{2}$/i.test(part)) return Buffer.from(part.slice(1), 'hex')
      if (/^[\\*()\0]/.test(part)) throw malformed(String.raw`a sign in a value must be escaped: \28 \29 \2a \5c \00`)
      return Buffer.from(part, 'utf8')
    }),
  )
}

const octets = (value: string | Buffer): Buffer => encoded({ tag: OCTETS, content: Buffer.from(value) })

/** Encodes tag, length, and content (X.690 s8.1). */
export function encoded({ tag, content }: Element): Buffer {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(length)
  const digits = size.subarray(size.findIndex((byte) => byte !== 0))
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, content])
}

const malformed = (why: string): Error => new Error(`ldap: a filter is not well formed (RFC 4515): ${why}`)
