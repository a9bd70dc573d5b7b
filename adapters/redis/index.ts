export { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
export type { RedisStorageOptions } from './redis-storage.ts'
export { redisStorage } from './redis-storage.ts'
export type { ReplicaWait } from './replica-wait.ts'
