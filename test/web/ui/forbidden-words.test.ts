/** What English texts do not say: whole phrases, in one file that this reads. */
import { readFileSync } from 'node:fs'
import { panel, users } from '../../../lib/web/ui/texts/generated/source.js'

const phrases = readFileSync(new URL('../../../../test/web/ui/forbidden-words.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' → ')[0] ?? '')

/** Every text with its path; notes for translators are none. */
function textsIn(tree: unknown, path = ''): readonly (readonly [path: string, text: string])[] {
  if (typeof tree === 'string') return [[path, tree]]
  return Object.entries(tree as object)
    .filter(([key]) => !key.endsWith('@'))
    .flatMap(([key, value]) => textsIn(value, path === '' ? key : `${path}.${key}`))
}
const texts = [...textsIn(users), ...textsIn(panel)]
// Causes are written for developers; they have a test of their own.
const judged = texts.filter(([path]) => !/^(errorTitles|errorAdvice)\./.test(path))

it('has phrases and texts to look at', () => expect([phrases.length > 20, judged.length > 1_000]).toEqual([true, true]))

it.each(phrases)('no text says “%s”', (phrase) => {
  const word = new RegExp(`(?<![\\p{L}-])${phrase}(?![\\p{L}-])`, 'iu')
  expect(judged.filter(([, text]) => word.test(text))).toEqual([])
})
