/**
 * Which CSS an administrator can publish. The text is parsed strictly and written again from lists of classes,
 * properties, and values. What is not listed is refused. The lists have nothing that loads, reads a value of the page,
 * moves, covers or hides a part, or sets the color of text. Lengths are bounded, and colors are those of the theme.
 *
 * Spec      custom CSS of the appearance; D-A12
 * RFC       W3C CSS Syntax 3 s5; WCAG 2.2 s1.4.3
 * Deny      none; the administrator sees each issue with its line and column
 * Enforced  lib/domain/management/appearances.ts, lib/apps/admin/operations/appearance.ts,
 *           lib/apps/admin/operations/custom-css-view.tsx
 * Tests     test/policies/harmless-css.test.ts, test/flows/appearance.test.ts, test/browser/appearance-css.test.ts
 */
import lists from './harmless-css.json' with { type: 'json' }
import { printable } from './untrusted-text.ts'

/**
 * `part`: what is not listed; empty if the text is too long, or ends within a rule. `allowed`: the values or classes
 * that are.
 */
export interface CssIssue {
  readonly line: number
  readonly column: number
  readonly part: string
  readonly allowed?: string | undefined
}

/** The text, written again; or at most ten issues, without any CSS. */
export interface RewrittenCss {
  readonly css: string
  readonly issues: readonly CssIssue[]
}

/** Maximum length of the text. */
export const CSS_MAX = 16_384
const ISSUES_MAX = 10
const PART_MAX = 40
/** Four elements, connected by `>`. */
const SELECTOR_MAX = 7

/** What a property can be. */
interface Property {
  /** Values as words with a space before each. Those in capitals are kinds of values. */
  readonly pattern: RegExp
  /** The only classes that can have the property; undefined for all. */
  readonly classes: readonly string[] | undefined
  readonly min: number
  readonly max: number
  /** The values as in CSS, such as `normal | <400…800>`. */
  readonly allowed: string
}

interface Listed {
  /** Alternatives. Words in capitals are numbers (`units`) or keywords (`keywords`). */
  readonly value: string
  readonly on?: string
  readonly min?: number
  readonly max?: number
}

const GROUPS = new Map<string | undefined, readonly string[]>(Object.entries(lists.groups))
const KEYWORDS = new Map(Object.entries(lists.keywords))
const UNITS = new Map(Object.entries(lists.units))
const SIMPLE = new Set([...Object.keys(lists.classes).map((name) => `.${name}`), ...lists.pseudo])
const KINDS = new Map([...KEYWORDS].flatMap(([kind, words]) => words.map((word) => [word, kind] as const)))

export const PROPERTIES: ReadonlyMap<string, Property> = new Map(
  Object.entries<Listed>(lists.properties).map(([name, { value, on, min = 0, max = 0 }]) => {
    const words = value.replaceAll(/[()]/g, '\\$&').replaceAll(/ ?([^ |{}]+)(\{\d,\d\})?/g, '(?: $1)$2')
    const pattern = new RegExp(`^(?:${words.replaceAll(' |', '|')})$`)
    const allowed = value.replaceAll(/\b[A-Z]+\b/g, (kind) =>
      KEYWORDS.has(kind) ? `<${kind.toLowerCase()}>` : `<${min}…${max}${UNITS.get(kind)}>`,
    )
    return [name, { pattern, classes: GROUPS.get(on)?.map((one) => `.${one}`), min, max, allowed }]
  }),
)

type Refuse = (part: string, allowed?: string) => undefined

