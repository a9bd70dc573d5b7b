import { type Forms, isNote, isTree, type ParsedTexts, type Piece } from './tree.ts'

export type Values = Readonly<Record<string, string | number>>

type Compiled = string | readonly string[] | ((values: Values) => string)

/** Turns messages with parameters into functions. Work that does not depend on the parameters is done only once. */
export function compileTexts(texts: ParsedTexts, locale: string): object {
  const language = languageOf(locale)
  const compileAll = (tree: ParsedTexts): object =>
    Object.fromEntries(
      Object.entries(tree)
        .filter(([name]) => !isNote(name))
        .map(([name, text]) => [name, isTree(text) ? compileAll(text) : compileText(text, language)]),
    )
  return compileAll(texts)
}

export function compileText(text: string | readonly Piece[], language: Language): Compiled {
  const isPlain = typeof text === 'string' || text.every((item) => typeof item === 'string')
  return isPlain ? text : compilePieces(text, language)
}

function compilePieces(pieces: readonly Piece[], language: Language): string | ((values: Values) => string) {
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('')
  const parts = pieces.map((piece) => compilePiece(piece, language))
  return (values) => parts.map((part) => (typeof part === 'string' ? part : part(values))).join('')
}

function compilePiece(piece: Piece, language: Language): string | ((values: Values) => string) {
  if (typeof piece === 'string') return piece
  const { name } = piece
  if (piece.kind === 'value') return (values) => String(values[name])
  if (piece.kind === 'number') return (values) => language.number(Number(values[name]))
  const formsFor = compileForms(piece.forms, language)
  return piece.kind === 'plural'
    ? (values) => language.plural(Number(values[name]), formsFor(values))
    : (values) => language.select(String(values[name]), formsFor(values))
}

function compileForms(forms: Forms, language: Language): (values: Values) => Readonly<Record<string, string>> {
  const compiled = Object.entries(forms).map(([form, pieces]) => [form, compilePieces(pieces, language)] as const)
  return (values) =>
    Object.fromEntries(compiled.map(([form, text]) => [form, typeof text === 'string' ? text : text(values)]))
}

/** A language's number format and plural rules, for built-in messages and for a host's own. */
export type Language = ReturnType<typeof languageOf>

/** @param locale a language tag; if the platform does not support it, English rules apply */
export function languageOf(locale: string) {
  const [format, rules] = [new Intl.NumberFormat(locale), new Intl.PluralRules(locale)]
  return {
    number: (value: number): string => format.format(value),
    /** The form for exactly this number (`=0`), for the language's plural category, or `other`. */
    plural: (value: number, forms: Readonly<Record<string, string>>): string =>
      forms[`=${value}`] ?? forms[rules.select(value)] ?? forms.other ?? '',
    select: (value: string, forms: Readonly<Record<string, string>>): string =>
      (Object.hasOwn(forms, value) ? forms[value] : forms.other) ?? '',
  }
}
