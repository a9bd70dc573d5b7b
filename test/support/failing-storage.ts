/** A store of which one call fails. Everything else is the real one. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { type Storage, StoreUnavailable } from '../../lib/index.ts'
import { watchedStorage } from './watched-storage.ts'

interface FailingStorage {
  readonly storage: Storage
  /** From now on the call with this number (from 1) fails, before it has done anything; all others work. 0: none. */
  failAt(call: number): void
  /** From now on every call fails. */
  failAll(): void
  /** Calls since the last `failAt`. */
  calls(): number
}

export function failingStorage(now: () => number = Date.now): FailingStorage {
  let calls = 0
  let failing = 0
  return {
    storage: watchedStorage(embeddedStorage({ now }), ({ given }) => {
      // The service looks now and then whether the store still has its mark, whatever is asked of it meanwhile.
      if (given[0] !== 'preparation') calls += 1
      if (failing === Infinity || calls === failing) throw new StoreUnavailable('the store is made to fail')
    }),
    failAt(call) {
      calls = 0
      failing = call
    },
    failAll() {
      failing = Infinity
    },
    calls: () => calls,
  }
}
