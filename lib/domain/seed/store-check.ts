import { randomBytes } from 'node:crypto'
import type { Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import { type StoreState, storeState } from './store-state.ts'

/** Minimum pause between two test writes of the readiness check, in milliseconds. */
const WRITE_MS = 1_000
const WRITTEN = 'readiness'
const WRITTEN_MS = 60_000

/** Whether the store responds and accepts writes (D-G13). @param answers shared by all users of the store */
export function storeCheck(storage: Pick<Storage, 'name' | 'ping' | 'records'>, answers: StoreState, logger: Logger) {
  const writes = storeState(
    storage.name,
    ['store-read-only', 'store is rejecting writes'],
    ['store-writable', 'store is accepting writes again'],
    logger,
  )
  let tried = Promise.resolve(false)
  let triedAt = -Infinity
  const noted = (probe: Promise<unknown>, state: StoreState): Promise<boolean> =>
    probe.then(
      () => {
        state.worked()
        return true
      },
      (error: unknown) => {
        state.failed(error)
        return false
      },
    )
  return {
    /** `refuses-writes`: the store responds but accepts no writes (no room, a replica, too few replicas). */
    async look(): Promise<'ok' | 'missing' | 'refuses-writes'> {
      if (!(await noted(storage.ping(), answers))) {
        // Test a write immediately when the store is back.
        triedAt = -Infinity
        return 'missing'
      }
      if (performance.now() >= triedAt + WRITE_MS) {
        triedAt = performance.now()
        // A new key each time: in a cluster one master may accept writes that another refuses.
        tried = noted(storage.records.put(WRITTEN, randomBytes(9).toString('base64url'), '', WRITTEN_MS), writes)
      }
      return (await tried) ? 'ok' : 'refuses-writes'
    },
    /** The reason, in one word without internals. */
    reason: (): string | undefined => answers.reason() ?? writes.reason(),
  }
}
