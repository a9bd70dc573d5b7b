export { type EmbeddedOptions, embeddedStorage } from './embedded-storage.ts'
