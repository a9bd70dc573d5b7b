import { randomBytes } from 'node:crypto'
import type { Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import { type StoreState, storeState } from './store-state.ts'

/** How often readiness is tried by a write, in milliseconds, however often it is asked for. */
const WRITE_MS = 1_000
const WRITTEN = 'readiness'
const WRITTEN_MS = 60_000

/** Whether the store answers, and takes what is written (D-G13). */
export type StoreCheck = ReturnType<typeof storeCheck>

/** @param answers whether the store answers at all, as all who ask it know it */
export function storeCheck(storage: Pick<Storage, 'name' | 'ping' | 'records'>, answers: StoreState, logger: Logger) {
  const writes = storeState(
    storage.name,
    { lost: 'the store refuses what is written', back: 'the store takes again what is written' },
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
    /** `refuses-writes`: it answers, and takes nothing (no room, a replica, too few replicas). */
    async look(): Promise<'ok' | 'missing' | 'refuses-writes'> {
      if (!(await noted(storage.ping(), answers))) {
        // Once it is back, it is tried at once.
        triedAt = -Infinity
        return 'missing'
      }
      if (performance.now() >= triedAt + WRITE_MS) {
        triedAt = performance.now()
        // Another place each time: in a cluster one master may take what another refuses.
        tried = noted(storage.records.put(WRITTEN, randomBytes(9).toString('base64url'), '', WRITTEN_MS), writes)
      }
      return (await tried) ? 'ok' : 'refuses-writes'
    },
    /** Why not, in one word that anybody may read. */
    reason: (): string | undefined => answers.reason() ?? writes.reason(),
  }
}
