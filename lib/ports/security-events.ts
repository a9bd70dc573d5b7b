/**
 * What the service tells of itself while it runs, for whoever watches it in the same process: hosts, and a log that is kept for a SIEM.
 * No token, code, password or mail address is in it, and nothing that was typed.
 */
export interface SecurityEvent<Name extends string = string> {
  /** Its name in the audit trail: `sign-in.failed`, `token.replayed`. */
  readonly event: Name
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly result: 'ok' | 'refused'
  /** Who did it: a subject, a client, the command line. */
  readonly actor?: string
  /** A `client_id`. */
  readonly client?: string
  /** A `sub`. */
  readonly user?: string
  /** A `sid`, or the browser session's identifier where no client is involved. */
  readonly sid?: string
  /** Network address of the caller. */
  readonly address?: string
  /** What a user's browser calls itself, in words of a fixed list. */
  readonly device?: { readonly browser?: string; readonly system?: string }
  readonly requestId?: string
  /** The error code that the caller was given, and its stable cause (`error_ref`). */
  readonly error?: string
  readonly ref?: string
  /** Why a sign-in failed, where that is known. */
  readonly reason?: string
  /** For how many it stands, where that is more than one: tries so far with one password field, entries lost. */
  readonly count?: number
  /** Fields that an operation changed, with their values where these are settings and no personal data; else `changed`. */
  readonly changes?: Readonly<Record<string, 'changed' | readonly [before: unknown, after: unknown]>>
}

export interface SecurityEventSource {
  /** Version of the service. */
  readonly version: string
  /**
   * Hears of every event of this process, after whatever it is about.
   * @returns ends it
   */
  on(event: '*', listener: (event: SecurityEvent) => unknown): () => void
}
