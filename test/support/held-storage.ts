/** A store each of whose calls waits for something before it is made. */
import type { Storage } from '../../lib/index.ts'

const isPart = (part: unknown): part is object => typeof part === 'object' && part !== null

export function heldStorage(storage: Storage, before: () => Promise<unknown>): Storage {
  const held = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...given: unknown[]): Promise<unknown> => {
          await before()
          return Reflect.apply(method, target, given) as unknown
        }
      },
    })
  const parts = Object.entries(storage).map(([name, part]) => [name, isPart(part) ? held(part) : part] as const)
  return { ...storage, ...Object.fromEntries(parts) } as Storage
}
