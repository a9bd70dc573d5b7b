/**
 * Which parts of an SVG file Portico takes over. The file is parsed strictly and written again from lists of elements,
 * attributes, and functions. A part that can run, load, animate, or multiply anything refuses the whole file. Comments,
 * metadata, and unknown attributes are left out.
 *
 * Spec      pictures of a company and of an app; D-A12
 * RFC       XML 1.0; SVG 2 s2 (secure static mode); W3C CSS Syntax 3
 * Deny      none; the administrator sees the issue and the part that causes it
 * Enforced  policies/checked-picture.ts
 * Tests     test/policies/harmless-svg.test.ts, test/policies/checked-picture.test.ts
 */
import lists from './harmless-svg.json' with { type: 'json' }

/** The file, written again; or the part that refuses it, empty if the file is not well-formed. */
export type RewrittenSvg = { readonly svg: string } | { readonly refused: string }

const ELEMENTS_MAX = 2_000
const DEPTH_MAX = 32
const NAMESPACE = 'http://www.w3.org/2000/svg'
const [ELEMENTS, OMITTED, ATTRIBUTES, FUNCTIONS] = [
  new Set(lists.elements),
  new Set(lists.omitted),
  new Set(lists.attributes),
  new Set(lists.functions),
]

const TOKEN =
  /<!--[^]*?-->|<\?xml [^<>]*>|<!DOCTYPE [^<>[\]]*>|<!\[CDATA\[(?<raw>[^]*?)\]\]>|<\/(?<end>[\w:.-]+)\s*>|<(?<name>[\w:.-]+)(?<attributes>(?:\s+[\w:.-]+=(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)/gy
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)=("[^"]*"|'[^']*')/g

const MALFORMED: RewrittenSvg = { refused: '' }

/** @param text the file as text */
export function rewriteSvg(text: string): RewrittenSvg {
  const tokens = [...text.matchAll(TOKEN)]
  if (tokens.reduce((sum, [token]) => sum + token.length, 0) !== text.length) return MALFORMED
  const out: string[] = []
  const open: string[] = []
  let elements = 0
  // Depth of the outermost element that is left out with its content; 0 outside such an element.
  let omitted = 0
  for (const { groups: { name, attributes = '', empty, end, raw, text: words = '' } = {} } of tokens) {
    if (end !== undefined) {
      if (open.pop() !== end) return MALFORMED
      if (omitted === 0) out.push(`</${end}>`)
      else if (open.length < omitted) omitted = 0
    } else if (name !== undefined) {
      elements += 1
      if (elements > ELEMENTS_MAX || open.length >= DEPTH_MAX) return { refused: name }
      if ((open.length === 0) !== (elements === 1) || (elements === 1 && name !== 'svg')) return MALFORMED
      const isOmitted = OMITTED.has(name) || name.includes(':')
      const kept = isOmitted || omitted > 0 ? '' : keptElement(name, attributes, open)
      if (typeof kept !== 'string') return kept
      if (empty === '') open.push(name)
      if (isOmitted && omitted === 0 && empty === '') omitted = open.length
      if (kept !== '') out.push(`<${name}${kept}${empty}>`)
    } else {
      const content = raw ?? decoded(words)
      const parent = open.at(-1) ?? ''
      if (content === undefined || (parent === '' && content.trim() !== '')) return MALFORMED
      const kept = parent === 'style' && omitted === 0 ? harmlessCss(content) : content
      if (kept === undefined) return { refused: parent }
      if (TEXTUAL.has(parent) && omitted === 0) out.push(encoded(kept))
    }
  }
  return elements > 0 && open.length === 0 ? { svg: out.join('') } : MALFORMED
}

/** The attributes to write, with a space before each. */
function keptElement(element: string, source: string, open: readonly string[]): string | RewrittenSvg {
  if (!ELEMENTS.has(element)) return { refused: element }
  const kept = new Map<string, string>(open.length === 0 ? [['xmlns', NAMESPACE]] : [])
  const seen = new Set<string>()
  for (const [, given = '', quoted = ''] of source.matchAll(ATTRIBUTE)) {
    const value = decoded(quoted.slice(1, -1))
    if (value === undefined || seen.has(given)) return MALFORMED
    seen.add(given)
    const name = given.replace(/^xlink:/, '')
    if (/^on/i.test(name) || (name === 'xmlns' && value !== NAMESPACE)) return { refused: name }
    if (name === 'href') {
      if (!GRADIENTS.has(element) || !/^#[\w.-]+$/.test(value)) return { refused: name }
      kept.set(name, value)
    } else if (ATTRIBUTES.has(given)) {
      const harmless = given === 'style' ? harmlessCss(value) : isHarmless(given, value, open) && value
      if (typeof harmless !== 'string') return { refused: given }
      kept.set(given, harmless)
    }
  }
  return [...kept].map(([name, value]) => ` ${name}="${encoded(value)}"`).join('') || ' '
}

const GRADIENTS = new Set(['linearGradient', 'radialGradient'])
const TEXTUAL = new Set(['style', 'text', 'tspan'])
/** Masks that use masks would multiply the time to draw them. */
const MASKS = ['clipPath', 'mask']

function isHarmless(name: string, value: string, open: readonly string[]): boolean {
  const isMask = name === 'mask' || name === 'clip-path'
  if (isMask && open.some((parent) => MASKS.includes(parent))) return false
  const mayRefer = isMask || name === 'fill' || name === 'stroke'
  if (mayRefer && /^url\(['"]?#[\w.-]+['"]?\)$/.test(value)) return true
  return /^[\w\s.,#%()+'"-]*$/.test(value) && callsOnlyListed(value)
}

/**
 * The style without comments. Without `@`, `\`, and `/`, and with listed functions only, it can neither load anything
 * nor hide its meaning.
 */
function harmlessCss(source: string): string | undefined {
  const css = source.replace(/\/\*[^*]*\*\//g, ' ')
  const checked = css.replace(/\b(?:fill|stroke):\s*url\(#[\w.-]+\)/g, '')
  return /^[\w\s.,#%()+:;{}>*!'"-]*$/.test(checked) && callsOnlyListed(checked) ? css : undefined
}

const callsOnlyListed = (value: string): boolean =>
  [...value.matchAll(/(?<![\w-])([\w-]+)\(/g)].every(([, name = '']) => FUNCTIONS.has(name))

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Undefined if the text has an unknown entity or a control character. */
function decoded(source: string): string | undefined {
  if (/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,4});)/i.test(source)) return undefined
  const text = source.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (_, hex, decimal, name) =>
    name === undefined ? character(hex === undefined ? Number(decimal) : Number(`0x${hex}`)) : (ENTITIES[name] ?? '\0'),
  )
  return /[^\P{Cc}\n\r\t]/u.test(text) ? undefined : text
}

const character = (code: number): string => (code > 0x10ffff ? '\0' : String.fromCodePoint(code))

const encoded = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
