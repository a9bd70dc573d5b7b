import type { Storage } from '../../lib/index.ts'
import { words } from './words.ts'

/** A call to the store that is about to be made. */
export interface StoreCall {
  readonly port: keyof Storage
  readonly method: string
  readonly given: readonly unknown[]
}

const PORTS = words`
  families tokenState subjects clients sessions records documents rates deliveries audit
` as readonly (keyof Storage)[]

/** The store itself, with something done around each call of a part. */
export function storageAround(
  storage: Storage,
  parts: readonly (keyof Storage)[],
  around: (call: StoreCall, make: () => unknown) => Promise<unknown>,
): Storage {
  const wrapped = (part: object, port: keyof Storage): object =>
    new Proxy(part, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return (...given: unknown[]): Promise<unknown> =>
          around({ port, method: String(name), given }, () => Reflect.apply(method, target, given) as unknown)
      },
    })
  return { ...storage, ...Object.fromEntries(parts.map((port) => [port, wrapped(storage[port] as object, port)])) }
}

export const everyPart = (storage: Storage): readonly (keyof Storage)[] =>
  (Object.keys(storage) as (keyof Storage)[]).filter((name) => typeof storage[name] === 'object')

/** Each call is reported before it is made. What `told` throws is the answer of the call, and a promise holds it. */
export const watchedStorage = (storage: Storage, told: (call: StoreCall) => unknown): Storage =>
  storageAround(storage, PORTS, async (call, make) => {
    const answer = told(call)
    if (answer instanceof Promise) await answer
    return make()
  })

/** Each call waits for something before it is made. */
export const heldStorage = (storage: Storage, before: () => Promise<unknown>): Storage =>
  storageAround(storage, everyPart(storage), async (_call, make) => {
    await before()
    return make()
  })
