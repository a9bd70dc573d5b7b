/**
 * Token families: one record under one key, from the authorization code to the last refresh token.
 *
 * Adapters treat the record as opaque text; `lib/domain/tokens/family-record.ts` reads and writes it. Pure functions
 * compute every transition of a family, and `replace` applies it. All guarantees about codes and refresh tokens depend
 * on the adapter comparing and replacing in a single operation.
 */
export interface FamilyStore {
  /** Stores a new record for `ttlMs` milliseconds. The ID is 128 random bits and is never reused. */
  issue(id: string, record: string, ttlMs: number): Promise<void>

  /** The record; undefined if it is missing or has expired by the store's clock. */
  read(id: string): Promise<string | undefined>

  /**
   * Replaces `expected` with `next` for `ttlMs` milliseconds if the record still equals `expected`. Atomic across all
   * nodes. If a driver repeats the call with the same arguments after a reconnect, it returns `replaced` again.
   *
   * - `replaced`: `next` is stored
   * - `changed`: the record has a different value; nothing was done
   * - `missing`: there is no record; nothing was done
   *
   * @throws StoreUnavailable with `outcomeUnknown` if the step may have been done
   */
  replace(id: string, expected: string, next: string, ttlMs: number): Promise<'replaced' | 'changed' | 'missing'>

  /**
   * Rolls back a `replace` that was done but never confirmed to the client, because the request failed later. The
   * record becomes equivalent to `expected` again, and a delayed repetition of the `replace` has no effect. The
   * rollback continues in the background until the store confirms it; until then, the family's outcome is unresolved.
   */
  takeBack(id: string, expected: string, next: string, ttlMs: number): Promise<void>

  /**
   * Resolves once the outcome of the record's last `replace` is known: either the store has responded, or the change
   * was rolled back. Call this before treating a request as a replay. Requests that succeed never need to wait for it.
   * @throws StoreUnavailable while the outcome is unknown
   */
  resolved(id: string): Promise<void>

  /** Removes the record, which immediately revokes all tokens in the family. A missing record is not an error. */
  revoke(id: string): Promise<void>
}
