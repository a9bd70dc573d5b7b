/**
 * Token families: one record under one key, from the authorization code to the last refresh.
 *
 * The record is opaque text to the adapter; `lib/domain/tokens/family-record.ts` reads and writes it. Pure functions
 * compute every transition of a family, and `replace` applies it. All guarantees about codes and refresh tokens depend
 * on an adapter that compares and replaces in a single operation.
 */
export interface FamilyStore {
  /** Stores a new record for `ttlMs` milliseconds. The id is 128 random bits and is never reused. */
  issue(id: string, record: string, ttlMs: number): Promise<void>

  /** The record. Undefined when it is missing or expired by the store's clock. */
  read(id: string): Promise<string | undefined>

  /**
   * Replaces `expected` with `next` for `ttlMs` milliseconds if the record still equals `expected`. Indivisible among
   * all nodes. A call repeated with the same arguments, by a driver after a reconnect, returns `replaced` again.
   *
   * - `replaced`  `next` is stored
   * - `changed`   the record has another value; nothing was done
   * - `missing`   there is no record; nothing was done
   *
   * @throws StoreUnavailable with `outcomeUnknown` when the step may have been done
   */
  replace(id: string, expected: string, next: string, ttlMs: number): Promise<'replaced' | 'changed' | 'missing'>

  /**
   * Rolls back a `replace` that was done but never acknowledged to the client, because the request failed later. The
   * record is equivalent to `expected` again, and a delayed repetition of the `replace` has no effect. Continues in the
   * background until the store confirms; until then the family's outcome is unresolved.
   */
  takeBack(id: string, expected: string, next: string, ttlMs: number): Promise<void>

  /**
   * Returns when the outcome of the record's last `replace` is resolved: the store responded, or it was rolled back.
   * Called before a replay is evaluated, never by a request that succeeds.
   * @throws StoreUnavailable while the outcome is unknown
   */
  resolved(id: string): Promise<void>

  /** Removes the record, which revokes all tokens of the family immediately. A missing record is no error. */
  revoke(id: string): Promise<void>
}
