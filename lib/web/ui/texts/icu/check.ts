/** An issue found when comparing a language's messages with the English ones. */
import { type Parameters, PatternError, parametersOf, parsePattern, patternOf } from './pattern.ts'
import { isNote, isTree, lengthLimit, type ParsedTexts, type TextTree } from './tree.ts'

export interface TextIssue {
  /** For example `signIn.title`. */
  readonly path: string
  /** With `missing`, the language can still be used, because the English message takes the place of the missing one. */
  readonly code: 'missing' | 'unknown' | 'kind' | 'pattern' | 'parameters' | 'empty' | 'too-long'
  /** The invalid value or the expected value, depending on `code`. */
  readonly detail: string
}

/** @param source the parsed English messages, including the notes that limit lengths */
export function checkTexts(source: ParsedTexts, texts: TextTree, path = ''): readonly TextIssue[] {
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`)
  const names = (tree: ParsedTexts): readonly string[] => Object.keys(tree).filter((name) => !isNote(name))
  return [
    ...names(source).flatMap((name) =>
      Object.hasOwn(texts, name)
        ? checkText(source[name], texts[name], at(name), source[`${name}@`])
        : missing(source[name], at(name)),
    ),
    ...names(texts)
      .filter((name) => !Object.hasOwn(source, name))
      .map((name) => ({ path: at(name), code: 'unknown' as const, detail: 'no page has this text' })),
  ]
}

type Source = ParsedTexts[string] | undefined

function checkText(
  source: Source,
  text: TextTree[string] | undefined,
  path: string,
  note: Source,
): readonly TextIssue[] {
  if (isTree(source)) return isTree(text) ? checkTexts(source, text, path) : [kind(path, 'a group of texts')]
  if (isList(source)) {
    if (!Array.isArray(text) || text.some((item) => typeof item !== 'string')) return [kind(path, 'a list of texts')]
    return text.flatMap((item, index) => checkPattern(source, item, `${path}.${index}`, undefined))
  }
  return typeof text === 'string' ? checkPattern(source, text, path, note) : [kind(path, 'a text')]
}

function checkPattern(source: Source, text: string, path: string, note: Source): readonly TextIssue[] {
  if (text.trim() === '' && shown(source) !== '“”') return [{ path, code: 'empty', detail: shown(source) }]
  try {
    const expected = parametersOf(Array.isArray(source) ? source : [])
    const given = parametersOf(parsePattern(text))
    if (describe(expected) !== describe(given))
      return [{ path, code: 'parameters', detail: `takes ${describe(expected)}, not ${describe(given)}` }]
  } catch (error) {
    if (error instanceof PatternError) return [{ path, code: 'pattern', detail: error.message }]
    throw error
  }
  const limit = lengthLimit(note)
  return [...text].length > limit ? [{ path, code: 'too-long', detail: `has room for ${limit} characters` }] : []
}

const kind = (path: string, expected: string): TextIssue => ({ path, code: 'kind', detail: `must be ${expected}` })

function missing(source: Source, path: string): readonly TextIssue[] {
  if (isTree(source)) return checkTexts(source, {}, path)
  return [{ path, code: 'missing', detail: shown(source) }]
}

const isList = (source: Source): source is readonly string[] =>
  Array.isArray(source) && source.every((item) => typeof item === 'string')

function shown(source: Source): string {
  if (isList(source)) return `“${source.join(' ')}”`
  return `“${Array.isArray(source) ? patternOf(source) : String(source).trim()}”`
}

const describe = (parameters: Parameters): string =>
  Object.entries(parameters)
    .map(([name, type]) => (type === 'number' ? `{${name}, number}` : `{${name}}`))
    .toSorted()
    .join(' ') || 'nothing'
