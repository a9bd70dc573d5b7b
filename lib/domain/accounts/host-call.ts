import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import { DenialError, unavailable } from '../denial-error.ts'
import { inTime } from '../in-time.ts'
import type { Bounded } from './factors/second-factors.ts'

export type CallHost = <T>(call: () => T | Promise<T>) => Promise<T>

/**
 * Calls host functions, which can be slow or fail. A failure or timeout results in a 503 response.
 * @param seconds timeout for each call
 * @param limit name of the timeout setting, for the log
 */
export function callHost(seconds: number, report: (error: unknown) => void, limit = 'host.timeoutSeconds'): CallHost {
  return async (call) => {
    try {
      return await inTime(
        async () => call(),
        seconds * 1000,
        () => {
          throw new Error(`the host did not respond in ${seconds} s (${limit})`)
        },
      )
    } catch (error) {
      // These are not host errors: the password was not hashed, or the embedded directory's store is unavailable.
      if (error instanceof DenialError || error instanceof StoreUnavailable) throw error
      report(error)
      throw unavailable('directory_unavailable')
    }
  }
}

/** Applies a timeout to every method of a repository. Looks up methods when called, so class instances work too. */
export function withTimeout<Repository extends object>(repository: Repository, call: CallHost): Bounded<Repository> {
  const get = (target: Repository, name: string | symbol): unknown => {
    const method: unknown = Reflect.get(target, name)
    if (typeof method !== 'function') return method
    return async (...sent: unknown[]) => (await call(() => Reflect.apply(method, target, sent) as unknown)) ?? undefined
  }
  return new Proxy(repository, { get }) as unknown as Bounded<Repository>
}
