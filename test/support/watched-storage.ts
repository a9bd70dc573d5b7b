import type { Storage } from '../../lib/index.ts'

/** A call to the store that is about to be made. */
export interface StoreCall {
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

/** The store itself, and each call is told before it is made. What `told` throws is the answer of the call, and a promise holds it. */
export function watchedStorage(storage: Storage, told: (call: StoreCall) => unknown): Storage {
  const watched = <Port extends object>(part: Port, port: StoreCall['port']): Port =>
    new Proxy(part, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...given: unknown[]): Promise<unknown> => {
          const answer = told({ port, method: String(name), given })
          if (answer instanceof Promise) await answer
          return Reflect.apply(method, target, given) as unknown
        }
      },
    })
  return { ...storage, ...Object.fromEntries(PORTS.map((port) => [port, watched(storage[port], port)])) } as Storage
}
