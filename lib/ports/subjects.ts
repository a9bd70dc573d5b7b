/** What the store knows of a subject, as far as tokens and sessions are concerned. */
export interface SubjectState {
  /** Grows by one with every "sign out everywhere". What was born under another generation is dead. */
  readonly generation: number
  /** True while the session that was asked about carries the mark that it has ended. */
  readonly sessionEnded: boolean
  /** Grows by one each time the subject takes access from the client that was asked about. */
  readonly clientGeneration: number
}

/**
 * Marks on a subject. Revoking everything a subject holds is one write, whatever the number of tokens: families and
 * sessions remember the generation they were born under, and a mismatch means dead. No clock is involved.
 */
export interface SubjectStore {
  /** The state of a subject, for a session and a client of it; one never seen before has generations 0 and no ended sessions. */
  read(subject: string, session?: string, client?: string): Promise<SubjectState>

  /**
   * Ends all that the subject holds, everywhere: raises the generation, and says the new one. A generation is kept for
   * good: a number that came back would revive what was revoked under it.
   */
  revoke(subject: string): Promise<number>

  /** Ends all that one client holds for the subject: raises that generation, and says the new one. Kept for good. */
  revokeClient(subject: string, client: string): Promise<number>

  /**
   * Marks one browser session of the subject as ended for `keepMs` milliseconds (at least the life of an access token).
   * Marks whose time is over are dropped by the way. Idempotent.
   */
  endSession(subject: string, session: string, keepMs: number): Promise<void>
}