/** @param source lines end with a line feed */
export function rewriteCss(source: string): RewrittenCss {
  if (source.length > CSS_MAX) return { css: '', issues: [{ line: 1, column: 1, part: '' }] }
  // Comments become spaces, so that places stay.
  const text = source.replace(/\/\*[^]*?(?:\*\/|$)/g, (comment) => comment.replace(/[^\n]/g, ' '))
  const found: { readonly at: number; readonly part: string; readonly allowed?: string | undefined }[] = []
  const out: string[] = []
  let isInMedia = false
  let subjects: readonly string[][] | undefined
  for (const { 0: segment, index } of text.matchAll(/[^{};]*(?:[{};]|$)/g)) {
    const end = /[{};]$/.exec(segment)?.[0] ?? ''
    const body = segment.slice(0, segment.length - end.length)
    const words = wordsOf(body)
    const [first = '', ...others] = words
    const refuse: Refuse = (part, allowed) => {
      const place = segment.includes(part) ? segment.indexOf(part) : segment.search(/[^ \t\n\r\f]/)
      found.push({ at: index + Math.max(0, place), part: printable(part.slice(0, PART_MAX)), allowed })
      return undefined
    }
    const indent = isInMedia ? '  ' : ''
    if (subjects !== undefined && end !== '{') {
      const written = words.length === 0 ? '' : declaration(body, subjects, refuse)
      if (written) out.push(`${indent}  ${written};`)
      if (end === '}') out.push(`${indent}}`)
      if (end === '}') subjects = undefined
    } else if (subjects === undefined && end === '{' && first.startsWith('@')) {
      if (isInMedia) refuse('@media')
      if (first !== '@media') refuse(first, '@media')
      out.push(`@media ${conditions(others.join(' '), refuse)} {`)
      isInMedia = true
    } else if (subjects === undefined && end === '{') {
      const selectors = body.split(',').map((selector) => compounds(wordsOf(selector.replaceAll('>', ' > ')), refuse))
      subjects = selectors.map((selector) => simpleParts(selector.at(-1) ?? ''))
      out.push(`${indent}${selectors.map((selector) => selector.join(' ')).join(', ')} {`)
    } else if (isInMedia && end === '}' && words.length === 0) {
      out.push('}')
      isInMedia = false
    } else if (words.length > 0 || end !== '') {
      refuse(first || end)
      // The rest would be read as something else.
      break
    }
  }
  if (found.length === 0 && (subjects !== undefined || isInMedia)) found.push({ at: text.length, part: '' })
  const issues = found.slice(0, ISSUES_MAX).map(({ at, ...issue }) => {
    const column = at - source.lastIndexOf('\n', at - 1)
    return { line: source.slice(0, at).split('\n').length, column, ...issue }
  })
  return { css: issues.length === 0 ? out.join('\n') : '', issues }
}

/** White space as in CSS: others are part of a word, which is then in no list. */
const wordsOf = (text: string): string[] => text.split(/[ \t\n\r\f]+/).filter(Boolean)

const simpleParts = (compound: string): string[] => compound.match(/[.:]?[^.:]+/g) ?? []

/** A selector: listed classes and pseudo-classes, connected by spaces and `>`. */
function compounds(words: readonly string[], refuse: Refuse): readonly string[] {
  const selector = words.join(' ')
  if (words.length === 0 || words.length > SELECTOR_MAX || /^>|> >|>$/.test(selector)) refuse(selector || ',')
  for (const word of words)
    if (word !== '>' && !(word.startsWith('.') && simpleParts(word).join('') === word)) refuse(word)
    else if (word !== '>') for (const part of simpleParts(word)) if (!SIMPLE.has(part)) refuse(part)
  return words
}

function conditions(written: string, refuse: Refuse): string {
  const query = written.replaceAll(':', ': ').replaceAll(':  ', ': ')
  for (const condition of query.split(' and '))
    if (!lists.media.includes(condition) && !/^\((?:min|max)-width: \d{1,4}(?:\.\d{1,4})?(?:px|rem)\)$/.test(condition))
      refuse(written, `(min-width: 40rem) | (max-width: 40rem) | ${lists.media.join(' | ')}`)
  return query
}

function declaration(body: string, subjects: readonly string[][], refuse: Refuse): string | undefined {
  const before = body.split(':', 1).join('')
  const name = wordsOf(before).join(' ')
  const values = wordsOf(body.slice(before.length + 1))
  const property = PROPERTIES.get(name)
  if (property === undefined) return refuse(name || ':')
  const { pattern, classes, min, max, allowed } = property
  if (!subjects.every((subject) => classes?.some((one) => subject.includes(one)) ?? true))
    return refuse(name, classes?.join(', '))
  const kinds = values.map(
    (value) => KINDS.get(value) ?? numberKind(value, min, max) ?? (/[A-Z]/.test(value) ? '' : value),
  )
  if (!pattern.test(kinds.map((kind) => ` ${kind}`).join(''))) return refuse(values.join(' ') || name, allowed)
  return `${name}: ${values.join(' ')}`
}

/** The kind of a number within the bounds, by its unit; undefined for anything else. */
function numberKind(value: string, min: number, max: number): string | undefined {
  const [, digits = '', unit = ''] = /^(-?\d{0,4}(?:\.\d{1,4})?)(px|rem|em)?$/.exec(value) ?? []
  const number = Number(unit === 'px' ? Number(digits) / 16 : digits)
  if (digits === '' || !(number >= min && number <= max)) return undefined
  if (unit === 'em') return 'E'
  return unit === '' && number !== 0 ? 'N' : 'L'
}
