import { GENEROUS_MS } from './patience.ts'

/** The minimal environment of every program: PATH, Node's compile cache, and generous timeouts for a busy machine. */
export const BARE_ENVIRONMENT: Readonly<Record<string, string | undefined>> = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  REDIS_TIMEOUT_MS: String(GENEROUS_MS),
}
