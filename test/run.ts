/**
 * `npm test`: all test files, or those that match the arguments, once. Nothing is tried again. Says at the end how many
 * tests passed and failed.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface FileResult {
  readonly status: 'passed' | 'failed'
  readonly assertionResults: readonly { readonly status: string }[]
}

const countOf = ({ assertionResults }: FileResult, wanted: string): number =>
  assertionResults.filter(({ status }) => status === wanted).length
/** A file that could not even start counts as one failure. */
const failedIn = (file: FileResult): number => (file.status === 'passed' ? 0 : Math.max(1, countOf(file, 'failed')))
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const folder = mkdtempSync(join(tmpdir(), 'portico-results-'))
const results = join(folder, 'results.json')
/** Processes that the tests start find what another has compiled. */
const ENVIRONMENT = { NODE_COMPILE_CACHE: join(folder, 'compiled'), ...process.env }

/** @returns undefined where jest ended without results */
function read(): readonly FileResult[] | undefined {
  try {
    return (JSON.parse(readFileSync(results, 'utf8')) as { readonly testResults: readonly FileResult[] }).testResults
  } catch {
    return undefined
  }
}

/** What holds times to a bound of its own has the machine and a small heap for itself, and is over before the others begin. */
const ALONE = `/(?:${[
  'faults/password-flood',
  'faults/delivery-load',
  'adapters/redis-faults',
  'adapters/redis-resolution',
  'flows/panel-list',
  'flows/panel-size',
].join('|')})\\.test`

interface Run {
  readonly status: number | null
  readonly files: readonly FileResult[] | undefined
}

function jest(options: readonly string[]): Run {
  const line = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${results}`]
  rmSync(results, { force: true })
  const { status } = spawnSync(process.execPath, [...line, ...options], { stdio: 'inherit', env: ENVIRONMENT })
  return { status, files: read() }
}

const wanted = process.argv.slice(2)
const runs =
  wanted.length > 0
    ? [jest(wanted)]
    : [jest(['--runInBand', '--testPathPatterns', ALONE]), jest(['--testPathIgnorePatterns', ALONE])]
rmSync(folder, { recursive: true })
const passed = sum(runs.flatMap(({ files = [] }) => files.map((file) => countOf(file, 'passed'))))
const failed = sum(runs.map(({ files }) => (files === undefined ? 1 : sum(files.map(failedIn)))))
console.log(`\n${passed} passed, ${failed} failed`)
const inOrder = runs.every(({ status }) => status === 0)
process.exitCode = passed > 0 && failed === 0 && inOrder ? 0 : 1
