/** A provider on each kind of store, at the root: for slow tests that do not depend on paths. */
import { type Start, starterOn } from './deployments.ts'
import type { Idp } from './idp.ts'

type Store = 'embedded' | 'redis'

const STORES: readonly Store[] = ['embedded', 'redis']

/** Runs the block once per store. */
export function forEachStore(block: (start: Start, store: Store) => void): void {
  describe.each(STORES)('%s store:', (store) => block(starterOn({ store, mount: 'root' }), store))
}

/** For tests that mostly wait: all run in parallel, each on both stores. Providers from `start` stop with the test. */
export function onBothStoresAtOnce(): (name: string, test: (start: Start, store: Store) => Promise<void>) => void {
  const starters = {
    embedded: starterOn({ store: 'embedded', mount: 'root' }),
    redis: starterOn({ store: 'redis', mount: 'root' }),
  }
  return (name, test) =>
    it.concurrent.each(STORES.map((store) => [store] as const))(`%s store: ${name}`, async (store) => {
      const running: Idp[] = []
      const start: Start = async (options) => {
        const idp = await starters[store](options)
        running.push(idp)
        return idp
      }
      try {
        await test(start, store)
      } finally {
        for (const idp of running) await idp.stop()
      }
    })
}
