/** The service on each kind of store, at the root: for what has nothing to do with paths, and takes its time. */
import type { Start } from './deployments.ts'
import { type Idp, startIdp } from './idp.ts'
import { type RedisServer, startRedis } from './redis-server.ts'

let prefixes = 0

/** Runs the block once a store. What `start` gives ends with it. */
export function forEachStore(block: (start: Start, store: 'embedded' | 'redis') => void): void {
  describe.each(['embedded', 'redis'] as const)('%s store:', (store) => {
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
