/** Runs one test file in this process with jest-circus, and returns the result in jest's form. */
import { pathToFileURL } from 'node:url'
import { expect } from 'expect'
import * as circus from 'jest-circus'
import { stopAll } from '../support/at-end.ts'
import { chooseHash } from './quick-passwords.ts'

export interface Limits {
  /** Milliseconds for a test or hook without a timeout. */
  readonly testTimeout?: number
  readonly maxConcurrency: number
  readonly testNamePattern?: string
}

const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = circus
Object.assign(globalThis, { expect, describe, it, test, beforeAll, beforeEach, afterAll, afterEach })

/** Unhandled errors of the running file. */
const stray: Error[] = []
const keep = (error: unknown): void => void stray.push(error instanceof Error ? error : new Error(String(error)))
process.on('unhandledRejection', keep)
process.on('uncaughtException', keep)

const NOTHING: Pick<Awaited<ReturnType<typeof circus.run>>, 'testResults' | 'unhandledErrors'> = {
  testResults: [],
  unhandledErrors: [],
}

export async function runFile(path: string, { testTimeout, maxConcurrency, testNamePattern }: Limits) {
  stray.length = 0
  const start = Date.now()
  circus.resetState()
  const state = circus.getState()
  if (testTimeout !== undefined) state.testTimeout = testTimeout
  state.maxConcurrency = maxConcurrency
  state.testNamePattern = testNamePattern === undefined ? null : new RegExp(testNamePattern, 'i')
  expect.setState({ testPath: path })
  chooseHash(path)
  await import(pathToFileURL(path).href).catch(keep)
  // A file that does not load has an error, and no tests.
  const { testResults, unhandledErrors } = stray.length === 0 ? await circus.run() : NOTHING
  await stopAll().catch(keep)
  const results = testResults.map(({ testPath, errors, status, duration }) => {
    // The first is the root of all blocks.
    const names = testPath.slice(1).map(String)
    return {
      ancestorTitles: names.slice(0, -1),
      title: names.at(-1) ?? '',
      fullName: names.join(' '),
      status: status === 'done' ? (errors.length > 0 ? 'failed' : 'passed') : 'pending',
      duration,
      failureMessages: errors,
      numPassingAsserts: 0,
    }
  })
  const count = (wanted: string): number => results.filter(({ status }) => status === wanted).length
  const errors = [...unhandledErrors, ...stray.map(({ stack, message }) => stack ?? message)]
  const end = Date.now()
  return {
    testFilePath: path,
    testResults: results,
    numPassingTests: count('passed'),
    numFailingTests: count('failed'),
    numPendingTests: count('pending'),
    numTodoTests: 0,
    ...(errors.length > 0 ? { testExecError: { message: '', stack: errors.join('\n') } } : {}),
    failureMessage: errors.length > 0 || count('failed') > 0 ? 'failed' : null,
    perfStats: {
      start,
      end,
      runtime: end - start,
      slow: false,
      loadTestEnvironmentStart: 0,
      loadTestEnvironmentEnd: 0,
      setupFilesStart: 0,
      setupFilesEnd: 0,
    },
    openHandles: [],
    leaks: false,
    skipped: false,
    snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
  }
}
