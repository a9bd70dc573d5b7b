export type { Service as Services } from './service.ts'
