/** A stored browser session. `base` and the values of `clients` are opaque text. */
export interface SessionEntry {
  /** Session data that does not depend on a client. */
  readonly base: string
  /** The entry of each client that the user signed in to during this session, by client ID. */
  readonly clients: Readonly<Record<string, string>>
}

/** One entry in a subject's list of sessions. */
export interface SessionLink {
  /** Stable identifier of the session; never the cookie. */
  readonly uid: string
  /** Hash of the cookie, which is the key of the session record. */
  readonly key: string
  /** Opaque text: sign-in time, IP address, and user agent. */
  readonly about: string
}

/**
 * Browser sessions. Each client has its own field, so that two tabs can authorize two clients concurrently. Keys are
 * hashes of cookies, so that a copy of the store contains no usable session.
 */
export interface SessionStore {
  /** Returns the session; undefined if it is missing or has expired. */
  read(key: string): Promise<SessionEntry | undefined>

  /** Writes `base` for `ttlMs` milliseconds and keeps the clients' entries. */
  write(key: string, base: string, ttlMs: number): Promise<void>

  /** Moves the record and its clients to a new key at sign-in. A missing record is not an error: `write` follows. */
  move(from: string, to: string): Promise<void>

  /** Adds a client's entry unless one exists, and returns the stored entry. `missing`: there is no session. */
  join(
    key: string,
    clientId: string,
    entry: string,
  ): Promise<{ readonly outcome: 'joined' | 'already'; readonly entry: string } | { readonly outcome: 'missing' }>

  /** Replaces a client's existing entry. */
  amend(key: string, clientId: string, entry: string): Promise<'amended' | 'missing'>

  /** Removes the record and its clients. A missing record is not an error. */
  remove(key: string): Promise<void>

  /** Adds a session to the subject's list for `ttlMs`, replacing any entry with the same `uid`. */
  link(subject: string, link: SessionLink, ttlMs: number): Promise<void>

  /** Removes a session from the subject's list. */
  unlink(subject: string, uid: string): Promise<void>

  /** The subject's unexpired sessions. Also removes expired entries. */
  linked(subject: string): Promise<readonly SessionLink[]>

  /** Up to `limit` subjects that have sessions, in order, starting after the subject `after`. For the panel. */
  subjects(after: string | undefined, limit: number): Promise<readonly string[]>
}
