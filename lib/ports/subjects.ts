/** The state on which a subject's tokens and sessions depend. A generation is a revocation version. */
export interface SubjectState {
  /** Increases with every "sign out everywhere". Tokens and sessions created under a different version are revoked. */
  readonly generation: number
  /** True if the queried session is marked as ended. */
  readonly sessionEnded: boolean
  /** True if all tokens from the queried session are marked as revoked. */
  readonly sessionRevoked: boolean
  /** Increases each time the queried client loses access to the subject's account. */
  readonly clientGeneration: number
  /** Increases each time the subject's roles in Portico's user directory change. Access is then evaluated again. */
  readonly rolesGeneration: number
}

/**
 * Revocation state of a subject. Revoking everything takes one write, regardless of the number of tokens: families and
 * sessions record the version they were created under, and a mismatch means they are revoked. No clock is involved.
 */
export interface SubjectStore {
  /** The subject's state for one session and one client. Unknown subjects have version 0 and no ended sessions. */
  read(subject: string, session?: string, client?: string): Promise<SubjectState>

  /**
   * Ends all of the subject's sessions and tokens: increments the version and returns the new one. The version never
   * expires, because reusing a number would make revoked tokens valid again.
   */
  revoke(subject: string): Promise<number>

  /** Ends the subject's tokens for one client: increments the client's version, which never expires, and returns it. */
  revokeClient(subject: string, client: string): Promise<number>

  /** Records that the subject's roles changed: increments the roles version, which never expires, and returns it. */
  changeRoles(subject: string): Promise<number>

  /** Marks a session as ended for `keepMs` ms, at least an access token's lifetime. Idempotent; drops expired marks. */
  endSession(subject: string, session: string, keepMs: number): Promise<void>

  /** Like `endSession`, but also marks all of the session's tokens as revoked, including refresh tokens. */
  revokeSession(subject: string, session: string, keepMs: number): Promise<void>
}
