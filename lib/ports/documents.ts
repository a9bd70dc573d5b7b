/**
 * Durable documents that are changed by compare-and-replace (signing keys, accounts, roles, consents). `collection` is
 * a constant in the code, `id` is any text. Values are opaque.
 */
export interface DocumentStore {
  /** Returns the document's value; undefined if it does not exist. */
  read(collection: string, id: string): Promise<string | undefined>

  /**
   * Replaces the document with `next` if it still equals `expected` (undefined: it does not exist). If `next` is
   * undefined, removes it. Atomic; repeating the same call returns `replaced` again.
   */
  replace(
    collection: string,
    id: string,
    expected: string | undefined,
    next: string | undefined,
  ): Promise<'replaced' | 'changed'>

  /** Up to `limit` documents after the ID `after`, ordered by ID. `total` counts all documents, for the first page. */
  list(
    collection: string,
    after: string | undefined,
    limit: number,
  ): Promise<{
    readonly documents: readonly { readonly id: string; readonly value: string }[]
    readonly total?: number | undefined
  }>
}
