/** Ephemeral key-value store (pending interactions, front-channel tickets, form IDs). `kind` is a namespace for IDs. */
export interface EphemeralStore {
  /** Stores the value for `ttlMs` milliseconds, replacing any existing one. */
  put(kind: string, id: string, value: string, ttlMs: number): Promise<void>
  /** Returns the value; undefined if it is missing or has expired. */
  read(kind: string, id: string): Promise<string | undefined>
  /** Removes the value. A missing value is not an error. */
  remove(kind: string, id: string): Promise<void>
  /** Reads and removes the value in one atomic step, so only one of several concurrent callers gets it. */
  take(kind: string, id: string): Promise<string | undefined>
  /** Stores the value unless the record already exists. Atomic. */
  claim(kind: string, id: string, value: string, ttlMs: number): Promise<'claimed' | 'taken'>
}
