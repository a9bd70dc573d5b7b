/** Converts SQLite errors to StoreUnavailable, so that callers return 503 instead of rejecting valid tokens (D-G10). */
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'

// Primary result codes, which are the low byte of the extended codes: https://sqlite.org/rescode.html
const BUSY = 5
const FULL = 13
const WORDS: Readonly<Record<number, readonly [reason: string, words: string]>> = {
  3: ['PERM', 'permission denied'],
  [BUSY]: ['BUSY', 'busy'],
  6: ['LOCKED', 'locked'],
  7: ['NOMEM', 'out of memory'],
  8: ['READONLY', 'read-only'],
  10: ['IOERR', 'input or output error'],
  11: ['CORRUPT', 'damaged file'],
  [FULL]: ['FULL', 'disk full'],
  14: ['CANTOPEN', 'file cannot be opened'],
  26: ['NOTADB', 'not a data file'],
}
/** Result codes of errors that only the operator can fix. */
const PERMANENT: ReadonlySet<number> = new Set([3, 8, 11, 14, 26])

const primaryCode = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) % 256

export const isBusy = (error: unknown): boolean => primaryCode(error) === BUSY
export const isFull = (error: unknown): boolean => primaryCode(error) === FULL

/**
 * Converts SQLite errors to StoreUnavailable. Any other error is a programming error and is returned unchanged.
 * @param place path of the file that is being opened
 */
export function failure(error: unknown, outcome: 'not-done' | 'unknown' = 'not-done', place?: string): unknown {
  const { code, errcode } = error as { code?: unknown; errcode?: number }
  if (code !== 'ERR_SQLITE_ERROR' && code !== 'ERR_INVALID_STATE') return error
  // ERR_INVALID_STATE: a statement or connection was used after close()
  const [reason, words] = errcode === undefined ? ['CLOSED', 'closed'] : (WORDS[errcode % 256] ?? ['FAILED', 'failed'])
  return new StoreUnavailable(
    `embedded store: ${words}${place === undefined ? '' : ` (${place})`}`,
    outcome === 'unknown',
    {
      cause: error,
      reason,
      isPermanent: PERMANENT.has(primaryCode(error)),
      ...(place === undefined ? {} : { place }),
    },
  )
}
