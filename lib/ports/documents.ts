/**
 * Durable documents that are changed by compare-and-replace (signing keys, accounts, roles, consents).
 * `collection` is a constant of the code, `id` any text. Values are opaque.
 */
export interface DocumentStore {
  read(collection: string, id: string): Promise<string | undefined>

  /**
   * Replaces the document with `next` if it still equals `expected` (undefined: no document). An undefined `next`
   * removes it. Indivisible; a repeated call returns `replaced` again.
   */
  replace(
    collection: string,
    id: string,
    expected: string | undefined,
    next: string | undefined,
  ): Promise<'replaced' | 'changed'>

  /** Up to `limit` documents after the id `after`, ordered by id; `total` counts all documents. */
  list(
    collection: string,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly documents: readonly { readonly id: string; readonly value: string }[]; readonly total: number }>
}
