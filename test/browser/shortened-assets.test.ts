/** Styles and scripts are served without comments and layout: browsers read the same as in the source. */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Script } from 'node:vm'
import { launchChromium } from '../support/chromium.ts'

const BUILT = new URL('../../lib/web/ui/assets/', import.meta.url)
const SOURCES = new URL('../../../lib/web/ui/assets/', import.meta.url)
const named = (end: string): string[] => globSync(`${SOURCES.pathname}*.${end}`).map((path) => basename(path))
const read = (name: string): [string, string] => [
  readFileSync(new URL(name, SOURCES), 'utf8'),
  readFileSync(new URL(name, BUILT), 'utf8'),
]

const browser = await launchChromium()
const page = await browser.newPage()

it.each(named('css'))('%s has the same rules', async (name) => {
  const [source, built] = read(name)
  // Where a variable stands, the browser keeps the text as it was written.
  const [one, other] = await page.evaluate(
    (styles) =>
      styles.map((css) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(css)
        return [...sheet.cssRules]
          .map(({ cssText }) =>
            cssText
              .replace(/\s+/g, ' ')
              .replace(/([,:]) /g, '$1')
              .replaceAll("'", '"'),
          )
          .join('\n')
      }),
    [source, built],
  )
  expect(one?.length).toBeGreaterThan(100)
  expect(other).toBe(one)
  expect(built).not.toContain('/*')
  expect(built.length).toBeLessThan(source.length)
})

it.each(named('js'))('%s is a script, shorter, with the names of the source', (name) => {
  const [source, built] = read(name)
  expect(() => new Script(built, { filename: name })).not.toThrow()
  const declared = (script: string): readonly string[] =>
    [...script.matchAll(/\b(?:const|let|function) (\w+)/g)]
      .map(([, word = '']) => word)
      .filter((word) => word.length > 2)
  expect(declared(source).filter((word) => !built.includes(word))).toEqual([])
  expect(built).not.toContain('/*')
  const imported = [...source.matchAll(/ from '(.+)'/g)].map(([, path = '']) => readFileSync(new URL(path, SOURCES)))
  expect(built.length).toBeLessThan(source.length + Buffer.concat(imported).length)
})
