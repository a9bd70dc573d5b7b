/** A stored entry. `entry` is opaque text; `hash` chains it to the previous entry. */
export interface AuditLine {
  /** Position in the log, starting at 1, without gaps. */
  readonly seq: number
  /** When the entry was appended, in milliseconds since the epoch. */
  readonly at: number
  /** The audit event, as opaque text. */
  readonly entry: string
  /** Hash over this line and the previous hash, as computed by `link`. */
  readonly hash: string
}

/** Computes a line's hash from the hash of the previous line (empty for the first line). */
export type ChainLink = (before: string, line: Omit<AuditLine, 'hash'>) => string

/** An append-only, hash-chained log with a maximum age. */
export interface AuditLog {
  /**
   * Appends entries in order. Each entry's `seq` and `hash` (computed by `link`) are assigned in a single atomic step.
   * @param at milliseconds since the epoch
   */
  append(at: number, entries: readonly string[], link: ChainLink): Promise<void>

  /** Reads up to `limit` lines from `from` (inclusive). If `from` is undefined, starts at the oldest or newest line. */
  read(from: number | undefined, direction: 'newer' | 'older', limit: number): Promise<readonly AuditLine[]>

  /** Positions of the first and last lines, for `portico audit verify`. Undefined if the log is empty. */
  bounds(): Promise<{ readonly first: number; readonly last: number; readonly hashBeforeFirst: string } | undefined>

  /** Removes lines older than `olderThan` and keeps the hash that precedes the first remaining line. */
  trim(olderThan: number): Promise<void>
}
