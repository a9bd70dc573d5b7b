/**
 * Real browsers, real stores and real clocks share a machine with whatever else runs on it: a test that fails is tried
 * once more in its place, and each failure is printed. test/run.ts runs a file that still failed once more, alone.
 */
import { jest } from '@jest/globals'

jest.retryTimes(1, { logErrorsBeforeRetry: true })
