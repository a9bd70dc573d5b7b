/** What English texts do not contain: whole phrases, in one file that this reads. */
import { globSync, readFileSync } from 'node:fs'

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
const texts = globSync('lib/web/ui/texts/en/{*,panel/*}.json')
  .flatMap((path) => textsIn(JSON.parse(readFileSync(path, 'utf8'))))
  // Advice about causes is written for developers; it has a separate test.
  .filter(([path]) => !path.startsWith('errorAdvice.'))

it('has phrases and texts to look at', () => expect([phrases.length > 20, texts.length > 1_000]).toEqual([true, true]))

it.each(phrases)('no text contains “%s”', (phrase) => {
  const word = new RegExp(`(?<![\\p{L}-])${phrase}(?![\\p{L}-])`, 'iu')
  expect(texts.filter(([, text]) => word.test(text))).toEqual([])
})
