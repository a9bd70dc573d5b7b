/** A new entry for a bounded log. */
export interface BoundedDraft {
  readonly id: string
  /** Key of the entry's share, without line feeds. A share keeps at most `perShare` entries. */
  readonly share: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Opaque. */
  readonly text: string
}

export interface BoundedEntry extends Omit<BoundedDraft, 'share'> {
  /** Increases with every new entry of the log; positions are unique. */
  readonly position: number
}

export interface Bounds {
  /** Maximum number of entries in the log. */
  readonly total: number
  /** Maximum number of entries in a share. */
  readonly perShare: number
  /** Older entries are removed. Milliseconds since the epoch. */
  readonly since: number
  /** A full store drops this log first, as a whole. Positions continue to increase. */
  readonly expendable?: true
}

/**
 * Logs of data from anonymous requests. The bounds of a log prevent an attacker from filling the store.
 * The bounds of a share prevent a flood in one share from removing entries of another.
 */
export interface BoundedLog {
  /**
   * Adds entries in order and removes the oldest ones beyond the bounds, in one step.
   * For an existing id, `keep` keeps the old text; `replace` replaces the text but not the position and time.
   */
  put(log: string, drafts: readonly BoundedDraft[], taken: 'keep' | 'replace', bounds: Bounds): Promise<void>

  find(log: string, id: string): Promise<string | undefined>

  /** Ids of up to `limit` entries whose share starts with `beginning`, by share. Adapters use an index. */
  idsOfShares(log: string, beginning: string, limit: number): Promise<readonly string[]>

  /** Reads up to `limit` entries from `from` (inclusive); undefined starts at that end of the log. */
  read(
    log: string,
    from: number | undefined,
    direction: 'newer' | 'older',
    limit: number,
  ): Promise<readonly BoundedEntry[]>
}
