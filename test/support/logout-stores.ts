/** The service on each kind of store, at the root: for what has nothing to do with paths, and takes its time. */
import type { Start } from './deployments.ts'
import { type Idp, startIdp } from './idp.ts'
import { type RedisServer, startRedis } from './redis-server.ts'

type Store = 'embedded' | 'redis'

const STORES: readonly Store[] = ['embedded', 'redis']
let prefixes = 0

/** Runs the block once a store. What `start` gives ends with it. */
export function forEachStore(block: (start: Start, store: Store) => void): void {
  describe.each(STORES)('%s store:', (store) => {
    const running: Idp[] = []
    let redis: RedisServer | undefined
    afterAll(async () => {
      for (const idp of running) await idp.stop()
      await redis?.stop()
    })
    block(async (options = {}) => {
      if (store === 'redis') redis ??= await startRedis()
      const idp = await startIdp({
        ...options,
        store: redis === undefined ? 'embedded' : { redis: redis.url, keyPrefix: `s${(prefixes += 1)}:` },
      })
      running.push(idp)
      return idp
    }, store)
  })
}

/** For tests that mostly wait: all run side by side, each on both stores. What `start` gives ends with its test. */
export function onBothStoresAtOnce(): (name: string, test: (start: Start, store: Store) => Promise<void>) => void {
  let redis: Promise<RedisServer> | undefined
  afterAll(async () => (await redis)?.stop())
  return (name, test) =>
    it.concurrent.each(STORES.map((store) => [store] as const))(`%s store: ${name}`, async (store) => {
      const running: Idp[] = []
      const start: Start = async (options = {}) => {
        if (store === 'redis') redis ??= startRedis()
        const place = store === 'redis' ? { redis: (await redis)?.url ?? '', keyPrefix: `b${(prefixes += 1)}:` } : store
        const idp = await startIdp({ ...options, store: place })
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
