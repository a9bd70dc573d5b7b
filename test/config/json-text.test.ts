/** JSON errors by line and column, reported as JSON.parse reports them. */
import { readJson } from '../../lib/config/data/json-text.ts'

const ONE_LINE = [
  'a text that ends with a double quote on the same line',
  'write \\\\ for a backslash, \\n for a new line',
] as const

it.each<[what: string, text: string, line: number, column: number, expected: string, hint: string | undefined]>([
  ['a comma after the last member', '{\n  "a": 1,\n}', 2, 9, 'no comma before }', undefined],
  ['a comma after the last entry', '{ "a": [1, 2, ] }', 1, 13, 'no comma before ]', undefined],
  ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or }', undefined],
  ['a missing comma in a list', '["a" "b"]', 1, 6, 'a comma or ]', undefined],
  ['a comment', '{\n  // all of it\n  "a": 1\n}', 2, 3, 'a key in double quotes', 'JSON has no comments'],
  ['a comment after a value', '{ "a": 1 /* one */ }', 1, 10, 'a comma or }', 'JSON has no comments'],
  ['single quotes', "{ 'a': 1 }", 1, 3, 'a key in double quotes', 'texts stand in double quotes'],
  ['a bare key', '{ a: 1 }', 1, 3, 'a key in double quotes', undefined],
  ['a bare word', '{ "a": yes }', 1, 8, 'a value', undefined],
  ['no value', '{ "a": }', 1, 8, 'a value', undefined],
  ['no colon', '{ "a" 1 }', 1, 7, 'a colon', undefined],
  ['a text over two lines', '{ "a": "one\ntwo" }', 1, 8, ...ONE_LINE],
  ['a lone backslash', '{ "a": "C:\\data" }', 1, 8, ...ONE_LINE],
  ['an early end', '{\n  "a": [1, 2', 2, 13, 'a comma or ]', 'the text ends too early'],
  ['nothing', '', 1, 1, 'a value', 'the text ends too early'],
  ['more than one value', '{}\n{}', 2, 1, 'the end of the text', undefined],
  ['a number with a leading zero', '[01]', 1, 3, 'a comma or ]', undefined],
  ['a key that stands twice', '{\n  "a": 1,\n  "\\u0061": 2\n}', 3, 3, 'each key once in an object', undefined],
  ['too many levels', '['.repeat(200), 1, 102, 'no more than 100 levels', undefined],
])('reports %s', (_, text, line, column, expected, hint) =>
  expect(readJson(text)).toEqual({ outcome: 'invalid', line, column, expected, hint }),
)

it('counts lines that end in the manner of Windows', () =>
  expect(readJson('{\r\n  "a": 1\r\n  "b": 2\r\n}')).toMatchObject({ line: 3, column: 3 }))

it('passes over a byte order mark', () =>
  expect(readJson('\ufeff{"a":1}')).toEqual({ outcome: 'read', value: { a: 1 } }))

it('agrees with JSON.parse on texts with one character more, less or other', () => {
  const whole = '{"a": [1, -2.5e+3, true, null, "x\\n\\u00e9\\""], "b": {"c": {}, "d": []}, "e": ""}'
  const variants = [...whole].flatMap((_, at) => [
    whole.slice(0, at) + whole.slice(at + 1),
    ...[...'",:[]{}0x\\ \n-.e'].flatMap((char) =>
      [at, at + 1].map((rest) => whole.slice(0, at) + char + whole.slice(rest)),
    ),
  ])
  const isParsed = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  const others = variants.filter((text) => {
    const reading = readJson(text)
    const isStricter = reading.outcome === 'invalid' && /^each key once|control|exactly/.test(reading.expected)
    return (reading.outcome === 'read') !== isParsed(text) && !isStricter
  })
  expect(others).toEqual([])
  expect(variants.filter(isParsed).length).toBeGreaterThan(100)
})
