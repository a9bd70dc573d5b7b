import type { AuditLine } from './audit-log.ts'
import type { ClientEntry } from './clients.ts'

/** An entry in a store's durable data, in a format that all adapters can read and write. Values are opaque. */
export type StoredItem =
  | { readonly kind: 'document'; readonly collection: string; readonly id: string; readonly value: string }
  | ({ readonly kind: 'client' } & ClientEntry)
  /** The position and hash after which the audit log starts. This item precedes all audit lines. */
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
 * Reads and writes the whole store, for backups and for migration to a different kind of store. Expiring data is
 * excluded: token families, browser sessions, ephemeral values, counters, bounded logs, and the outbox.
 */
export interface StoreCopies {
  /**
   * Reads every entry while Portico is running: documents, clients, the audit log, and finally revocation versions.
   * Each entry is consistent; a client includes its redirect URIs. Without snapshots, an entry that changes during the
   * call is read in either its old or its new state. Revocations made before the call are always included.
   * @throws StoreUnavailable if the store fails, or if entries may be missing
   */
  readAll(): AsyncIterable<StoredItem>

  /** Whether the store is completely empty. Data that is not copied counts too. */
  isEmpty(): Promise<boolean>

  /**
   * Replaces entries but never lowers a version. Idempotent. The store must be idle, because uniqueness is not checked.
   */
  write(items: readonly StoredItem[]): Promise<void>

  /** Removes everything that `write` can write. Removes the collection `last` at the end, so it survives a crash. */
  clear(last: string): Promise<void>
}
