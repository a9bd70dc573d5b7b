/** A stored client. The record is opaque text (JSON written by `lib/domain/clients/client-record.ts`). */
export interface ClientEntry {
  /** The `client_id`. */
  readonly id: string
  /** The client, as opaque text. */
  readonly record: string
  /** All of the client's redirect URIs. A redirect URI belongs to a single client (D-C1). */
  readonly redirectUris: readonly string[]
}

/** Outcome of a claim. `holder`: ID of the client that has the redirect URI. A refused claim changes nothing. */
export type ClientClaim =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'id-taken' }
  | { readonly outcome: 'redirect-uri-taken'; readonly redirectUri: string; readonly holder: string }

/** Client registry. A client's ID and redirect URIs are claimed together, in one atomic step. */
export interface ClientStore {
  /** Reads the record from the store on every call, so changes take effect immediately (D-C4). */
  find(id: string): Promise<string | undefined>

  /** Claims the ID and all redirect URIs, or none of them. */
  create(entry: ClientEntry): Promise<ClientClaim>

  /**
   * Replaces the record if it still equals `expected`, claims new redirect URIs, and releases removed ones. `changed`:
   * another request changed the record first, and nothing was done.
   */
  replace(
    expected: string,
    entry: ClientEntry,
  ): Promise<
    Exclude<ClientClaim, { outcome: 'id-taken' }> | { readonly outcome: 'changed' } | { readonly outcome: 'missing' }
  >

  /** Removes the record and releases its ID and redirect URIs. */
  remove(id: string): Promise<'removed' | 'missing'>

  /** ID of the client that has claimed the redirect URI. */
  holderOf(redirectUri: string): Promise<string | undefined>

  /** Up to `limit` records after the ID `after`, ordered by ID. `total` counts all records. */
  list(
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly records: readonly string[]; readonly total: number }>
}
