import { setTimeout } from 'node:timers/promises'
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

/** Runs work with a key once, in all processes that share the records. Other callers get its result. */
export function onceAcrossProcesses(records: SessionRecords, sealed: Sealing) {
  const underway = new Map<string, Promise<object>>()

  const shared = async (key: string, work: () => Promise<object>): Promise<object> => {
    const [lock, result] = [`lock:${key}`, `result:${key}`]
    const deadline = Date.now() + LOCK_SECONDS * 1000
    while (Date.now() < deadline) {
      const isOurs = await records.set(lock, '1', LOCK_SECONDS, 'only-new')
      // Read after the lock was taken, because another process may have finished before.
      const done = (await sealed.open(await records.get(result))) as object | undefined
      try {
        if (done !== undefined) return done
        if (isOurs) {
          const value = await work()
          await records.set(result, await sealed.seal(value), RESULT_SECONDS)
          return value
        }
      } finally {
        if (isOurs) await records.delete(lock)
      }
      await setTimeout(POLL_MS)
    }
    throw unavailable('Another process did not finish the refresh in time.')
  }
  return <Result extends object>(key: string, work: () => Promise<Result>): Promise<Result> => {
    let running = underway.get(key)
    if (running === undefined) {
      running = shared(key, work)
      underway.set(key, running)
      const remove = () => underway.delete(key)
      running.then(remove, () => void globalThis.setTimeout(remove, PAUSE_MS).unref())
    }
    return running as Promise<Result>
  }
}
