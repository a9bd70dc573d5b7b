import type { Readiness } from './endpoints/health.ts'
import type { KeyRing } from './keys/key-ring.ts'
import { StoreUnavailable } from './ports/store-unavailable.ts'
import type { Storage } from './ports/storage.ts'

/** How often a start that could not be finished is tried again, in milliseconds. */
const RETRY_MS = 1_000

/** Brings the service up, and up again: a store that is away at the start must not keep the process from starting (G9). */
export interface Preparation extends Readiness {
  /** Does what is left to do; callers at the same moment share one try. */
  prepare(): Promise<void>
  /** Tries until it is done, in the background. */
  keepTrying(report: (fault: unknown) => void): void
  stop(): void
}

export function preparation(storage: Storage, keys: KeyRing, work: () => Promise<void>): Preparation {
  let done = false
  let underway: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const prepare = (): Promise<void> => {
    if (done) return Promise.resolve()
    underway ??= work().then(() => { done = true }).finally(() => { underway = undefined })
    return underway
  }
  return {
    prepare,
    keepTrying(report) {
      const again = (): void => {
        prepare().catch((fault: unknown) => {
          if (!(fault instanceof StoreUnavailable)) report(fault)
          if (!stopped) timer = setTimeout(again, RETRY_MS).unref()
        })
      }
      timer = setTimeout(again, RETRY_MS).unref()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
    async checks() {
      const store = await storage.ping().then(() => 'ok' as const, () => 'missing' as const)
      return { store, signingKey: keys.current() === undefined ? 'missing' : 'ok' }
    },
  }
}
