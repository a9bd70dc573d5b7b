/**
 * `npm test`: all test files, two at a time; those that failed once more, each alone on the machine, because browsers and
 * clocks suffer from what runs beside them. What is wrong fails again. Says at the end which files needed it, and counts.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

interface FileResult {
  readonly name: string
  readonly status: 'passed' | 'failed'
  readonly assertionResults: readonly { readonly status: string }[]
}

/** More than that is no matter of neighbours. */
const MOST_RERUN = 8

const folder = mkdtempSync(join(tmpdir(), 'portico-results-'))
const passedIn = ({ assertionResults }: FileResult): number =>
  assertionResults.filter(({ status }) => status === 'passed').length
/** A file that could not even start counts as one failure. */
const failedIn = ({ status, assertionResults }: FileResult): number =>
  status === 'passed' ? 0 : Math.max(1, assertionResults.filter((result) => result.status === 'failed').length)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** @returns undefined when jest ended without results */
function jest(args: readonly string[]): readonly FileResult[] | undefined {
  const results = join(folder, 'results.json')
  rmSync(results, { force: true })
  spawnSync(
    process.execPath,
    ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${results}`, ...args],
    { stdio: 'inherit' },
  )
  try {
    return (JSON.parse(readFileSync(results, 'utf8')) as { readonly testResults: readonly FileResult[] }).testResults
  } catch {
    return undefined
  }
}

function run(args: readonly string[]): readonly FileResult[] | undefined {
  const first = jest(args)
  const failed = first?.filter(({ status }) => status === 'failed') ?? []
  if (first === undefined || failed.length === 0 || failed.length > MOST_RERUN) return first
  console.log(`\nOnce more, alone: ${failed.map(({ name }) => relative('', name)).join(', ')}\n`)
  const second = jest(['--runInBand', '--runTestsByPath', ...failed.map(({ name }) => name)]) ?? failed
  for (const { name, status } of second)
    if (status === 'passed') console.log(`failed beside others, passed alone: ${relative('', name)}`)
  return [...first.filter(({ status }) => status === 'passed'), ...second]
}

const results = run(process.argv.slice(2))
rmSync(folder, { recursive: true })
const passed = sum((results ?? []).map(passedIn))
const failed = results === undefined ? 1 : sum(results.map(failedIn))
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = passed > 0 && failed === 0 ? 0 : 1
