/**
 * Real browsers, real stores and real clocks share a machine with whatever else runs on it: a test that fails is run
 * again twice, and each failure is printed. What is wrong fails three times.
 */
import { jest } from '@jest/globals'

jest.retryTimes(2, { logErrorsBeforeRetry: true })
