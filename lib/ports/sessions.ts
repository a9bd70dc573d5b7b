/** A browser session as stored. `base` and the values of `clients` are opaque text. */
export interface SessionEntry {
  readonly base: string
  /** One entry per client that the session has signed in to: client id to text. */
  readonly clients: Readonly<Record<string, string>>
}

/** One line of a subject's list of sessions. */
export interface SessionLink {
  /** Stable identifier of the session; never the cookie. */
  readonly uid: string
  /** Hash of the cookie, the key of the session's record. */
  readonly key: string
  /** Opaque text: when, from where, with what. */
  readonly about: string
}

/**
 * Browser sessions. Each client's entry is a field of its own: two tabs that authorize two clients at the same moment
 * lose neither. Keys are hashes of the cookie, so that a copy of the store contains no usable session.
 */
export interface SessionStore {
  read(key: string): Promise<SessionEntry | undefined>

  /** Writes `base`, leaves the clients' entries as they are, and gives the record `ttlMs` milliseconds. */
  write(key: string, base: string, ttlMs: number): Promise<void>

  /**
   * Moves the record with all its clients to another key (a new cookie at sign-in). Moving what is missing is no error:
   * a `write` follows.
   */
  move(from: string, to: string): Promise<void>

  /** Adds a client's entry unless there is one, and returns the stored entry. `missing`: the session is gone. */
  join(
    key: string,
    clientId: string,
    entry: string,
  ): Promise<{ readonly outcome: 'joined' | 'already'; readonly entry: string } | { readonly outcome: 'missing' }>

  /** Replaces a client's entry in a session that has it; otherwise nothing. */
  amend(key: string, clientId: string, entry: string): Promise<'amended' | 'missing'>

  remove(key: string): Promise<void>

  /** Puts a session on the subject's list until `ttlMs` have passed; the same uid again replaces its line. */
  link(subject: string, link: SessionLink, ttlMs: number): Promise<void>

  unlink(subject: string, uid: string): Promise<void>

  /** The subject's sessions that have not expired. Expired lines are removed on this occasion. */
  linked(subject: string): Promise<readonly SessionLink[]>

  /** Subjects that have sessions, `limit` at most, those after `after` in order; for the panel. */
  subjects(after: string | undefined, limit: number): Promise<readonly string[]>
}
