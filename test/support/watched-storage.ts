import { PORTS as EVERY_PORT, storageWith } from '../../lib/domain/storage-with.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { words } from './words.ts'

/** A call to the store before it is made. */
export interface StoreCall {
  readonly port: keyof Storage
  readonly method: string
  readonly given: readonly unknown[]
}

const PORTS = words`
  families tokenState subjects clients sessions records documents rates deliveries audit
` as readonly (keyof Storage)[]

/** The store, with a wrapper around each call of these parts. */
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
  return {
    ...storageWith(storage, {}),
    ...Object.fromEntries(parts.map((port) => [port, wrapped(storage[port] as object, port)])),
  }
}

export const everyPart = (storage: Storage): readonly (keyof Storage)[] =>
  [...EVERY_PORT, 'copies' as const].filter((name) => storage[name] !== undefined)

/** Reports each call before it is made. An error of `report` becomes the call's error; a promise delays the call. */
export const watchedStorage = (storage: Storage, report: (call: StoreCall) => unknown): Storage =>
  storageAround(storage, PORTS, async (call, make) => {
    const answer = report(call)
    if (answer instanceof Promise) await answer
    return make()
  })

/** Each call waits for the promise first. */
export const heldStorage = (storage: Storage, before: () => Promise<unknown>): Storage =>
  storageAround(storage, everyPart(storage), async (_call, make) => {
    await before()
    return make()
  })
