/** A file under test/ that nothing runs proves nothing, whatever its name. */
import { existsSync, readFileSync } from 'node:fs'
import { LANES, laneOf, PLACES } from '../runner/lanes.ts'
import { reached } from '../runner/reached.ts'
import { liesIn, readSource, sourceFiles } from './sources.ts'

/** What no test reaches, and why it is there. */
const APART: readonly { readonly place: string; readonly why: string }[] = [
  { place: 'test/types', why: 'the compiler is the one that runs it' },
  { place: 'test/bench', why: 'measures, and is run by hand' },
  { place: 'test/apps', why: 'npm run test:apps runs it, with libraries that the project does not install otherwise' },
  { place: 'test/run.ts', why: 'npm test is this' },
  { place: 'test/runner', why: 'jest and npm test load it' },
  { place: 'test/support/debian-packages.ts', why: 'npm test installs programs with it' },
]

const { jest: settings } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly jest: Readonly<Record<string, unknown>>
}
const files = sourceFiles(['test'], '{ts,tsx,js,mjs,cjs}')
const tests = files.filter((path) => /\.test\.tsx?$/.test(path))
const apart = (path: string): boolean => APART.some(({ place }) => liesIn(path, place))

describe('every file under test/', () => {
  it('is a test, is used by one, or has a reason', () => {
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

  it('that is a test runs once: it is not tried again, left out, or ended by force', () => {
    expect(settings['testMatch']).toEqual(['<rootDir>/dist/test/**/*.test.js'])
    expect(settings).not.toHaveProperty('forceExit')
    const evasive =
      /\bretryTimes\b|\b(?:it|test|describe)(?:\.concurrent)?\.(?:skip|only|todo|failing)\b|\bx(?:it|describe)\(/
    expect(tests.filter((path) => evasive.test(readSource(path)))).toEqual([])
  })

  it.each(APART)('$place is there: $why', ({ place }) => {
    expect(existsSync(place)).toBe(true)
  })
})

describe('lanes', () => {
  it('have each test file once', () => {
    expect(tests.filter((path) => laneOf(path) === undefined)).toEqual([])
  })

  it('name places that exist, each once', () => {
    const places = PLACES.map(({ place }) => place)
    expect(
      places.filter((place) => !existsSync(place) && ![`.test.ts`, `.test.tsx`].some((end) => existsSync(place + end))),
    ).toEqual([])
    expect(new Set(places).size).toBe(places.length)
  })

  it('are the lanes of a command each', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    expect(scripts['test']).toBe('node test/run.ts')
    for (const name of ['all', 'timing']) expect(scripts[`test:${name}`]).toBe(`node test/run.ts --lane ${name}`)
    expect(Object.keys(LANES)).toEqual(['core', 'all', 'timing'])
  })
})

describe('no test outside test/timing', () => {
  const untimed = files.filter(
    (path) => !['test/timing', 'test/bench', 'test/apps'].some((place) => liesIn(path, place)),
  )
  const found = (pattern: RegExp): readonly string[] =>
    untimed.flatMap((path) => {
      const lines = readSource(path).split('\n')
      return lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []))
    })

  it('measures how long something takes', () => {
    expect(found(/\bperformance\.now\(|\bprocess\.(?:cpuUsage|hrtime)\b|\beventLoopUtilization\b/)).toEqual([])
  })

  it('names a time for a test or hook: the runner has one that only a hang reaches', () => {
    expect(settings['testTimeout']).toBeGreaterThanOrEqual(60_000)
    expect(found(/^\s*\}, (?:[\d_]+|[A-Z_]+_MS)\)$/)).toEqual([])
  })

  it('gives the service a short limit, unless the limit is what is tested', () => {
    expect(found(/\b(?:commandTimeoutMs|timeoutMs|timeoutSeconds)\b: [\d_]+/)).toEqual([])
  })
})
