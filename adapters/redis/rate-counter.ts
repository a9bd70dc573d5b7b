import type { RateCounter } from '../../lib/ports/rate-counter.ts'
import { run } from './commands.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

/** Each counter expires with its window. Writes do not wait for replicas, because a lost counter just starts over. */
export function rateCounter(connection: Connection, keys: Keys): RateCounter {
  return {
    async hit(key, windowMs) {
      const counter = keys.rate(key)
      const [count, resetMs] = await connection.read('counting a hit', (redis) =>
        run(redis, 'hitWindow', { counter, windowMs }),
      )
      return { count, resetMs }
    },

    async refund(key) {
      await connection.read('refunding a hit', (redis) => run(redis, 'refundHit', { counter: keys.rate(key) }))
    },

    async clear(key) {
      await connection.read('clearing a counter', (redis) => redis.del(keys.rate(key)))
    },
  }
}
