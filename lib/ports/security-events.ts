/** A security event, for hosts and the SIEM log. Contains no token, code, password, email address, or user input. */
export interface SecurityEvent<Name extends string = string> {
  /** Name in the audit log: `sign-in.failed`, `token.replayed`. */
  readonly event: Name
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly result: 'ok' | 'refused'
  /** The actor: a subject, a client, or the command line. */
  readonly actor?: string
  /** A `client_id`. */
  readonly client?: string
  /** A `sub`. */
  readonly user?: string
  /** A `sid`, or the identifier of the browser session when no client is involved. */
  readonly sid?: string
  /** IP address of the caller. */
  readonly address?: string
  /** Browser and operating system by the `User-Agent` header, from a fixed list of names. */
  readonly device?: { readonly browser?: string; readonly system?: string }
  readonly requestId?: string
  /** The error code in the response, and its stable cause (`error_ref`). */
  readonly error?: string
  readonly ref?: string
  /** Why a sign-in failed, when the reason is known. */
  readonly reason?: string
  /** Number of occurrences when more than one: attempts with one password field, lost entries. */
  readonly count?: number
  /** Fields that an operation changed. Values are included only for settings without personal data; else `changed`. */
  readonly changes?: Readonly<Record<string, 'changed' | readonly [before: unknown, after: unknown]>>
}

export interface SecurityEventSource {
  /** Version of Portico. */
  readonly version: string
  /**
   * Listens to every event of this process. An event follows the action that it reports.
   * @returns removes the listener
   */
  on(event: '*', listener: (event: SecurityEvent) => unknown): () => void
}
