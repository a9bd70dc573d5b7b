/** A file under test/ that nobody runs proves nothing, however it is named. */
import { existsSync, readFileSync } from 'node:fs'
import { reached } from '../runner/reached.ts'
import { liesIn, readSource, sourceFiles } from './sources.ts'

/** What is not reached from a test, and why it is there. */
const APART: readonly { readonly place: string; readonly why: string }[] = [
  { place: 'test/types', why: 'the compiler is the one that runs it' },
  { place: 'test/bench', why: 'measures, and is run by hand' },
  { place: 'test/apps', why: 'npm run test:apps runs it, with libraries that the project does not install otherwise' },
  { place: 'test/prepare.ts', why: 'npm test runs it before the tests' },
  { place: 'test/support/debian-packages.ts', why: 'what runs before the tests installs with it' },
  { place: 'test/run.ts', why: 'npm test is this' },
  { place: 'test/order.ts', why: 'jest asks it which file comes next' },
  { place: 'test/support/quick-passwords.ts', why: 'jest runs it before every test file' },
]

const { jest: settings } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly jest: Readonly<Record<string, unknown>>
}
const files = sourceFiles(['test'], '{ts,tsx,js,mjs,cjs}')
const tests = files.filter((path) => /\.test\.tsx?$/.test(path))
const apart = (path: string): boolean => APART.some(({ place }) => liesIn(path, place))

describe('every file under test/', () => {
  it('is a test, is used by one, or says why not', () => {
    const used = reached(tests)
    expect(files.filter((path) => !used.has(path) && !apart(path))).toEqual([])
  })

  it('that is a test has something that can fail', () => {
    const idle = tests.filter((path) => {
      const text = [...reached([path])].map(readSource).join('\n')
      return !/\b(?:it|test)(?:\.each)?[(<]/.test(text) || !/\b(?:expect|assert)\w*\b/.test(text)
    })
    expect(idle).toEqual([])
  })

  it('that is a test is found by npm test', () => {
    expect(settings['testMatch']).toEqual(['<rootDir>/dist/test/**/*.test.js'])
  })

  it('is run once: nothing is tried again, left out, or ended by force', () => {
    expect(settings).not.toHaveProperty('forceExit')
    const evasive =
      /\bretryTimes\b|\b(?:it|test|describe)(?:\.concurrent)?\.(?:skip|only|todo|failing)\b|\bx(?:it|describe)\(/
    expect(tests.filter((path) => evasive.test(readSource(path)))).toEqual([])
  })

  it('has 15 s for a test, or names the longer time', () => {
    expect(settings['testTimeout']).toBeLessThanOrEqual(15_000)
    const unnamed = (path: string): boolean =>
      [...readSource(path).matchAll(/\},\s+(\d[\d_]*),?\s*\)/g)].some(
        ([, ms = '']) => Number(ms.replaceAll('_', '')) > 15_000,
      )
    expect(tests.filter(unnamed)).toEqual([])
  })

  it.each(APART)('$place is there: $why', ({ place }) => {
    expect(existsSync(place)).toBe(true)
  })
})
