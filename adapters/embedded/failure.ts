/** Errors of SQLite as the one error of the ports: 503, never a verdict (D-G10). */
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'

// Primary result codes, the low byte of the extended ones: https://sqlite.org/rescode.html
const BUSY = 5
const FULL = 13
const WORDS: Readonly<Record<number, string>> = {
  3: 'permission denied',
  [BUSY]: 'busy',
  6: 'locked',
  7: 'out of memory',
  8: 'read-only',
  10: 'input or output error',
  11: 'damaged file',
  [FULL]: 'disk full',
  14: 'file cannot be opened',
  26: 'not a data file',
}

const primaryCode = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) % 256

export const isBusy = (error: unknown): boolean => primaryCode(error) === BUSY
export const isFull = (error: unknown): boolean => primaryCode(error) === FULL

/** The error as StoreUnavailable if it came from SQLite; any other is a programming error and stays what it is. */
export function failure(error: unknown, outcome: 'not-done' | 'unknown' = 'not-done'): unknown {
  const { code, errcode } = error as { code?: unknown; errcode?: number }
  if (code !== 'ERR_SQLITE_ERROR' && code !== 'ERR_INVALID_STATE') return error
  // ERR_INVALID_STATE: a statement or connection after close()
  const word = errcode === undefined ? 'closed' : (WORDS[errcode % 256] ?? 'failed')
  return new StoreUnavailable(`embedded store: ${word}`, outcome === 'unknown', { cause: error })
}
