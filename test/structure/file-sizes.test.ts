import { globSync } from 'node:fs'
import { readSource, sourceFiles } from './sources.ts'

const LINES_MAX = 250
const COLUMNS_MAX = 120
/** Names that do not describe their content. */
const NAMELESS = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'managers', 'shared', 'core']
const FOLDERS = ['policies', 'lib', 'adapters', 'examples']

describe('files', () => {
  it(`have ${LINES_MAX} lines at most: a longer one has a part that needs a name`, () => {
    const long = sourceFiles(FOLDERS, '{ts,tsx,js,lua,css}').map(
      (file) => [file, readSource(file).trimEnd().split('\n').length] as const,
    )
    expect(long.length).toBeGreaterThan(100)
    expect(long.filter(([, lines]) => lines > LINES_MAX)).toEqual([])
  })

  it(`have comments of ${COLUMNS_MAX} columns at most, as code has`, () => {
    const wide = sourceFiles([...FOLDERS, 'test'], '{ts,tsx,js,lua,css}').flatMap((file) =>
      readSource(file)
        .split('\n')
        .flatMap((line, index) =>
          /^\s*(?:\/\/|\/?\*|--)/.test(line) && [...line].length > COLUMNS_MAX ? [`${file}:${index + 1}`] : [],
        ),
    )
    expect(wide).toEqual([])
  })

  it('and folders are named by what they are about', () => {
    const paths = globSync([...FOLDERS, 'test'].map((folder) => `${folder}/**`))
    expect(
      paths.filter((path) => path.split(/[\\/]/).some((part) => NAMELESS.includes(part.split('.')[0] ?? ''))),
    ).toEqual([])
  })

  it('are named in kebab-case', () => {
    const wanted = /(?:^|\/)[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.[^/]*$/
    expect(sourceFiles([...FOLDERS, 'test'], '{ts,tsx,lua}').filter((path) => !wanted.test(path))).toEqual([])
  })

  it('export by name: nothing by default, nothing by the armful', () => {
    // jest takes these by default export.
    const apart = ['native-runner', 'order', 'progress'].map((name) => `test/runner/${name}.ts`)
    const own = sourceFiles([...FOLDERS, 'test']).filter((path) => !path.endsWith('.d.ts') && !apart.includes(path))
    expect(own.filter((path) => /^export (?:default\b|\*)/m.test(readSource(path)))).toEqual([])
  })
})

describe('nothing is left for later', () => {
  // Written in two parts, so that this file does not find itself.
  const unfinished = new RegExp(
    ['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].map((word) => `\\b${word}\\b`).join('|'),
  )
  const skipped = new RegExp(
    `\\b(?:it|test|describe)\\.(?:${['sk' + 'ip', 'on' + 'ly', 'to' + 'do'].join('|')})\\b|\\bx(?:it|describe)\\(`,
  )

  it('in the code', () =>
    expect(
      sourceFiles([...FOLDERS, 'test'], '{ts,tsx,js,lua,css,md}').filter((path) => unfinished.test(readSource(path))),
    ).toEqual([]))

  it('in the tests: none is skipped, none runs alone', () =>
    expect(sourceFiles(['test']).filter((path) => skipped.test(readSource(path)))).toEqual([]))
})
