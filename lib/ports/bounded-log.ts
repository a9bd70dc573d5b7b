/** What is put into a bounded log. */
export interface BoundedDraft {
  readonly id: string
  /** Whose it is: of one share no more than `perShare` entries are kept. No line feed. */
  readonly share: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Opaque. */
  readonly text: string
}

export interface BoundedEntry extends Omit<BoundedDraft, 'share'> {
  /** Grows with every new entry of the log; no position is given twice. */
  readonly position: number
}

export interface Bounds {
  /** Entries of the whole log. */
  readonly total: number
  /** Entries of one share. */
  readonly perShare: number
  /** Entries from before are dropped, milliseconds since the epoch. */
  readonly since: number
  /** Wanted less than anything else: a store that has no room drops the whole log; positions go on. */
  readonly expendable?: true
}

/**
 * Logs of what anonymous requests leave behind. Each keeps its newest entries, as a whole and of each share, so that nobody can
 * fill the store, and a flood in one share pushes out nothing of another.
 */
export interface BoundedLog {
  /**
   * Puts entries in order, and drops the oldest beyond the bounds, in one step. Under an id that is there `keep` leaves what
   * stands; `replace` puts another text there, which keeps position and time.
   */
  put(log: string, drafts: readonly BoundedDraft[], taken: 'keep' | 'replace', bounds: Bounds): Promise<void>

  /** The text under an id. */
  find(log: string, id: string): Promise<string | undefined>

  /**
   * Ids of the entries whose share begins with a text, in order of the shares, `limit` at most: with an index, whatever the
   * size of the log.
   */
  idsOfShares(log: string, beginning: string, limit: number): Promise<readonly string[]>

  /** Entries from a position (inclusive) in the given direction, `limit` at most. `from` undefined: from that end of the log. */
  read(
    log: string,
    from: number | undefined,
    direction: 'newer' | 'older',
    limit: number,
  ): Promise<readonly BoundedEntry[]>
}
