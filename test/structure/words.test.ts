/** The style of comments: plain technical English. What the expressions find is rare in native technical writing. */
import { readSource, sourceFiles } from './sources.ts'

/** Shares of sentences that may contain one. */
const ALL_MAX = 0.02
const FILE_MAX = 0.04
/** A file with fewer sentences is not checked alone. */
const SENTENCES_MIN = 30

const MARKERS = [
  // No actor.
  /\b(?:who(?:m|so)?ever|(?:some|no|every|any)body|strangers?)\b/i,
  // No noun that the clause belongs to.
  /^(?:Who|Whom|Whose|What)\b(?!.*\?)/,
  // Things that speak.
  /\b(?:says|tells|(?:is|are) told|hears|knows|believes|wants)\b/i,
  /\b(?:anew|besides?|elsewhere|mend(?:s|ed)?|as long as|at once|so many|in the place of)\b/i,
  /\bof (?:(?:its|your|their|our|his|her) own|yours|ours|theirs)\b/i,
]

/** Sentences of at least four words in the comments of a source. */
function sentencesIn(source: string): readonly string[] {
  const comments = [...source.matchAll(/\/\*\*?([\s\S]*?)\*\/|^\s*\/\/(.*)$/gm)].map(
    ([, block, line]) => block ?? line ?? '',
  )
  return comments
    .flatMap((comment) =>
      comment
        .replaceAll(/^\s*\*? ?/gm, '')
        .replaceAll(/`[^`]*`/g, 'X')
        .split(/(?<=[.!?;:])\s+|\n\s*\n|\n(?=@|[-*] )/),
    )
    .filter((sentence) => (sentence.match(/[A-Za-z']+/g) ?? []).length >= 4)
}

const isMarked = (sentence: string): boolean => MARKERS.some((marker) => marker.test(sentence.trim()))
const files = sourceFiles(['policies', 'lib', 'adapters']).map((file) => {
  const sentences = sentencesIn(readSource(file))
  return { file, count: sentences.length, marked: sentences.filter(isMarked) }
})
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

it('all comments together are plain', () => {
  const sentences = sum(files.map(({ count }) => count))
  expect(sentences).toBeGreaterThan(5_000)
  expect(sum(files.map(({ marked }) => marked.length)) / sentences).toBeLessThan(ALL_MAX)
})

it('and those of each file', () =>
  expect(files.filter(({ count, marked }) => count > SENTENCES_MIN && marked.length / count >= FILE_MAX)).toEqual([]))
