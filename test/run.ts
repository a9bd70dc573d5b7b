/**
 * `npm test`: builds, installs what is missing where it can, runs the test files of a lane, or those that are named, and says at the end
 * how many tests passed and failed.
 *
 *     npm test                              the core lane
 *     npm test -- test/flows/consent        the files whose path begins so, of whatever lane
 *     npm test -- test/cli -t 'update'      those of their tests whose name matches
 *     npm test -- --list                    the paths of the files; nothing runs
 *     npm run test:all                      the core and the extended lane; `--except-core` leaves the core out
 *     npm run test:timing                   what judges time, alone on the machine
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCLI } from 'jest'
import { LANES, type Lane, laneOf } from './runner/lanes.ts'
import { failuresIn, sourceOf } from './runner/progress.ts'
import { installLine, missingTools, toolsFor } from './runner/tools.ts'
import { sourceFiles } from './structure/sources.ts'
import { canInstall, installPackages } from './support/debian-packages.ts'

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

/** @throws where a path fits no file */
function chosen(): readonly string[] {
  if (positionals.length > 0) {
    const fits = (path: string, named: string): boolean => path.startsWith(named.replace(/^\.\//, ''))
    const idle = positionals.filter((named) => !tests.some((path) => fits(path, named)))
    if (idle.length > 0) throw new Error(`no test file begins with ${idle.join(', ')}`)
    return tests.filter((path) => positionals.some((named) => fits(path, named)))
  }
  const lanes = LANES[values.lane as keyof typeof LANES].filter((lane) => !(values['except-core'] && lane === 'core'))
  return tests.filter((path) => (lanes as readonly (Lane | undefined)[]).includes(laneOf(path)))
}

/** Builds and checks, or ends. */
function step(program: string, ...args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' })
  if (status !== 0) {
    console.log('\n0 passed, 1 failed')
    process.exit(1)
  }
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
  const needs = files.map(
    (file) =>
      [
        file,
        toolsFor(file, missing)
          .map(({ name }) => name)
          .join(', '),
      ] as const,
  )
  return new Map(needs.filter(([, names]) => names !== ''))
}

interface Run {
  readonly passed: number
  /** Paths of files with a failure, once for each. */
  readonly failed: readonly string[]
}

async function run(files: readonly string[], maxWorkers: number): Promise<Run> {
  const paths = files.map((path) => join('dist', path.replace(/\.tsx?$/, '.js')))
  const { results } = await runCLI(
    {
      _: paths,
      $0: 'jest',
      runTestsByPath: true,
      maxWorkers,
      ...(values.testNamePattern === undefined ? {} : { testNamePattern: values.testNamePattern }),
    } as never,
    [process.cwd()],
  )
  const failed = results.testResults.flatMap((file) =>
    Array.from({ length: failuresIn(file) }, () => `${sourceOf(file.testFilePath)}`),
  )
  return { passed: results.numPassedTests, failed }
}

const files = chosen()
if (values.list) {
  console.log(files.join('\n'))
  process.exit()
}
const apart = unrunnable(files)
if (positionals.length === 0 && values.lane !== 'timing') step('node_modules/@biomejs/biome/bin/biome', 'check', '.')
step('build.js')
const seed = process.env['TEST_SEED'] ?? String(randomInt(1_000_000))
// Processes that the tests start find what another has compiled.
const compiled = mkdtempSync(join(tmpdir(), 'portico-compiled-'))
Object.assign(process.env, { NODE_COMPILE_CACHE: compiled, ...process.env, TEST_SEED: seed })
const runnable = files.filter((file) => !apart.has(file))
console.log(`\nseed ${seed}, ${runnable.length} files`)
const alone = values.lane === 'timing'
let { passed, failed } = await run(runnable, alone ? 1 : 2)
const failedFiles = [...new Set(failed)]
if (alone && failed.length > 0) {
  console.log(`\nAgain, once: ${failedFiles.join(', ')}`)
  const again = await run(
    runnable.filter((file) => failedFiles.some((stem) => file.startsWith(`${stem}.`))),
    1,
  )
  for (const stem of failedFiles)
    if (!again.failed.includes(stem)) console.log(`slow machine: ${stem} passed when run again`)
  passed += again.passed
  failed = again.failed
}
rmSync(compiled, { recursive: true, force: true })
for (const [file, names] of apart) console.log(`not run: ${file} (needs ${names})`)
console.log(`\n${passed} passed, ${failed.length} failed`)
process.exitCode = passed > 0 && failed.length === 0 && apart.size === 0 ? 0 : 1
