/**
 * Runs the test files for jest in child processes that load modules as Node does. jest's own runner evaluates every
 * module again for each file; here the files of one process share them. No test mocks a module.
 */
import { fileURLToPath } from 'node:url'
import { Worker } from 'jest-worker'
import type { runFile } from './run-file.ts'

interface TestFile {
  readonly path: string
}
interface GlobalConfig {
  readonly maxWorkers: number
  readonly maxConcurrency: number
  readonly testTimeout?: number
  readonly testNamePattern?: string
}
type OnResult = (test: TestFile, result: unknown) => Promise<void>

/** A larger process is replaced between two files. */
const LARGEST_BYTES = 1_500 * 1024 * 1024

export default class NativeRunner {
  readonly supportsEventEmitters = false
  readonly #config: GlobalConfig

  constructor(config: GlobalConfig) {
    this.#config = config
  }

  async runTests(
    tests: readonly TestFile[],
    _watcher: unknown,
    onStart: (test: TestFile) => Promise<void>,
    onResult: OnResult,
    onFailure: OnResult,
  ): Promise<void> {
    const { maxWorkers, maxConcurrency, testTimeout, testNamePattern } = this.#config
    const limits = {
      maxConcurrency,
      ...(testTimeout === undefined ? {} : { testTimeout }),
      ...(testNamePattern === undefined ? {} : { testNamePattern }),
    }
    const processes = new Worker(fileURLToPath(new URL('./run-file.js', import.meta.url)), {
      numWorkers: maxWorkers,
      exposedMethods: ['runFile'],
      maxRetries: 0,
      idleMemoryLimit: LARGEST_BYTES,
      forkOptions: { stdio: 'inherit' },
    }) as Worker & { readonly runFile: typeof runFile }
    const waiting = [...tests]
    const take = async (): Promise<void> => {
      for (let test = waiting.shift(); test !== undefined; test = waiting.shift()) {
        await onStart(test)
        try {
          const result = await processes.runFile(test.path, limits)
          // For a file without tests, Jest does not report the reason.
          if (result.testResults.length === 0 && result.testExecError !== undefined) throw result.testExecError
          await onResult(test, result)
        } catch (error) {
          await onFailure(test, error)
        }
      }
    }
    await Promise.all(Array.from({ length: maxWorkers }, take))
    await processes.end()
  }
}
