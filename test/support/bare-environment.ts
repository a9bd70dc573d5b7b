import { GENEROUS_MS } from './patience.ts'

/** What every program gets, and nothing of what else is set here: where programs are, where Node keeps what it
 * compiled, and time for a busy machine. */
export const BARE_ENVIRONMENT: Readonly<Record<string, string | undefined>> = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  REDIS_TIMEOUT_MS: String(GENEROUS_MS),
}
