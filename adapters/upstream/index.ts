export { type ProviderStep, testProvider } from './provider-check.ts'
export type { UpstreamGuard, UpstreamSettings } from './settings.ts'
export { upstreamProvider } from './upstream-provider.ts'
