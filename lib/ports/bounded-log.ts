/** A new entry for a bounded log. */
export interface BoundedDraft {
  /** Identifier of the entry, unique in its log. */
  readonly id: string
  /** Key of the entry's share, without line feeds. A share holds at most `perShare` entries. */
  readonly share: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Opaque text. */
  readonly text: string
}

/** A stored entry of a bounded log. */
export interface BoundedEntry extends Omit<BoundedDraft, 'share'> {
  /** Unique position that increases with every new entry in the log. */
  readonly position: number
}

/** Limits of a bounded log, applied whenever entries are added. */
export interface Bounds {
  /** Maximum number of entries in the log. */
  readonly total: number
  /** Maximum number of entries in a share. */
  readonly perShare: number
  /** Entries older than this are removed. Milliseconds since the epoch. */
  readonly since: number
  /** If the store is full, it drops this whole log first. Positions continue to increase. */
  readonly expendable?: true
}

/**
 * Logs of data from anonymous requests. The limits on a log prevent an attacker from filling the store. The limits on a
 * share prevent a flood in one share from displacing entries in another.
 */
export interface BoundedLog {
  /**
   * Adds entries in order and removes the oldest ones beyond the limits, in one step. For an existing ID, `keep` keeps
   * the old text; `replace` replaces the text but not the position or time.
   */
  put(log: string, drafts: readonly BoundedDraft[], taken: 'keep' | 'replace', bounds: Bounds): Promise<void>

  /** Returns the text of the entry with this ID; undefined if there is none. */
  find(log: string, id: string): Promise<string | undefined>

  /** IDs of up to `limit` entries whose share starts with `beginning`, sorted by share. Must be fast: use an index. */
  idsOfShares(log: string, beginning: string, limit: number): Promise<readonly string[]>

  /** Reads up to `limit` entries from `from` (inclusive), or from the oldest or newest entry if `from` is undefined. */
  read(
    log: string,
    from: number | undefined,
    direction: 'newer' | 'older',
    limit: number,
  ): Promise<readonly BoundedEntry[]>
}
