/** Styles and scripts are served without comments and layout: browsers read the same as in the source. */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
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
          .map(({ cssText }) => cssText.replace(/\s+/g, ' ').replace(/([,:]) /g, '$1'))
          .join('\n')
      }),
    [source, built],
  )
  expect(one?.length).toBeGreaterThan(100)
  expect(other).toBe(one)
  expect(built).not.toContain('/*')
  expect(built.length).toBeLessThan(source.length)
})

it.each(named('js'))('%s has the same statements', (name) => {
  const [source, built] = read(name)
  const statements = (script: string): string[] =>
    script
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !/^(?:\/\/|\/\*\*.*\*\/$)/.test(line))
  expect(statements(built)).toEqual(statements(source))
  expect(built.split('\n').filter((line) => /^\s|^\/\//.test(line))).toEqual([])
})
