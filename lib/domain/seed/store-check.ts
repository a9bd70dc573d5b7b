import { randomBytes } from 'node:crypto'
import type { Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import { type StoreState, storeState } from './store-state.ts'

/** Minimum time between two test writes by the readiness check, in milliseconds. */
const WRITE_MS = 1_000
const WRITTEN = 'readiness'
const WRITTEN_MS = 60_000

/** Whether the store responds and accepts writes (D-G13). @param answers tracks whether it responds */
export function storeCheck(storage: Pick<Storage, 'name' | 'ping' | 'records'>, answers: StoreState, logger: Logger) {
  const writes = storeState(
    storage.name,
    ['store-read-only', 'store is rejecting writes'],
    ['store-writable', 'store is accepting writes again'],
    logger,
  )
  let tried = Promise.resolve(false)
  let triedAt = -Infinity
  const noted = (probe: Promise<unknown>, state: StoreState, worked = state.worked): Promise<boolean> =>
    probe.then(
      () => {
        worked()
        return true
      },
      (error: unknown) => {
        state.failed(error)
        return false
      },
    )
  return {
    /** `refuses-writes`: the store responds but accepts no writes (it is full, a replica, or has too few replicas). */
    async look(): Promise<'ok' | 'missing' | 'refuses-writes'> {
      // Only seeding, which reads too, reports that the store is available again.
      if (!(await noted(storage.ping(), answers, () => {}))) {
        // Once the store is back, the first check must test a write, even if the last test was recent.
        triedAt = -Infinity
        return 'missing'
      }
      if (performance.now() >= triedAt + WRITE_MS) {
        triedAt = performance.now()
        // Use a new key each time, because one master in a cluster may accept writes while another rejects them.
        tried = noted(storage.records.put(WRITTEN, randomBytes(9).toString('base64url'), '', WRITTEN_MS), writes)
      }
      return (await tried) ? 'ok' : 'refuses-writes'
    },
    /** Why the store is failing, in one word without internal details. */
    reason: (): string | undefined => answers.reason() ?? writes.reason(),
  }
}
