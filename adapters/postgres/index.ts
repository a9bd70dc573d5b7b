export { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
export type { PostgresStorageOptions } from './postgres-storage.ts'
export { postgresStorage } from './postgres-storage.ts'
