/** A file under test/ that never runs proves nothing. */
import { existsSync, readFileSync } from 'node:fs'
import { LANES, laneOf, PLACES } from '../runner/lanes.ts'
import { reached } from '../runner/reached.ts'
import { liesIn, readSource, sourceFiles } from './sources.ts'

/** Files that no test reaches, with the reason. */
const APART: readonly { readonly place: string; readonly why: string }[] = [
  { place: 'test/types', why: 'the compiler is the one that runs it' },
  { place: 'test/bench', why: 'measures, and is run by hand' },
  { place: 'test/apps', why: 'npm run test:apps runs it, with libraries that the project does not install otherwise' },
  { place: 'test/kit', why: 'the package contains it, and its test uses the package' },
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
      return !/\b(?:it|test)(?:\.concurrent)?(?:\.each)?[(<]/.test(text) || !/\b(?:expect|assert)\w*\b/.test(text)
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

  it.each(APART)('$place is there: $why', ({ place }) => expect(existsSync(place)).toBe(true))
})

describe('lanes', () => {
  it('have each test file once', () => expect(tests.filter((path) => laneOf(path) === undefined)).toEqual([]))

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
    for (const name of ['all', 'guides', 'timing'])
      expect(scripts[`test:${name}`]).toBe(`node test/run.ts --lane ${name}`)
    expect(Object.keys(LANES)).toEqual(['core', 'all', 'guides', 'timing'])
  })
})

/** Files that measure durations outside test/timing, and why no test fails by them. */
const MEASURING: readonly { readonly place: string; readonly why: string }[] = [
  { place: 'test/attack', why: 'npm run attack reports times; its quick form, which a test runs, checks none' },
  { place: 'test/bench', why: 'measures, and is run by hand' },
  { place: 'test/race/wire.ts', why: 'npm run race reports times; no test checks them' },
  { place: 'test/apps', why: 'npm run test:apps runs it' },
  { place: 'test/proof/recorder.ts', why: 'the times of a recording say which request came before which' },
  { place: 'test/proof/mixed-load.ts', why: 'the same' },
  { place: 'test/faults/rel-08-flapping.test.ts', why: 'load goes on for a time, and until enough has happened' },
  { place: 'test/serve/accept-queue.test.ts', why: 'keeps the event loop busy' },
  { place: 'test/support/slot-mover.ts', why: 'the pace of failovers' },
  { place: 'test/support/store-trouble.ts', why: 'the end of a wait that only a hang reaches' },
  { place: 'test/examples/reference-processes.test.ts', why: 'a least time, for which no machine is too slow' },
]
/** Files for test/timing and the benchmark only. */
const STOPWATCHES = ['dominance', 'logout-event-loop', 'page-price', 'slowdown'].map(
  (name) => `test/support/${name}.ts`,
)

/** Tests of short limits of Portico. */
const LIMITS = [
  'test/adapters/ldap/servers.test.ts',
  'test/adapters/ldap/settings.test.ts',
  'test/adapters/postgres-resolution.test.ts',
  'test/adapters/postgres-shared-statement.test.ts',
  'test/adapters/redis-errors.test.ts',
  'test/adapters/redis-open.test.ts',
  'test/adapters/redis-resolution.test.ts',
  'test/adapters/redis-topologies.test.ts',
  'test/adapters/smtp.test.ts',
  'test/config/directory-settings.test.ts',
  'test/faults/rel-09-store-crash.test.ts',
  'test/faults/unusable-store.test.ts',
  'test/flows/directory-errors.test.ts',
  'test/flows/directory-lockout.test.ts',
  'test/flows/directory-rules.test.ts',
  'test/flows/directory-users.test.ts',
  'test/flows/panel-host-users.test.ts',
]

describe('no test outside test/timing', () => {
  const untimed = tests.filter((path) => laneOf(path) !== 'timing' && !liesIn(path, 'test/bench'))
  const found = (pattern: RegExp, apart: readonly string[]): readonly string[] =>
    files
      .filter((path) => ![...apart, 'test/timing'].some((place) => liesIn(path, place)))
      .flatMap((path) => {
        const lines = readSource(path).split('\n')
        return lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []))
      })

  it('measures how long something takes', () => {
    const watch = /\bperformance\.now\(|\bprocess\.(?:cpuUsage|hrtime)\b|\beventLoopUtilization\b/
    const apart = [...MEASURING.map(({ place }) => place), ...STOPWATCHES, 'test/structure/test-files.test.ts']
    expect(found(watch, apart)).toEqual([])
    expect(untimed.filter((path) => STOPWATCHES.some((stopwatch) => reached([path]).has(stopwatch)))).toEqual([])
  })

  it('names a time for a test or hook: the runner has one that only a hang reaches', () => {
    expect(settings['testTimeout']).toBeGreaterThanOrEqual(60_000)
    const named = tests.filter((path) =>
      callsIn(readSource(path)).some((call) => /\},\s*(?:[\d_]+|[A-Z_]+_MS)\s*,?\s*\)$/.test(call)),
    )
    expect(named).toEqual([])
  })

  it('gives the service a short limit, unless the limit is what is tested', () => {
    const literal = /\b(?:commandTimeoutMs|timeoutMs|timeoutSeconds)\b: [\d_]+/
    expect(found(literal, [...LIMITS, 'test/bench', 'test/apps', 'test/attack'])).toEqual([])
    expect(LIMITS.filter((path) => !literal.test(readSource(path)))).toEqual([])
  })

  it.each(MEASURING)('but $place: $why', ({ place }) => expect(existsSync(place)).toBe(true))
})

/** The calls that declare a test or hook, in the formatter's layout: to the closing bracket at the same depth. */
function callsIn(text: string): readonly string[] {
  return [...text.matchAll(/^( *)(?:it|test|beforeAll|beforeEach|afterAll|afterEach)\b[^]*?\n\1\S*\)$/gm)].map(
    ([call]) => call,
  )
}
