/** One client as stored: the record is opaque text (JSON by `lib/domain/clients/client-record.ts`). */
export interface ClientEntry {
  readonly id: string
  readonly record: string
  /** All redirect URIs of the client; each belongs to one client in the whole service (D-C1). */
  readonly redirectUris: readonly string[]
}

export type ClientClaim =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'id-taken' }
  | { readonly outcome: 'redirect-uri-taken'; readonly redirectUri: string; readonly holder: string }

/** Client registry: ids and redirect URIs are claimed together, indivisibly. */
export interface ClientStore {
  /** The record, read from the store at every call: an administrator's change is in force at once (D-C4). */
  find(id: string): Promise<string | undefined>

  /** Claims the id and all redirect URIs, or nothing. */
  create(entry: ClientEntry): Promise<ClientClaim>

  /**
   * Puts the new record in place if the record is still `expected`, claims new redirect URIs, frees dropped ones.
   * `changed`: a concurrent request was faster; nothing was done.
   */
  replace(
    expected: string,
    entry: ClientEntry,
  ): Promise<
    Exclude<ClientClaim, { outcome: 'id-taken' }> | { readonly outcome: 'changed' } | { readonly outcome: 'missing' }
  >

  /** Removes the record and frees id and redirect URIs. */
  remove(id: string): Promise<'removed' | 'missing'>

  /** Which client holds a redirect URI. */
  holderOf(redirectUri: string): Promise<string | undefined>

  /** Records in order of id, `limit` at most, those after `after`; `total` counts all. */
  list(
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly records: readonly string[]; readonly total: number }>
}
