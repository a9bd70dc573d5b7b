/** One entry as stored: `entry` is opaque text, `hash` chains it to the entry before. */
export interface AuditLine {
  /** Position in the log, from 1, without gaps. */
  readonly seq: number
  readonly at: number
  readonly entry: string
  readonly hash: string
}

/** The hash of a line, from the hash of the one before it (empty for the first of all). The store has no part in it. */
export type ChainLink = (before: string, line: Omit<AuditLine, 'hash'>) => string

/** Append-only, chained, bounded by age. */
export interface AuditLog {
  /**
   * Appends entries in order; each gets the next `seq`, and the hash that `link` gives for it, in the same indivisible step.
   * @param at milliseconds since the epoch
   */
  append(at: number, entries: readonly string[], link: ChainLink): Promise<void>

  /** Lines from `from` (inclusive) in the given direction, `limit` at most. `from` undefined: from that end of the log. */
  read(from: number | undefined, direction: 'newer' | 'older', limit: number): Promise<readonly AuditLine[]>

  /** First and last position and the hash before the first, for `portico audit verify`. Undefined: empty. */
  bounds(): Promise<{ readonly first: number; readonly last: number; readonly hashBeforeFirst: string } | undefined>

  /** Drops lines older than `olderThan`; the hash before the first is kept. */
  trim(olderThan: number): Promise<void>
}
