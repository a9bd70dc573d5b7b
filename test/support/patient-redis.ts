import { type RedisStorageOptions, redisStorage } from '../../adapters/redis/index.ts'
import type { Storage } from '../../lib/index.ts'
import { GENEROUS_MS } from './patience.ts'

/** The store on Redis, for a test that is not about a store that is late. */
export const patientRedis = (source: string, options: RedisStorageOptions = {}): Storage =>
  redisStorage(source, { commandTimeoutMs: GENEROUS_MS, ...options })

/** The same limit for a service in a process of its own, as variables. */
export const patientVariables = (url: string) => ({ REDIS_URL: url, REDIS_TIMEOUT_MS: String(GENEROUS_MS) })
