/**
 * A text in ICU MessageFormat, taken apart: `{name}`, `{count, number}`, `{count, plural, one {# app} other {# apps}}` and
 * `{kind, select, a {…} other {…}}`. Dates, times and tags are no part of a text: pages format and mark up by themselves.
 */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

export type Piece =
  | string
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'number'; readonly name: string }
  | { readonly kind: 'plural' | 'select'; readonly name: string; readonly forms: Forms }

export type Forms = Readonly<Record<string, readonly Piece[]>>

/** What a text takes, by name. */
export type Parameters = Readonly<Record<string, 'text' | 'number'>>

/** Why a text cannot be used. */
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

/** @throws PatternError when one name stands for a text and for a number */
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
