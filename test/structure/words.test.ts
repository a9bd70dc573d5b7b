/** Plain technical English in comments, titles, descriptions, texts and Markdown: few markers of translated texts. */
import { execFileSync } from 'node:child_process'
import { readSource, sourceFiles } from './sources.ts'

/** Shares of sentences that may contain a marker. */
const ALL_MAX = 0.02
const FILE_MAX = 0.04
/** A file with fewer sentences is not checked alone. */
const SENTENCES_MIN = 30

const MARKERS = [
  // No actor.
  /\b(?:who(?:m|so)?ever|whom|(?:some|no|every|any)body|strangers?)\b/i,
  // No noun that the clause belongs to.
  /^(?:Who|Whom|Whose|What)\b(?!.*\?)/,
  // Things that speak.
  /\b(?:says|said of|tells|(?:is|are) told|hears|knows|believe[sd]|wants)\b/i,
  /\b(?:anew|besides?|elsewhere|mend(?:s|ed)?|as long as|at once|by itself|so many|in the place of|goes the way)\b/i,
  /\b(?:(?:is|are|that is) there|stands?)\b/i,
  /\bof (?:(?:its|your|their|our|his|her) own|yours|ours|theirs)\b/i,
]

const isLong = (sentence: string): boolean => (sentence.match(/[A-Za-z']+/g) ?? []).length >= 4
const split = (text: string): readonly string[] =>
  text.replaceAll(/`[^`]*`/g, 'X').split(/(?<=[.!?;:])\s+|\n\s*\n|\n(?=@|[-*] )/)

const commentsIn = (source: string): readonly string[] =>
  [...source.matchAll(/\/\*\*?([\s\S]*?)\*\/|^\s*\/\/(.*)$/gm)].map(([, block, line]) =>
    (block ?? line ?? '').replaceAll(/^\s*\*? ?/gm, ''),
  )
const quoted = (source: string, start: RegExp): readonly string[] =>
  [...source.matchAll(new RegExp(`${start.source}(?:'((?:[^'\\\\\\n]|\\\\.)*)'|\`([^\`]*)\`)`, 'g'))].map(
    (match) => match.at(-2) ?? match.at(-1) ?? '',
  )
const TITLE = /\b(?:it|describe)(?:\.each(?:<[^(]*>)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\(\s*/

function markdownIn(source: string): readonly string[] {
  const text = source
    .replaceAll(/```.*?```|<!--.*?-->/gs, '')
    .replaceAll(/`[^`]*`/g, 'X')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
  const lines = text.split('\n').map((line) => line.trim())
  const isRow = (line: string): boolean => line.startsWith('|')
  const prose = lines.map((line) => (isRow(line) ? '' : line.replace(/^(?:[-*#>]|\d+\.) +/, '\n\n')))
  return [
    ...lines.filter(isRow).flatMap((line) => line.split('|').map((cell) => cell.trim())),
    ...prose
      .join('\n')
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.replaceAll('\n', ' ')),
  ]
}

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsIn)

const markdown = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).split('\n').filter(Boolean)
const prose = [
  ...sourceFiles(['policies', 'lib', 'adapters', 'examples', 'test']).map((file) => {
    const source = readSource(file)
    const titles = file.startsWith('test/') ? quoted(source, TITLE) : []
    const descriptions = file.startsWith('lib/config/schema/') ? quoted(source, /\bdescription:\s*/) : []
    return [file, [...commentsIn(source), ...titles, ...descriptions]] as const
  }),
  ...sourceFiles(['lib/config/schema'], 'json').map((file) => {
    const descriptions = readSource(file).matchAll(/"description": ("(?:[^"\\]|\\.)*")/g)
    return [file, Array.from(descriptions, ([, text = '']) => JSON.parse(text) as string)] as const
  }),
  ...sourceFiles(['lib/web/ui/texts/en'], 'json').map((file) => [file, textsIn(JSON.parse(readSource(file)))] as const),
  ...markdown.map((file) => [file, markdownIn(readSource(file))] as const),
]

const isMarked = (sentence: string): boolean => MARKERS.some((marker) => marker.test(sentence.trim()))
const files = prose.map(([file, texts]) => {
  const sentences = texts.flatMap(split).filter(isLong)
  return { file, count: sentences.length, marked: sentences.filter(isMarked) }
})
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

it('all prose together is plain', () => {
  const sentences = sum(files.map(({ count }) => count))
  expect(sentences).toBeGreaterThan(15_000)
  expect(sum(files.map(({ marked }) => marked.length)) / sentences).toBeLessThan(ALL_MAX)
})

it('and that of each file', () =>
  expect(files.filter(({ count, marked }) => count > SENTENCES_MIN && marked.length / count >= FILE_MAX)).toEqual([]))

describe('retired names', () => {
  // `nobody` and `everybody` are values of the setting login.secondFactor.require (D-A8).
  const RETIRED =
    /\w*(?:judg|foreign|elsewhere|(?:some|any)body|(?<!['`"|]|--require |\(\?:|administrators, )(?:no|every)body|whoever|untold|correspondent|addressee)\w*|\bmend(?:s|ed)?\b|\b(?!default)\w*(?<!de)fault(?!s['/-])\w*/gi
  const OWN = ['test/structure/words.test.ts', 'CHANGELOG.md']
  const texts = [
    ...sourceFiles(['policies', 'lib', 'adapters', 'examples', 'test'], '{ts,tsx,js,css,lua,tmpl}'),
    ...sourceFiles(['lib/config/schema'], 'json'),
    ...markdown,
  ]

  it('are nowhere', () => {
    const found = texts
      .filter((file) => !OWN.includes(file))
      .flatMap((file) => [...readSource(file).matchAll(RETIRED)].map(([word]) => `${file}: ${word}`))
    expect(found).toEqual([])
  })
})
