/**
 * Ephemeral key-value store: small values with a time to live (pending interactions, front-channel tickets, one-time form ids).
 * `kind` is a namespace: the same id under two kinds is two records.
 */
export interface EphemeralStore {
  put(kind: string, id: string, value: string, ttlMs: number): Promise<void>
  read(kind: string, id: string): Promise<string | undefined>
  remove(kind: string, id: string): Promise<void>
  /** Reads and removes in one indivisible step: of any number of concurrent callers one gets the value. */
  take(kind: string, id: string): Promise<string | undefined>
  /** Puts the record unless there is one; reports which. Indivisible. */
  claim(kind: string, id: string, value: string, ttlMs: number): Promise<'claimed' | 'taken'>
}
