/** Work that parallel requests need is done once, in one process or in all of them. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { unavailable } from './client-error.ts'
import type { Sealing } from './cookies.ts'
import type { SessionRecords } from './session-records.ts'

/** Longer than a refresh with its retries. A process that dies holds others up for this time. */
const LOCK_SECONDS = 45
/** Requests with the cookie from before the work get its result for this time. */
const RESULT_SECONDS = 600
const POLL_MS = 25
/** After a failure, no request of this process tries again for this time. */
const PAUSE_MS = 2_000

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** @param keepMs how long later calls get the result, and the error */
export function share<Result>(
  results: Map<string, Promise<Result>>,
  key: string,
  work: () => Promise<Result>,
  keepMs: readonly [result: number, error: number],
): Promise<Result> {
  const known = results.get(key)
  if (known !== undefined) return known
  const result = work()
  results.set(key, result)
  const remove = () => results.delete(key)
  const removeAfter = (ms: number) => () => void (ms > 0 ? setTimeout(remove, ms).unref() : remove())
  result.then(removeAfter(keepMs[0]), removeAfter(keepMs[1]))
  return result
}

/** Runs work with a key once, in all processes that share the records. Other callers get its result. */
export function onceAcrossProcesses<Result extends object>(records: SessionRecords, sealed: Sealing) {
  const results = new Map<string, Promise<Result>>()

  const locked = async (key: string, work: () => Promise<Result>): Promise<Result> => {
    const deadline = Date.now() + LOCK_SECONDS * 1000
    while (Date.now() < deadline) {
      if (await records.set(key, 'locked', LOCK_SECONDS, 'only-new')) {
        try {
          const value = await work()
          await records.set(key, await sealed.seal(value), RESULT_SECONDS)
          return value
        } catch (error) {
          await records.delete(key)
          throw error
        }
      }
      const done = await sealed.open<Result>(await records.get(key))
      if (done !== undefined) return done
      await pause(POLL_MS)
    }
    throw unavailable('Another process did not finish the refresh in time.')
  }
  return (key: string, work: () => Promise<Result>): Promise<Result> =>
    share(results, key, () => locked(key, work), [0, PAUSE_MS])
}
