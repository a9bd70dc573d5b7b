/** A store of which one call fails. Everything else is the real one. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { type Storage, StoreUnavailable } from '../../lib/index.ts'

export interface FailingStorage {
  readonly storage: Storage
  /** From now on the call with this number (from 1) fails, before it has done anything; all others work. 0: none. */
  failAt(call: number): void
  /** From now on every call fails. */
  failAll(): void
  /** Calls since the last `failAt`. */
  calls(): number
}

const PORTS = [
  'families',
  'tokenState',
  'subjects',
  'clients',
  'sessions',
  'records',
  'documents',
  'rates',
  'deliveries',
  'audit',
] as const

export function failingStorage(now: () => number = Date.now): FailingStorage {
  const real = embeddedStorage({ now })
  let calls = 0
  let failing = 0
  const watched = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...args: unknown[]): Promise<unknown> => {
          // The service looks now and then whether the store still has its mark, whatever is asked of it meanwhile.
          if (args[0] !== 'preparation') calls += 1
          if (failing === Infinity || calls === failing) throw new StoreUnavailable('the store is made to fail')
          return Reflect.apply(method, target, args) as unknown
        }
      },
    })
  return {
    storage: { ...real, ...Object.fromEntries(PORTS.map((name) => [name, watched(real[name])])) } as Storage,
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
