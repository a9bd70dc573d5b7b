/**
 * Where token families live. One record a family, one key a record, from the authorization code to the last refresh.
 *
 * The record is opaque text to the adapter (`lib/domain/tokens/family-record.ts` writes and reads it). Every transition of a
 * family is computed by a pure function and put in place by `replace`, which is the one indivisible step: an adapter
 * that compares and replaces in a single operation makes every promise about codes and refresh tokens true.
 */
export interface FamilyStore {
  /** Keeps a new record for `ttlMs` milliseconds. The id is 128 random bits, never used twice. */
  issue(id: string, record: string, ttlMs: number): Promise<void>

  /** The record, or undefined when it is missing or past its time (by the store's clock). */
  read(id: string): Promise<string | undefined>

  /**
   * Puts `next` in the place of `expected` and gives it `ttlMs` milliseconds, if and only if the record is still
   * exactly `expected`. Indivisible among all nodes. Done twice with the same arguments (a driver that sends again
   * after a reconnect), the second answers `replaced` as the first did.
   *
   * - `replaced`  `next` is in place
   * - `changed`   the record is another by now; nothing was done
   * - `missing`   there is no record; nothing was done
   *
   * @throws StoreUnavailable with `outcomeUnknown` when the step may have been done
   */
  replace(id: string, expected: string, next: string, ttlMs: number): Promise<'replaced' | 'changed' | 'missing'>

  /**
   * Takes back a `replace` that was done but whose effect nobody was told of (a later part of the request failed): the
   * record is `expected` again in all that matters, and a delayed repetition of the `replace` has no effect. Goes on in
   * the background until the store says so; until then the family counts as unsettled.
   */
  takeBack(id: string, expected: string, next: string, ttlMs: number): Promise<void>

  /**
   * Resolves once the last `replace` of this record is known to be settled: its answer arrived, or it was taken back.
   * Asked before a replay is judged, never on the way of a request that succeeds.
   * @throws StoreUnavailable while it cannot be said
   */
  settled(id: string): Promise<void>

  /** Removes the record; all that descends from it is dead at once. Removing what is missing is no error. */
  revoke(id: string): Promise<void>
}
