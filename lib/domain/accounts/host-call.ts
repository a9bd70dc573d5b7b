import { unavailable } from '../denial-error.ts'

/** How long a function of the host may take, in milliseconds. */
const HOST_TIMEOUT_MS = 4_000

/**
 * Asks a function of the host: it may be slow or fail, and then the service says 503 in bounded time, instead of taking
 * a failure for an answer.
 */
export function hostQuestion(report: (fault: unknown) => void): <T>(question: () => T | Promise<T>) => Promise<T> {
  return async <T>(question: () => T | Promise<T>) => {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the host did not answer in time')), HOST_TIMEOUT_MS)
    })
    try {
      return await Promise.race([(async () => question())(), timeout])
    } catch (fault) {
      report(fault)
      throw unavailable('directory_unavailable')
    } finally {
      clearTimeout(timer)
    }
  }
}
