import type { AuditLine } from './audit-log.ts'
import type { ClientEntry } from './clients.ts'

/** One entry of the durable data of a store, in a form that all adapters read and write. Values are opaque. */
export type StoredItem =
  | { readonly kind: 'document'; readonly collection: string; readonly id: string; readonly value: string }
  | ({ readonly kind: 'client' } & ClientEntry)
  /** The audit log starts after this position and hash. This item precedes all audit lines. */
  | { readonly kind: 'audit-anchor'; readonly seq: number; readonly hash: string }
  | ({ readonly kind: 'audit-line' } & AuditLine)
  /** A subject's revocation version: for everything (`all`), its `roles`, or its grants to one `client`. */
  | { readonly kind: 'version'; readonly subject: string; readonly of: 'all' | 'roles'; readonly version: number }
  | {
      readonly kind: 'version'
      readonly subject: string
      readonly of: 'client'
      readonly client: string
      readonly version: number
    }

/**
 * Reads and writes the whole store, for backups and for migration to another kind of store. Expiring data is excluded:
 * token families, browser sessions, ephemeral values, counters, bounded logs, and the outbox.
 */
export interface StoreCopies {
  /**
   * Reads every entry while Portico runs: documents, clients, the audit log, and revocation versions last.
   * Each entry is consistent, a client including its redirect URIs. Without snapshots, an entry that changes during the
   * call is read in its old or new state. Revocations made before the call are always included.
   * @throws StoreUnavailable when the store fails, or when the data can have gaps
   */
  readAll(): AsyncIterable<StoredItem>

  /** Whether the store contains no data of any kind, including the kinds that are not copied. */
  isEmpty(): Promise<boolean>

  /** Replaces entries, never lowers a version. Idempotent. Checks no uniqueness, so only for a store not in use. */
  write(items: readonly StoredItem[]): Promise<void>

  /** Removes everything that `write` writes. The collection `last` is removed last, so that it survives a crash. */
  clear(last: string): Promise<void>
}
