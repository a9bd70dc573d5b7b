/**
 * `npm test`: builds, installs missing programs where it can, runs the test files of a lane, or named ones, and prints
 * the number of passed and failed tests.
 *
 *     npm test                              the core lane
 *     npm test -- test/flows/consent        the files with this beginning of the path, of any lane
 *     npm test -- test/cli -t 'update'      those of their tests whose name matches
 *     npm test -- --list                    the paths of the files; nothing runs
 *     npm run test:all                      the core and the extended lane; `--except-core` leaves the core out
 *     npm run test:guides                   how-tos, with the packages that they install
 *     npm run test:timing                   measures time, alone on the machine
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCLI } from 'jest'
import { GUIDES } from './guides/packages.ts'
import { LANES, type Lane, laneOf } from './runner/lanes.ts'
import { failuresIn } from './runner/progress.ts'
import { installLine, missingTools, toolsFor } from './runner/tools.ts'
import { liesIn, sourceFiles } from './structure/sources.ts'
import { canInstall, installPackages } from './support/debian-packages.ts'
import { LONG_FORM } from './support/long-form.ts'
import { HANG_MS } from './support/patience.ts'

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

const { values, positionals } = parseArgs({
  options: {
    lane: { type: 'string', default: 'core' },
    'except-core': { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    testNamePattern: { type: 'string', short: 't' },
  },
  allowPositionals: true,
})

const tests = sourceFiles(['test']).filter((path) => /\.test\.tsx?$/.test(path))

/** Ends the run where a path fits no file. */
function chosen(): readonly string[] {
  if (positionals.length > 0) {
    const fits = (path: string, named: string): boolean => path.startsWith(named.replace(/^\.\//, ''))
    const idle = positionals.filter((named) => !tests.some((path) => fits(path, named)))
    if (idle.length > 0) end(`No test file begins with ${idle.join(', ')}.`)
    return tests.filter((path) => positionals.some((named) => fits(path, named)))
  }
  const lanes = LANES[values.lane as keyof typeof LANES].filter((lane) => !(values['except-core'] && lane === 'core'))
  return tests.filter((path) => (lanes as readonly (Lane | undefined)[]).includes(laneOf(path)))
}

function end(why: string): never {
  console.log(`${why}\n\n0 passed, 1 failed`)
  process.exit(1)
}

/** Checks or builds, or ends. */
function step(program: string, ...args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' })
  if (status !== 0) end(`${program} ${args.join(' ')} failed.`)
}

/** Installs what is missing. @returns files that cannot run, with the programs that they need */
function unrunnable(files: readonly string[]): ReadonlyMap<string, string> {
  let missing = missingTools()
  missing = missing.filter((tool) => files.some((file) => toolsFor(file, [tool]).length > 0))
  if (missing.length === 0) return new Map()
  console.log(`Missing: ${missing.map(({ name }) => name).join(', ')}. On Debian, as root: ${installLine(missing)}`)
  if (canInstall()) {
    installPackages([...new Set(missing.flatMap(({ packages }) => packages))])
    missing = missing.filter(({ isThere }) => !isThere())
  }
  const namesFor = (file: string): string =>
    toolsFor(file, missing)
      .map(({ name }) => name)
      .join(', ')
  return new Map(files.map((file) => [file, namesFor(file)] as const).filter(([, names]) => names !== ''))
}

/** In memory, where there is room: the embedded store waits for the disk with every change. */
function temporaryPlace(): string {
  const free = existsSync(MEMORY) ? statfsSync(MEMORY) : undefined
  return free !== undefined && free.bavail * free.bsize >= ROOM_BYTES ? MEMORY : tmpdir()
}

interface Counts {
  readonly passed: number
  readonly failed: number
}

/** The tests of files, by the path of each. @param maxWorkers the number in package.json if absent */
async function run(files: readonly string[], maxWorkers?: number): Promise<ReadonlyMap<string, Counts>> {
  const compiled = new Map(files.map((path) => [resolve('dist', path.replace(/\.tsx?$/, '.js')), path]))
  const options = {
    _: [...compiled.keys()],
    $0: 'jest',
    runTestsByPath: true,
    ...(maxWorkers === undefined ? {} : { maxWorkers }),
    ...(values.testNamePattern === undefined ? {} : { testNamePattern: values.testNamePattern }),
    ...(LONG_FORM ? { testTimeout: 12 * HANG_MS } : {}),
  }
  const { results } = await runCLI(options as never, [process.cwd()])
  return new Map(
    results.testResults.map((file) => [
      compiled.get(file.testFilePath) as string,
      { passed: file.numPassingTests, failed: failuresIn(file) },
    ]),
  )
}

/** A file of the timing lane that fails runs once more: it may be the machine. */
async function runAlone(files: readonly string[]): Promise<ReadonlyMap<string, Counts>> {
  const first = await run(files, 1)
  const failed = files.filter((file) => first.get(file)?.failed !== 0)
  if (failed.length === 0) return first
  console.log(`\nAgain, once: ${failed.join(', ')}`)
  const second = await run(failed, 1)
  for (const [file, counts] of second) if (counts.failed === 0) console.log(`slow machine: ${file} failed, then passed`)
  return new Map([...first, ...second])
}

const files = chosen()
if (values.list) {
  console.log(files.join('\n'))
  process.exit()
}
const apart = unrunnable(files)
if (files.some((path) => liesIn(path, GUIDES.folder))) GUIDES.install()
const isTiming = values.lane === 'timing'
if (positionals.length === 0 && !isTiming) step('node_modules/@biomejs/biome/bin/biome', 'check', '.')
step('build.js', '--if-needed')
const seed = process.env['TEST_SEED'] ?? String(randomInt(1_000_000))
const place = mkdtempSync(join(temporaryPlace(), 'portico-tests-'))
// As the folder for temporary files is: what a test makes there has its own permissions.
chmodSync(place, 0o755)
// Processes that the tests start find what another has compiled.
Object.assign(process.env, {
  NODE_COMPILE_CACHE: join(place, 'compiled'),
  ...process.env,
  TMPDIR: place,
  TEST_SEED: seed,
  // A source that changes meanwhile must not replace the programs of the running tests.
  TEST_RUN: place,
})
const runnable = files.filter((file) => !apart.has(file))
console.log(`\nseed ${seed}, ${runnable.length} files`)
const counts = await (isTiming ? runAlone(runnable) : run(runnable))
rmSync(place, { recursive: true, force: true })
for (const [file, names] of apart) console.log(`not run: ${file} (needs ${names})`)
const sum = (which: keyof Counts): number => [...counts.values()].reduce((total, count) => total + count[which], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('passed') > 0 && sum('failed') === 0 && apart.size === 0 ? 0 : 1
