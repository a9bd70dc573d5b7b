/** A stored client. The record is opaque text (JSON by `lib/domain/clients/client-record.ts`). */
export interface ClientEntry {
  readonly id: string
  readonly record: string
  /** All redirect URIs of the client. A redirect URI belongs to one client only (D-C1). */
  readonly redirectUris: readonly string[]
}

export type ClientClaim =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'id-taken' }
  | { readonly outcome: 'redirect-uri-taken'; readonly redirectUri: string; readonly holder: string }

/** Client registry. A client id and its redirect URIs are claimed together, indivisibly. */
export interface ClientStore {
  /** Reads the record from the store at every call, so that changes apply immediately (D-C4). */
  find(id: string): Promise<string | undefined>

  /** Claims the id and all redirect URIs, or nothing. */
  create(entry: ClientEntry): Promise<ClientClaim>

  /**
   * Replaces the record if it still equals `expected`, claims new redirect URIs, and frees removed ones.
   * `changed`: a concurrent request changed the record first; nothing was done.
   */
  replace(
    expected: string,
    entry: ClientEntry,
  ): Promise<
    Exclude<ClientClaim, { outcome: 'id-taken' }> | { readonly outcome: 'changed' } | { readonly outcome: 'missing' }
  >

  /** Removes the record and frees its id and redirect URIs. */
  remove(id: string): Promise<'removed' | 'missing'>

  /** Id of the client that has claimed the redirect URI. */
  holderOf(redirectUri: string): Promise<string | undefined>

  /** Up to `limit` records after the id `after`, ordered by id; `total` counts all records. */
  list(
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly records: readonly string[]; readonly total: number }>
}
