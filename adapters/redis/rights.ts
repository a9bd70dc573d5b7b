/** The commands and keys that the user in REDIS_URL must be allowed to use (ACL). */
import type { StoreFact } from '../../lib/ports/storage.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

/** Commands on a key, with arguments that harm nothing; scripts use most of them. The last ones delete the key. */
const ON_KEY = [
  'GET|MGET|EXISTS|INCR|DECR|PTTL|PERSIST|PEXPIRE 5000',
  'HGET f|HMGET f|HGETALL|HEXISTS f|HSET f v|HSETNX f v|HDEL f|HINCRBY f 1|SADD m|SMEMBERS',
  'ZADD 0 m|ZREM m|ZCARD|ZRANGE 0 0|ZRANGEBYLEX - +|ZRANGEBYSCORE 0 0|ZREVRANGEBYSCORE 0 0|ZLEXCOUNT - +',
  'XADD * f v|XRANGE - +|XREVRANGE + -|XTRIM MAXLEN 0|GETDEL|UNLINK|DEL',
].flatMap((line) => line.split('|').map((command) => command.split(' ') as [string, ...string[]]))

/** Every command that this adapter cannot do without. `test/adapters/redis.test.ts` compares README.md with it. */
export const COMMANDS: readonly string[] = [
  'PING',
  'EVAL',
  'EVALSHA',
  'TIME',
  'SCAN',
  'SET',
  ...ON_KEY.map(([name]) => name),
]

/** What rejects commands: missing rights, or a replica. Leaves no key behind. */
export async function rightsFact(connection: Connection, keys: Keys): Promise<StoreFact | undefined> {
  const key = keys.rights
  const missing: string[] = []
  let [isOfKeys, isReplica] = [false, false]
  const attempt = (name: string, send: Parameters<typeof connection.read>[1]): Promise<unknown> =>
    connection.read('checking the rights', send).catch((error: StoreUnavailable) => {
      // ERR: the command is renamed, or unknown to a proxy. Other errors are about the server's state.
      if (error.reason === 'NOPERM' || error.reason === 'ERR') missing.push(name)
      if (error.message.endsWith('for a key')) isOfKeys = true
      if (error.reason === 'READONLY') isReplica = true
    })
  const { place } = connection
  // First, because a replica's connection is closed after the first write.
  await attempt('SET', (redis) => redis.set(key, '1', 'PX', 5_000))
  if (isReplica) return { code: 'redis-replica', what: `${place} is a replica (READONLY)` }
  await Promise.all([
    attempt('PING', (redis) => redis.ping()),
    attempt('EVAL', (redis) => redis.eval('return 1', 1, key)),
    // The driver sends EVAL for a script that is new to it. The server does not know this hash.
    attempt('EVALSHA', (redis) => redis.evalsha('0'.repeat(40), 1, key)),
    attempt('TIME', (redis) => redis.call('TIME', [])),
    attempt('SCAN', (redis) => redis.call('SCAN', ['0'])),
    ...ON_KEY.map(([name, ...args]) => attempt(name, (redis) => redis.call(name, [key, ...args]))),
  ])
  if (missing.length === 0) return undefined
  const what = isOfKeys ? `the keys ${keys.every.key}` : missing.join(', ')
  return { code: 'redis-rights', what: `the user of ${place} may not use ${what}` }
}

/** @throws StoreUnavailable if rights are missing, or if the server is a replica; a replica can become the master */
export async function assertRights(connection: Connection, keys: Keys): Promise<void> {
  const fact = await rightsFact(connection, keys)
  if (fact === undefined) return
  const isPermanent = fact.code === 'redis-rights'
  const reason = isPermanent ? 'NOPERM' : 'READONLY'
  throw new StoreUnavailable(fact.what, false, { reason, place: connection.place, isPermanent })
}
