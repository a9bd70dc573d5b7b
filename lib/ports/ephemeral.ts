/**
 * Small records with a time to live and a name: interactions under way, front-channel tickets, one-use form ids.
 * `kind` keeps them apart; the same id under two kinds is two records.
 */
export interface EphemeralStore {
  put(kind: string, id: string, value: string, ttlMs: number): Promise<void>
  read(kind: string, id: string): Promise<string | undefined>
  remove(kind: string, id: string): Promise<void>
  /** Reads and removes in one indivisible step: of any number of takers one gets the value. */
  take(kind: string, id: string): Promise<string | undefined>
  /** Puts the record unless there is one; says which. Indivisible. */
  claim(kind: string, id: string, value: string, ttlMs: number): Promise<'claimed' | 'taken'>
}
