export { redisStorage } from './redis-storage.ts'
export type { RedisStorageOptions } from './redis-storage.ts'
export type { ReplicaWait } from './replica-wait.ts'
export { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
