/** What is wrong with the texts of a language, measured by the English ones. */
import { type Parameters, PatternError, parametersOf, parsePattern } from './pattern.ts'
import { isNote, isTree, type TextTree } from './tree.ts'

export interface TextIssue {
  /** `signIn.title` */
  readonly path: string
  /** Only `missing` leaves the rest usable: English stands there. */
  readonly fault: 'missing' | 'unknown' | 'kind' | 'pattern' | 'parameters' | 'empty' | 'too-long'
  /** What stands wrong, or how it should be. */
  readonly detail: string
}

/** A note may say how long a text can be: "Max 24 characters". */
const LIMIT = /\bMax (\d+) characters\b/

export function checkTexts(source: TextTree, texts: TextTree, path = ''): readonly TextIssue[] {
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`)
  const names = (tree: TextTree): readonly string[] => Object.keys(tree).filter((name) => !isNote(name))
  return [
    ...names(source).flatMap((name) =>
      Object.hasOwn(texts, name)
        ? checkText(source[name], texts[name], at(name), source[`${name}@`])
        : missing(source[name], at(name)),
    ),
    ...names(texts)
      .filter((name) => !Object.hasOwn(source, name))
      .map((name) => ({ path: at(name), fault: 'unknown' as const, detail: 'no page has this text' })),
  ]
}

type Text = TextTree[string] | undefined

function checkText(source: Text, text: Text, path: string, note: Text): readonly TextIssue[] {
  if (isTree(source)) return isTree(text) ? checkTexts(source, text, path) : [kind(path, 'a group of texts')]
  if (Array.isArray(source)) {
    if (!Array.isArray(text) || text.some((item) => typeof item !== 'string')) return [kind(path, 'a list of texts')]
    return text.flatMap((item, index) => checkPattern(source.join(' '), item, `${path}.${index}`, undefined))
  }
  return typeof text === 'string' ? checkPattern(String(source), text, path, note) : [kind(path, 'a text')]
}

function checkPattern(source: string, text: string, path: string, note: Text): readonly TextIssue[] {
  if (text.trim() === '' && source.trim() !== '') return [{ path, fault: 'empty', detail: shown(source) }]
  try {
    const [expected, given] = [parametersOf(parsePattern(source)), parametersOf(parsePattern(text))]
    if (describe(expected) !== describe(given))
      return [{ path, fault: 'parameters', detail: `takes ${describe(expected)}, not ${describe(given)}` }]
  } catch (error) {
    if (error instanceof PatternError) return [{ path, fault: 'pattern', detail: error.message }]
    throw error
  }
  const limit = Number(LIMIT.exec(typeof note === 'string' ? note : '')?.[1] ?? Infinity)
  return [...text].length > limit ? [{ path, fault: 'too-long', detail: `has room for ${limit} characters` }] : []
}

const kind = (path: string, expected: string): TextIssue => ({ path, fault: 'kind', detail: `must be ${expected}` })

function missing(source: Text, path: string): readonly TextIssue[] {
  if (isTree(source)) return checkTexts(source, {}, path)
  return [{ path, fault: 'missing', detail: shown(source) }]
}

const shown = (text: Text): string => `“${Array.isArray(text) ? text.join(' ') : String(text)}”`

const describe = (parameters: Parameters): string =>
  Object.entries(parameters)
    .map(([name, type]) => (type === 'number' ? `{${name}, number}` : `{${name}}`))
    .toSorted()
    .join(' ') || 'nothing'
