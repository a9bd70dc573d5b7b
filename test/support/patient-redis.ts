import { type RedisStorageOptions, redisStorage } from '../../adapters/redis/index.ts'
import type { Storage } from '../../lib/index.ts'
import { GENEROUS_MS } from './patience.ts'

/** The Redis store with a generous timeout, for tests that are not about slow stores. */
export const patientRedis = (source: string, options: RedisStorageOptions = {}): Storage =>
  redisStorage(source, { commandTimeoutMs: GENEROUS_MS, ...options })

/** The same timeout for Portico in a separate process, as variables. */
export const patientVariables = (url: string) => ({ REDIS_URL: url, REDIS_TIMEOUT_MS: String(GENEROUS_MS) })
