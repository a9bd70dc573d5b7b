/** Texts in ICU MessageFormat: what may stand in them, and that pages say what the files say. */
import { globSync, readFileSync } from 'node:fs'
import { catalogueFor, hasPanel, LOCALES } from '../../../lib/web/ui/texts/catalogue.ts'
import { checkTexts } from '../../../lib/web/ui/texts/icu/check.ts'
import { compileTexts } from '../../../lib/web/ui/texts/icu/compile.ts'
import { packed, unpacked } from '../../../lib/web/ui/texts/icu/packed.ts'
import { parametersOf, parsePattern, parseTexts } from '../../../lib/web/ui/texts/icu/pattern.ts'
import { isTree, joinTrees, type TextTree } from '../../../lib/web/ui/texts/icu/tree.ts'

const say = (pattern: string, values: Readonly<Record<string, string | number>> = {}, locale = 'en'): string => {
  const { text } = compileTexts(parseTexts({ text: pattern }), locale) as {
    text: string | ((given: typeof values) => string)
  }
  return typeof text === 'string' ? text : text(values)
}

describe('a text', () => {
  it.each([
    ['Sign in', {}, 'en', 'Sign in'],
    ['Sign in to {client}', { client: '{x} <b>' }, 'en', 'Sign in to {x} <b>'],
    ["It''s '{'not'}' a value", {}, 'en', "It's {not} a value"],
    ['{count, number} of {total, number}', { count: 1, total: 12_345 }, 'en', '1 of 12,345'],
    ['{count, plural, =0 {none} one {# app} other {# apps}}', { count: 0 }, 'en', 'none'],
    ['{count, plural, =0 {none} one {# app} other {# apps}}', { count: 1 }, 'en', '1 app'],
    ['{count, plural, =0 {none} one {# app} other {# apps}}', { count: 1_200 }, 'en', '1,200 apps'],
    ['{count, plural, one {# Gerät} other {# Geräte}}', { count: 2_000 }, 'de', '2.000 Geräte'],
    ['{n, plural, one {واحد} two {اثنان} few {# قليل} many {# كثير} other {#}}', { n: 2 }, 'ar', 'اثنان'],
    ['{kind, select, key {a key} other {a code}}', { kind: 'key' }, 'en', 'a key'],
    ['{kind, select, key {a key} other {a code}}', { kind: 'constructor' }, 'en', 'a code'],
    ['{n, plural, one {{who} has # key} other {{who} has # keys}}', { n: 3, who: 'Ines' }, 'en', 'Ines has 3 keys'],
  ])('%s with %j in %s', (pattern, values, locale, expected) => expect(say(pattern, values, locale)).toBe(expected))

  it.each([
    ['{client', 'not a text in ICU MessageFormat'],
    ['{count, plural, one {#}}', 'not a text in ICU MessageFormat'],
    ['{when, date}', 'dates, times and tags are not for texts'],
    ['{when, time, short}', 'dates, times and tags are not for texts'],
    ['{count, number, percent}', 'has a style'],
    ['{place, selectordinal, one {#st} other {#th}}', 'in order'],
    ['{count, plural, offset:1 other {#}}', 'offset'],
    ['{count} and {count, number}', 'for a text and for a number'],
  ])('%s is refused: %s', (pattern, why) => expect(() => parametersOf(parsePattern(pattern))).toThrow(why))
})

describe('texts other than the English ones', () => {
  const english: TextTree = {
    'button@': 'Max 8 characters.',
    button: 'Save',
    group: { title: 'Hello {name}', many: '{n, plural, one {#} other {#}}', list: ['a', 'b'] },
  }
  const right = { button: 'Merci', group: { title: '{name} !', many: '{n, number}', list: ['a'] } }
  const issuesOf = (texts: object): readonly string[] =>
    checkTexts(parseTexts(english), texts as TextTree).map(({ path, code }) => `${path} ${code}`)

  it.each<[string, object, readonly string[]]>([
    ['are in order', right, []],
    ['may carry notes of their own', { ...right, 'button@': 'x' }, []],
    ['lack one', { group: right.group }, ['button missing']],
    ['lack a group', { button: 'x' }, ['group.title missing', 'group.many missing', 'group.list missing']],
    ['have one that no page has', { ...right, other: 'x' }, ['other unknown']],
    ['have a text for a group', { ...right, group: 'x' }, ['group kind']],
    ['have a list for a text', { ...right, button: ['x'] }, ['button kind']],
    ['have a text for a list', { ...right, group: { ...right.group, list: 'x' } }, ['group.list kind']],
    ['have a number for a text', { ...right, button: 4 }, ['button kind']],
    ['leave a value out', { ...right, group: { ...right.group, title: 'x' } }, ['group.title parameters']],
    ['have a value more', { ...right, button: '{x}' }, ['button parameters']],
    ['take a number', { ...right, group: { ...right.group, title: '{name, number}' } }, ['group.title parameters']],
    ['cannot be read', { ...right, button: '{' }, ['button pattern']],
    ['are too long', { ...right, button: 'Enregistrer' }, ['button too-long']],
    ['are empty', { ...right, button: ' ' }, ['button empty']],
  ])('%s', (_, texts, issues) => expect(issuesOf(texts)).toEqual(issues))
})

it.each(LOCALES)('pages say in %s what the files say', (locale) => {
  const files = globSync(`lib/web/ui/texts/${locale}/{*,panel/*}.json`)
  const { issues, ...others } = joinTrees(files.map((path) => JSON.parse(readFileSync(path, 'utf8')) as TextTree))
  // Only the panel shows issues.
  const texts = hasPanel(locale) && issues !== undefined ? { issues, ...others } : others
  const compared = { texts: 0, functions: 0 }
  const compare = (built: unknown, made: unknown, pattern: unknown, path: string): void => {
    if (isTree(pattern) && isTree(made) && isTree(built)) {
      for (const name of Object.keys(made)) compare(built[name], made[name], pattern[name], `${path}.${name}`)
      return
    }
    compared.texts += 1
    if (typeof made !== 'function' || typeof built !== 'function') return expect([path, built]).toEqual([path, made])
    compared.functions += 1
    for (const count of [0, 1, 2, 3, 11, 100, 1_234]) {
      const kinds = Object.entries(parametersOf(parsePattern(String(pattern))))
      const values = Object.fromEntries(kinds.map(([name, kind]) => [name, kind === 'number' ? count : `«${name}»`]))
      expect([path, built(values)]).toEqual([path, made(values)])
    }
  }
  compare(catalogueFor(locale), compileTexts(parseTexts(texts), locale), texts, locale)
  // A language for users alone has fewer.
  expect(compared.texts).toBeGreaterThan(hasPanel(locale) ? 1_000 : 400)
  expect(compared.functions).toBeGreaterThan(hasPanel(locale) ? 100 : 50)
})

describe('packed patterns', () => {
  it.each([
    'Hello {name}, you have {count, number} of {all, number}.',
    '{count, plural, =0 {No user of {app}} one {# user {name}} other {# users}} left',
    '{kind, select, app {the {name} app} other {{count, plural, one {one} other {# more}}}}',
    '{only}',
  ])('%s is the same after packing', (text) => {
    const pieces = parsePattern(text)
    expect(unpacked(packed(pieces))).toEqual(pieces)
  })

  it('a text without values stays a text; one with a separator is refused by the build', () => {
    expect(unpacked(packed(['Sign in: 100 %']))).toBe('Sign in: 100 %')
    for (const text of ['{', '}', '¦']) expect(() => packed([`a ${text} b`])).toThrow('must not contain')
  })
})
