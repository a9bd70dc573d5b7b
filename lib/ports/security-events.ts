/** A security event, for hosts and the SIEM log. It contains no token, code, password, email address, or user input. */
export interface SecurityEvent<Name extends string = string> {
  /** Name in the audit log, such as `sign-in.failed` or `token.replayed`. */
  readonly event: Name
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly result: 'ok' | 'refused'
  /** Who caused the event: a subject, a client, or the command line. */
  readonly actor?: string
  /** The client's `client_id`. */
  readonly client?: string
  /** The user's `sub`. */
  readonly user?: string
  /** A `sid`, or the identifier of the browser session if no client is involved. */
  readonly sid?: string
  /** The caller's IP address. */
  readonly address?: string
  /** Browser and operating system according to the `User-Agent` header, from a fixed list of names. */
  readonly device?: { readonly browser?: string; readonly system?: string }
  readonly requestId?: string
  /** The error code in the response, and its stable cause (`error_ref`). */
  readonly error?: string
  readonly ref?: string
  /** Why a sign-in failed, if the reason is known. */
  readonly reason?: string
  /** Number of occurrences if there were several, such as lost entries or repeated attempts in one password field. */
  readonly count?: number
  /** Fields that an operation changed. `changed` replaces values that could be personal data. */
  readonly changes?: Readonly<Record<string, 'changed' | readonly [before: unknown, after: unknown]>>
}

export interface SecurityEventSource {
  /** Portico's version. */
  readonly version: string
  /**
   * Listens to every event in this process. An event is emitted after the action it reports.
   * @returns a function that removes the listener
   */
  on(event: '*', listener: (event: SecurityEvent) => unknown): () => void
}
