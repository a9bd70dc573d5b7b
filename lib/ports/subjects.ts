/** What tokens and sessions of a subject depend on. A generation is a revocation version. */
export interface SubjectState {
  /** Grows by one with every "sign out everywhere". Tokens and sessions created under another version are revoked. */
  readonly generation: number
  /** True while the session in question is marked as ended. */
  readonly sessionEnded: boolean
  /** True while all that was issued in the session in question is marked as revoked. */
  readonly sessionRevoked: boolean
  /** Grows by one each time the subject withdraws the access of the client in question. */
  readonly clientGeneration: number
  /** Grows by one each time the subject's roles change in the service's own directory; who may enter what is judged anew. */
  readonly rolesGeneration: number
}

/**
 * Revocation state of a subject. Revoking everything a subject holds is one write, whatever the number of tokens: families
 * and sessions record the version they were created under, and a mismatch means revoked. No clock is involved.
 */
export interface SubjectStore {
  /** The state of a subject, for one session and one client; an unknown subject has versions 0 and no ended sessions. */
  read(subject: string, session?: string, client?: string): Promise<SubjectState>

  /**
   * Ends all that the subject holds, everywhere: increments the version, and returns the new one. It is kept for good: a
   * number that was given twice would make revoked tokens valid again.
   */
  revoke(subject: string): Promise<number>

  /** Ends all that one client holds for the subject: increments that version, and returns the new one. Kept for good. */
  revokeClient(subject: string, client: string): Promise<number>

  /** Says that the subject's roles have changed: increments that version, and returns the new one. Kept for good. */
  changeRoles(subject: string): Promise<number>

  /**
   * Marks one browser session of the subject as ended for `keepMs` milliseconds (at least the lifetime of an access token).
   * Expired marks are removed on this occasion. Idempotent.
   */
  endSession(subject: string, session: string, keepMs: number): Promise<void>

  /** As `endSession`, and marks all that was issued in the session as revoked, refresh tokens too. */
  revokeSession(subject: string, session: string, keepMs: number): Promise<void>
}
