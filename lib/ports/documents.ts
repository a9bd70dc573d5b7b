/**
 * Document store: durable documents that are changed by compare-and-replace (signing keys, accounts, roles, consents).
 * `collection` is a fixed word of the code, `id` any text. Values are opaque.
 */
export interface DocumentStore {
  read(collection: string, id: string): Promise<string | undefined>

  /**
   * Puts `next` in place if the document is still `expected` (undefined: if there is none); `next` undefined removes it.
   * Indivisible; the same call twice answers `replaced` twice.
   */
  replace(
    collection: string,
    id: string,
    expected: string | undefined,
    next: string | undefined,
  ): Promise<'replaced' | 'changed'>

  /** Documents in order of id, `limit` at most, those after `after`; `total` counts all. */
  list(
    collection: string,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly documents: readonly { readonly id: string; readonly value: string }[]; readonly total: number }>
}
