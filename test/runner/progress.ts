/**
 * The output of a run: a line for each finished file with its failures, so that a stopped run has reported them. At the
 * end come the slowest files, all failures, and the command to repeat them.
 */
import { relative } from 'node:path'

interface TestFile {
  readonly path: string
}
interface TestResult {
  readonly fullName: string
  readonly status: string
  readonly failureMessages: readonly string[]
}
interface FileResult {
  readonly testFilePath: string
  readonly numPassingTests: number
  readonly numFailingTests: number
  readonly testResults: readonly TestResult[]
  readonly testExecError?: { readonly stack?: string | null | undefined; readonly message: string } | null | undefined
  readonly perfStats: { readonly start: number; readonly end: number }
}
interface Totals {
  readonly numTotalTestSuites: number
  readonly numPassedTests: number
  readonly testResults: readonly FileResult[]
}

const SLOWEST = 10
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const seconds = ({ perfStats: { start, end } }: FileResult): number => (end - start) / 1000
const inSeconds = (value: number): string => `${value.toFixed(1)} s`.padStart(7)

/** @param path of a compiled test @returns the path of its source, without the ending */
export const sourceOf = (path: string): string => relative('dist', path).replace(/\.js$/, '')

/** A file that could not run, or left an error, counts as one failure. */
export const failuresIn = ({ numFailingTests, testExecError }: FileResult): number =>
  numFailingTests > 0 || !testExecError ? numFailingTests : 1

const quoted = (name: string): string => `'${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '.')}'`

/** Without the stack's lines of the runner. */
const shortened = (error: string): string =>
  error
    .split('\n')
    .filter((line) => !/^\s+at .*(?:node_modules|node:internal)/.test(line))
    .join('\n')

export default class Progress {
  #done = 0

  onTestResult({ path }: TestFile, result: FileResult, { numTotalTestSuites }: Totals): void {
    this.#done += 1
    const failed = failuresIn(result)
    const of = `${this.#done}/${numTotalTestSuites}`.padStart(9)
    const counted = failed > 0 ? `${failed} failed` : String(result.numPassingTests)
    print(`${of} ${inSeconds(seconds(result))} ${failed > 0 ? 'FAIL' : 'ok  '} ${sourceOf(path)} (${counted})`)
    this.#explain(result)
  }

  onRunComplete(_contexts: unknown, { testResults }: Totals): void {
    const slowest = testResults.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, SLOWEST)
    if (testResults.length > SLOWEST) {
      print('\nSlowest files:')
      for (const file of slowest) print(`${inSeconds(seconds(file))} ${sourceOf(file.testFilePath)}`)
    }
    for (const file of testResults) this.#explain(file)
  }

  #explain({ testFilePath, testResults, testExecError }: FileResult): void {
    const again = `TEST_SEED=${process.env['TEST_SEED']} npm test -- ${sourceOf(testFilePath)}`
    for (const { fullName, status, failureMessages } of testResults)
      if (status === 'failed')
        print(`\nFAIL ${fullName}\n${failureMessages.map(shortened).join('\n')}\n  ${again} -t ${quoted(fullName)}`)
    if (testExecError)
      print(`\nFAIL ${sourceOf(testFilePath)}\n${shortened(testExecError.stack ?? testExecError.message)}\n  ${again}`)
  }
}
