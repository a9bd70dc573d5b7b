import type { Storage } from '../../lib/index.ts'

/** A call to the store that is about to be made. */
interface StoreCall {
  readonly port: (typeof PORTS)[number]
  readonly method: string
  readonly given: readonly unknown[]
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

/** The store itself, and each call is told before it is made. What `told` throws is the answer of the call. */
export function watchedStorage(storage: Storage, told: (call: StoreCall) => void): Storage {
  const watched = <Port extends object>(part: Port, port: StoreCall['port']): Port =>
    new Proxy(part, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...given: unknown[]): Promise<unknown> => {
          told({ port, method: String(name), given })
          return Reflect.apply(method, target, given) as unknown
        }
      },
    })
  return { ...storage, ...Object.fromEntries(PORTS.map((port) => [port, watched(storage[port], port)])) } as Storage
}
