/**
 * Parses messages in ICU MessageFormat: `{name}`, `{count, number}`, `{count, plural, one {# app} other {# apps}}`, and
 * `{kind, select, a {…} other {…}}`. Dates, times, and tags are not supported, because pages handle formatting and
 * markup.
 */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { type Forms, isNote, isTree, lengthLimit, type ParsedTexts, type Piece, type TextTree } from './tree.ts'

/** A message's parameters, by name. */
export type Parameters = Readonly<Record<string, 'text' | 'number'>>

/** Thrown if a message in a file is invalid. The error explains what is wrong. */
export class PatternError extends Error {}

/** @throws PatternError */
export function parsePattern(pattern: string): readonly Piece[] {
  try {
    return parse(pattern, { ignoreTag: true, requiresOtherClause: true }).flatMap((element) => pieceOf(element))
  } catch (error) {
    if (error instanceof PatternError) throw error
    throw new PatternError(`not a text in ICU MessageFormat: ${reasonOf(error)}`)
  }
}

/** Parses all messages. Drops notes to translators, except those that limit a length. @throws PatternError */
export const parseTexts = (texts: TextTree): ParsedTexts =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([name, text]) => !isNote(name) || lengthLimit(text) !== Infinity)
      .map(([name, text]) => {
        if (isTree(text)) return [name, parseTexts(text as TextTree)]
        return [name, typeof text === 'string' && !isNote(name) ? parseText(text) : text]
      }),
  )

function parseText(text: string): string | readonly Piece[] {
  const pieces = parsePattern(text)
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces
}

function pieceOf(element: MessageFormatElement, counted?: string): readonly Piece[] {
  switch (element.type) {
    case TYPE.literal:
      return [element.value]
    case TYPE.argument:
      return [{ kind: 'value', name: element.value }]
    case TYPE.number:
      if (element.style !== null && element.style !== undefined)
        throw new PatternError(`{${element.value}} has a style; a number has none here`)
      return [{ kind: 'number', name: element.value }]
    case TYPE.pound:
      return [{ kind: 'number', name: counted ?? '' }]
    case TYPE.plural:
      if (element.offset !== 0 || element.pluralType !== 'cardinal')
        throw new PatternError(`{${element.value}} counts from an offset or in order; a plural only counts here`)
      return [{ kind: 'plural', name: element.value, forms: formsOf(element.options, element.value) }]
    case TYPE.select:
      return [{ kind: 'select', name: element.value, forms: formsOf(element.options, counted) }]
    default:
      throw new PatternError('dates, times and tags are not for texts')
  }
}

const formsOf = (
  options: Readonly<Record<string, { readonly value: readonly MessageFormatElement[] }>>,
  counted: string | undefined,
): Forms =>
  Object.fromEntries(
    Object.entries(options).map(([form, { value }]) => [form, value.flatMap((element) => pieceOf(element, counted))]),
  )

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.toLowerCase().replaceAll('_', ' ') : 'it cannot be read'

/** @throws PatternError if a name is used for both text and a number */
export function parametersOf(pieces: readonly Piece[]): Parameters {
  const found: Record<string, 'text' | 'number'> = {}
  const visit = (piece: Piece): void => {
    if (typeof piece === 'string') return
    const kind = piece.kind === 'value' || piece.kind === 'select' ? 'text' : 'number'
    if ((found[piece.name] ?? kind) !== kind)
      throw new PatternError(`{${piece.name}} stands for a text and for a number`)
    found[piece.name] = kind
    if ('forms' in piece) Object.values(piece.forms).flat().forEach(visit)
  }
  pieces.forEach(visit)
  return found
}

/** A message in ICU MessageFormat, as translators write it. @param counted name of the number that `#` represents */
export const patternOf = (pieces: readonly Piece[], counted?: string): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : argumentOf(piece, counted))).join('')

function argumentOf(piece: Exclude<Piece, string>, counted: string | undefined): string {
  const { kind, name } = piece
  if (kind === 'value') return `{${name}}`
  if (kind === 'number') return name === counted ? '#' : `{${name}, number}`
  const within = kind === 'plural' ? name : counted
  const forms = Object.entries(piece.forms).map(([form, pieces]) => `${form} {${patternOf(pieces, within)}}`)
  return `{${name}, ${kind}, ${forms.join(' ')}}`
}
