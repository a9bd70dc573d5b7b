/**
 * Token families. One record per family, one key per record, from the authorization code to the last refresh.
 *
 * The record is opaque text to the adapter (`lib/domain/tokens/family-record.ts` writes and reads it). Every transition of a
 * family is computed by a pure function and put in place by `replace`, which is the one indivisible step: all guarantees
 * about codes and refresh tokens rest on an adapter that compares and replaces in a single operation.
 */
export interface FamilyStore {
  /** Stores a new record for `ttlMs` milliseconds. The id is 128 random bits, never used twice. */
  issue(id: string, record: string, ttlMs: number): Promise<void>

  /** The record, or undefined when it is missing or expired (by the store's clock). */
  read(id: string): Promise<string | undefined>

  /**
   * Replaces `expected` with `next` and gives it `ttlMs` milliseconds, if and only if the record is still exactly
   * `expected`. Indivisible among all nodes. Done twice with the same arguments (a driver that sends again after a
   * reconnect), the second call reports `replaced` as the first did.
   *
   * - `replaced`  `next` is in place
   * - `changed`   the record is a different one by now; nothing was done
   * - `missing`   there is no record; nothing was done
   *
   * @throws StoreUnavailable with `outcomeUnknown` when the step may have been done
   */
  replace(id: string, expected: string, next: string, ttlMs: number): Promise<'replaced' | 'changed' | 'missing'>

  /**
   * Rolls back a `replace` that was done but never acknowledged to the client (a later part of the request failed): the
   * record is equivalent to `expected` again, and a delayed repetition of the `replace` has no effect. Goes on in the
   * background until the store confirms it; until then the outcome for this family is unresolved.
   */
  takeBack(id: string, expected: string, next: string, ttlMs: number): Promise<void>

  /**
   * Returns once the outcome of the last `replace` of this record is resolved: its answer arrived, or it was rolled back.
   * Called before a replay is judged, never by a request that succeeds.
   * @throws StoreUnavailable while the outcome is unknown
   */
  settled(id: string): Promise<void>

  /** Removes the record, which revokes all tokens of the family at once. Removing what is missing is no error. */
  revoke(id: string): Promise<void>
}
