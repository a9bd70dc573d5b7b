/** One entry of what a store keeps for good, in a form that every adapter reads and writes. Values are opaque. */
export type StoredItem =
  | { readonly kind: 'document'; readonly collection: string; readonly id: string; readonly value: string }
  | { readonly kind: 'client'; readonly id: string; readonly record: string; readonly redirectUris: readonly string[] }
  /** The audit log begins after this position, with this hash before its first line. Comes before the lines. */
  | { readonly kind: 'audit-anchor'; readonly seq: number; readonly hash: string }
  | {
      readonly kind: 'audit-line'
      readonly seq: number
      readonly at: number
      readonly entry: string
      readonly hash: string
    }
  /** A revocation version of a subject: `all` that it holds, its `roles`, or what one `client` holds for it. */
  | { readonly kind: 'version'; readonly subject: string; readonly of: 'all' | 'roles'; readonly version: number }
  | {
      readonly kind: 'version'
      readonly subject: string
      readonly of: 'client'
      readonly client: string
      readonly version: number
    }

/**
 * Reads and writes the whole store, for backups and for moving from one kind of store to another. What ends by itself is no part of
 * it: token families, browser sessions, ephemeral values, counts, bounded logs, the outbox.
 */
export interface StoreCopies {
  /**
   * Every entry, while the service goes on: documents, clients, the audit log up to the line that is its last when it is reached,
   * revocation versions last. Each entry is whole, a client together with its redirect URIs. A store without snapshots gives what
   * changes meanwhile either as it was or as it is; what was revoked before the call is in it in any case.
   * @throws StoreUnavailable when the store fails, or when what was read can have gaps
   */
  readAll(): AsyncIterable<StoredItem>

  /** Whether there is nothing at all in the store, of this kind or of any other. */
  isEmpty(): Promise<boolean>

  /**
   * Puts entries in place, whatever stands there; the same call twice does no more than once. A version is never lowered. For a
   * store that no service uses: what must be unique is not judged.
   */
  write(items: readonly StoredItem[]): Promise<void>

  /** Removes all that `write` writes; the documents of the collection `last` go last, so that a crash leaves them. */
  clear(last: string): Promise<void>
}
