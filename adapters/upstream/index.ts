export { type UpstreamOptions, upstreamProvider } from './upstream-provider.ts'
